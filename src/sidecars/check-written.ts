import { CheckRules, checkPod, isBlocking } from './check-pod';
import { countedStopTimes } from './stop-times';
import { podOf, WrittenPod } from './written';
import { PlacedFinding } from '../rules/engine/rule';
import { checkForErrors } from '../rules/stopping-rules';

/** The findings of a pod that is ready to be written. */
export function checkWritten(written: WrittenPod, checkRules: CheckRules): PlacedFinding[] {
  const { attached, joined, problems, forFirstCheck } = written;
  written.forFirstCheck = undefined;
  const recognition = forFirstCheck?.recognition ?? attached.owner.recognize(podOf(written));
  const stops = forFirstCheck?.stops ?? countedStopTimes(attached, recognition, joined);
  const { owner: { object }, listening } = attached;
  return checkPod({ object, recognition, stops, mesh: joined?.context, listening, problems }, checkRules);
}

/** The errors of a pod that is ready to be written, but for those that are acknowledged. */
export function errorsOf(written: WrittenPod): readonly PlacedFinding[] {
  written.errors ??= checkWritten(written, checkForErrors).filter(isBlocking);
  return written.errors;
}
