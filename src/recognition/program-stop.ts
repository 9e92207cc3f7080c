import type { RecognizedPod } from './recognized';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** How long the program of a container is known to need after its stop signal. */
export interface ProgramStop {
  readonly seconds: number;
  /** The program and its version, as people call it. */
  readonly program: string;
}

const VERSION = /^v?(\d+(?:\.\d+){0,2})(?=$|[-_])/;

/** What is known of the stop of a container's program by its image, version and flags. What may be the app itself drains as its users need it. */
export function programStopOf(recognition: RecognizedPod, container: PodContainer): ProgramStop | undefined {
  const program = container.role === ContainerRole.INIT ? undefined : recognition.program(container);
  if (!program || !(program.stopSeconds ?? program.drain) || (container.role === ContainerRole.MAIN && !program.onlySidecar)) {
    return undefined;
  }
  const run = recognition.run(container);
  const seconds = run.runs(program.binary) ? program.stopSeconds?.(run) ?? program.drain?.(run)?.seconds : undefined;
  const version = VERSION.exec(run.tag)?.[1];
  return seconds === undefined ? undefined : { seconds, program: version === undefined ? program.name : `${program.name} ${version}` };
}
