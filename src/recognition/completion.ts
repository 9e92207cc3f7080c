import { PodView, viewOf } from './pod-view';
import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import type { PodContainer } from '../kubernetes/pod';

/** Whether a pod completes when its work is done: that of a Job, or one that is not always restarted and has work. */
export function completes(recognition: RecognizedPod): boolean {
  return recognition.pod.runsToCompletion && !(recognition.pod.job === undefined && recognition.once(lacksWork, recognition.pod));
}

/** Whether all that serves no other container is a server or a loop: then a bare pod has no work that ends, whatever its restart policy says. */
function lacksWork(recognition: RecognizedPod): boolean {
  const view = viewOf(recognition);
  const others = recognition.pod.mains.filter(({ name }) => recognition.helper(name) === undefined);
  return others.length > 0 && others.every(main => serves(view, main));
}

function serves(view: PodView, main: PodContainer): boolean {
  return view.neverEnds(main) || portsOf(main).length > 0;
}
