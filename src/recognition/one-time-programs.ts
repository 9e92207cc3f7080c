import { endsByItself } from './program-runs';
import type { RecognizedPod } from './recognized';
import type { UnclearTie } from './unclear-tie';
import { KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

/** A container that does its work once and exits, where the kubelet starts it again and again. */
export interface OneTimeProgram {
  readonly container: PodContainer;
  readonly program: KnownProgram;
}

/** The program of a container that is told to do its work once and to exit; undefined when it is not. */
export function oneTimeProgram(recognition: RecognizedPod, container: PodContainer): KnownProgram | undefined {
  const program = recognition.program(container);
  const isMeant = program?.direction === 'content' || program?.direction === 'outbound';
  return isMeant && recognition.run(container).runs(program.binary) && endsByItself(recognition, container) ? program : undefined;
}

/** The ordinary containers of a pod that runs forever which do their work once: as init containers they would be right. */
export function oneTimePrograms(recognition: RecognizedPod): OneTimeProgram[] {
  const { mains, spec: { restartPolicy = 'Always' } } = recognition.pod;
  return restartPolicy !== 'Always' || mains.length < 2 ? [] : mains.flatMap(container => {
    const program = oneTimeProgram(recognition, container);
    return program ? [{ container, program }] : [];
  });
}

/** The ties without those of containers that exit: whatever they bring, they are no sidecars. */
export function withoutOneTime(ties: readonly UnclearTie[], once: readonly OneTimeProgram[]): readonly UnclearTie[] {
  return once.length === 0 ? ties : ties.filter(({ from, to }) => !once.some(({ container }) => container === from || container === to));
}

/** What happens to such a container, and what to do. */
export function oneTimeTexts({ container: { name }, program }: OneTimeProgram): { readonly message: string; readonly fix: string } {
  return {
    message: `'${name}' (${program.name}) does its work once and exits, so the kubelet restarts it again and again`,
    fix: 'make it an init container, which runs once before the app starts',
  };
}
