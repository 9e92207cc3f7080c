import type { RecognizedPod } from './recognized';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** How long the program of a container is known to need after its stop signal. */
export interface ProgramStop {
  readonly seconds: number;
  /** It may also be faster: the time is the limit of its drain. */
  readonly isLimit: boolean;
  /** The program and its version, as people call it. */
  readonly program: string;
}

const VERSION = /^v?(\d+(?:\.\d+){0,2})(?=$|[-_])/;

/** What is known of the stop of a container's program by its image, version and flags. What may be the app itself drains as its users need it. */
export function programStopOf(recognition: RecognizedPod, container: PodContainer): ProgramStop | undefined {
  const program = container.role === ContainerRole.INIT ? undefined : recognition.program(container);
  const mayBeApp = () => container.role === ContainerRole.MAIN && !program?.onlySidecar && !isOrdinaryHelper(recognition, container);
  if (!program || !(program.stopSeconds ?? program.drain) || mayBeApp()) {
    return undefined;
  }
  const run = recognition.run(container);
  const usual = run.runs(program.binary) ? program.stopSeconds?.(run) : undefined;
  const seconds = usual ?? (run.runs(program.binary) ? program.drain?.(run)?.seconds : undefined);
  const version = VERSION.exec(run.tag)?.[1];
  return seconds === undefined ? undefined : { seconds, isLimit: usual === undefined, program: version === undefined ? program.name : `${program.name} ${version}` };
}

/** Whether an ordinary container helps another one: it stops as fast as it would as a sidecar. */
export function isOrdinaryHelper(recognition: RecognizedPod, { role, name }: PodContainer): boolean {
  return role === ContainerRole.MAIN && recognition.pod.mains.length > 1 && recognition.helper(name) !== undefined;
}
