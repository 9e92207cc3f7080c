import { PodContainer } from '../kubernetes/pod';

/** What shows that a container is the app of its pod, the strongest first. */
export type AppSign =
  /** Services send to it. */
  | 'service'
  /** What Services or ports lead to passes requests on to it. */
  | 'fronted'
  /** It alone has a port, and the others call, feed or observe it. */
  | 'followed'
  /** Pods are made for its program, or it keeps data. */
  | 'payload'
  /** The others call it, and it has several things that apps have and helpers do not. */
  | 'weight';

/** The container that a pod is there for, and what shows it. */
export interface App {
  readonly container: PodContainer;
  readonly sign: AppSign;
  /** The container that passes requests on to it. */
  readonly front?: PodContainer;
  /** The evidence, as the end of a sentence: "Services send to it". */
  readonly why: string;
}
