import { PodContainer } from '../kubernetes/pod';

/** A call from one container to another of the same pod, as the manifest shows it. */
export interface LoopbackCall {
  readonly from: PodContainer;
  readonly to: PodContainer;
  /** What is called: `localhost:9009`, `/sock/app.sock`. */
  readonly text: string;
  /** Nothing shows that the other container listens there, but no other container can be meant. */
  readonly byElimination: boolean;
  readonly isSocket: boolean;
  /** The name of the setting suggests that the caller forwards requests: `UPSTREAM_URL`, `--backend`. */
  readonly isPassedOn: boolean;
  /** The name of the setting says that the caller is a proxy before the other one: `--upstream`, `PROXY_PASS`. */
  readonly isForwarded?: boolean;
  /** A script calls it, not a setting of a program. */
  readonly isInScript?: boolean;
  /** The name of the setting says that the caller sends through the other one: `HTTP_PROXY`, `DOCKER_HOST`. */
  readonly isMeans?: boolean;
  /** A setting of the whole pod says so, and none of the caller. */
  readonly isOfPod?: boolean;
  /** A setting with a name of its own says so, and the name means neither the caller itself nor its operators. */
  readonly isNamed?: boolean;
  /** The setting says that the caller observes the other one, or exposes it: `--scrape-uri`, `ssh -R`. */
  readonly isOnlooking?: boolean;
  /** A file that the caller mounts names it. */
  readonly isInFile?: boolean;
  /** The script of the caller waits for the socket, or calls it by a client. */
  readonly isAwaited?: boolean;
}

/** A call to an address on loopback that nothing shows to be served, in a pod where only one other container can serve it. */
export type UnservedCall = Pick<LoopbackCall, 'from' | 'to' | 'text'>;

/** Who calls whom inside of a pod, over loopback or a socket on a shared folder. */
export interface LoopbackCalls {
  /** Every call that the manifest shows. */
  readonly calls: readonly LoopbackCall[];
  /** The addresses that one of two containers calls, and of which nothing shows that the other one serves them. */
  readonly unserved: readonly UnservedCall[];
  /** The container that a port belongs to; undefined when it belongs to none, or to several. */
  ownerOf(port: number, except?: PodContainer): PodContainer | undefined;
  /** Whether anything shows that a container listens on a port. */
  hasPorts(container: PodContainer): boolean;
  /** Whether the others may mean a container by what they call: it does not only read, watch or bring files for them. */
  mayBeCalled(container: PodContainer): boolean;
  /** The loopback address that is the only one on which a container listens for others; undefined if there is none, or if it also has another port. */
  servedLocally(container: PodContainer): string | undefined;
}
