import { PodAttachments } from './attachments';
import { setSorted } from './json';
import { Joined } from './mesh-join';
import { attachedStopTimes, budgetOf, countedStopTimes } from './stop-times';
import { RecognizedPod } from './written';
import { FoundTemplate } from '../kubernetes/manifest';
import { DEFAULT_GRACE_PERIOD_SECONDS, PodModel } from '../kubernetes/pod';

/** Gives a pod the grace period that it needs, unless the user gave one. Returns the pod as it will run, with its stop times. */
export function writeGracePeriod(
  attached: PodAttachments, found: FoundTemplate, joined: Joined | undefined, delayIsWritten: boolean,
): RecognizedPod {
  const { spec } = found.template;
  const pod = PodModel._of(joined?.predict(found) ?? found);
  const recognition = attached.owner.recognize(pod);
  const isOurs = attached.sidecars.length > 0 || joined !== undefined || attached.settings.shutdownSeconds !== undefined || delayIsWritten;
  if (isOurs && !isGiven(attached, spec)) {
    const seconds = budgetOf(pod, attachedStopTimes(attached, recognition, joined)).recommendedSeconds;
    // The pod that an injector leaves is another object than the one that is written.
    new Set([spec, pod.spec]).forEach(written => setSorted(written, 'terminationGracePeriodSeconds', seconds));
  }
  return { recognition, stops: countedStopTimes(attached, recognition, joined) };
}

/** cdk8s-plus always writes 30, so from it a 30 may be a default; from other sources a written value is the user's. */
function isGiven({ owner: { object, workload }, settings }: PodAttachments, spec: any): boolean {
  const value = spec.terminationGracePeriodSeconds;
  if (value === undefined || value === null) {
    return false;
  }
  const isPlus = workload !== object && 'terminationGracePeriod' in workload;
  return settings.gracePeriodGiven === true || !isPlus || value !== DEFAULT_GRACE_PERIOD_SECONDS;
}
