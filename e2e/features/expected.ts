import { Fate } from './record';
import { Sample } from './samples';
import { follow } from '../../src/data/json';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { lackingUses } from '../../src/kubernetes/lacking-fields';
import { PodModel } from '../../src/kubernetes/pod';
import { storedPod } from '../../src/kubernetes/stored-pod';

/** What the table predicts for a sample: of all fields that the release lacks, one that is refused decides. */
export function expectedOf({ manifest, at }: Sample, kubernetes: KubernetesVersion): { readonly lenient: Fate; readonly strict: Fate } {
  const pod = PodModel.fromManifest(manifest);
  const lacking = lackingUses(pod, kubernetes);
  const isUnknown = lacking.some(({ feature }) => feature.alpha === undefined || !kubernetes.isAtLeast(feature.alpha));
  if (lacking.some(({ without }) => without !== 'dropped')) {
    return { lenient: 'refused', strict: 'refused' };
  }
  const stored = storedPod(pod, kubernetes);
  const isKept = follow(manifest.kind === 'Job' ? stored.manifest : stored._found.template, at) !== undefined;
  const lenient = isKept ? 'kept' : 'dropped';
  return { lenient, strict: isUnknown ? 'refused' : lenient };
}
