import { viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';

/** Whether a pod completes when its work is done: that of a Job, or one that is not always restarted and has work. */
export function completes(recognition: RecognizedPod): boolean {
  return viewOf(recognition).runsToCompletion;
}
