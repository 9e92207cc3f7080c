import { PodAttachments } from './attachments';
import { checkWritten, errorsOf } from './check-written';
import { applyPolicies } from './scope-policies';
import { attachedStopTimes, declaredStopTimes } from './stop-times';
import { writtenManifest } from './synth-hook';
import { podOf } from './written';
import { MeshContext } from '../knowledge/meshes/prediction';
import { PodModel } from '../kubernetes/pod';
import { Finding, findingText } from '../rules/engine/finding';
import { withoutPlace } from '../rules/engine/rule';
import { StopTimesByContainer } from '../rules/engine/stop-times';
import { checkPod } from '../rules/lazy';

/** A pod as synth would write it now, with its findings and stop times. */
export interface Composed {
  readonly manifest: any;
  /** The pod as it will run; undefined when it cannot be read. */
  readonly pod: PodModel | undefined;
  readonly stops: StopTimesByContainer;
  /** Checks all rules. */
  readonly findings: () => Finding[];
  /** The errors that are not acknowledged. */
  readonly errors: () => readonly Finding[];
  readonly unreadable: string[];
  /** The stop times without those that are assumed. */
  readonly declared: StopTimesByContainer;
  /** The mesh that the pod joins. */
  readonly mesh?: MeshContext;
  /** What the cluster must have, in sentences, for the pod to run like this. */
  readonly clusterNeeds: string[];
}

/** A pod that can be read, and has a place for all its sidecars. */
export interface WholePod extends Composed {
  readonly pod: PodModel;
}

/** Composes a pod without a synth. */
export function composed(attached: PodAttachments): Composed {
  applyPolicies(attached.owner.object);
  const { manifest, pods, unreadable } = writtenManifest(attached.owner);
  const written = pods.find(candidate => candidate.attached === attached);
  if (!written) {
    return { manifest, pod: undefined, stops: {}, declared: {}, findings: () => [], errors: () => [], unreadable, clusterNeeds: [] };
  }
  const { joined } = written;
  const pod = podOf(written);
  return {
    manifest,
    pod,
    stops: attachedStopTimes(attached, attached.owner.recognize(pod), joined),
    findings: () => checkWritten(written, checkPod).map(withoutPlace),
    errors: () => errorsOf(written),
    unreadable,
    declared: declaredStopTimes(attached, pod, joined),
    mesh: joined?.context,
    clusterNeeds: joined?.clusterNeeds ?? [],
  };
}

/** Composes a pod without a synth. Throws when it cannot be read, or has no place for a sidecar. */
export function wholePod(attached: PodAttachments): WholePod {
  const now = composed(attached);
  const broken = now.errors().filter(finding => finding.rule === 'NS203' || finding.rule === 'NS604');
  if (!now.pod || broken.length > 0) {
    throw new Error([...now.unreadable, ...broken.map(findingText)].join('\n'));
  }
  return { ...now, pod: now.pod };
}
