import { writeDefaultContainer, writeConfigHash } from './annotations';
import { PodAttachments } from './attachments';
import { writeGracePeriod } from './grace-period';
import { sortOwnKeys } from './json';
import { Joined, joinMeshes } from './mesh-join';
import { completeOs } from './newer-fields';
import { placeSidecars } from './place-sidecars';
import { podResources } from './pod-resources';
import { Delay, delayStop } from './pre-stop-delay';
import { writeShutdowns } from './write-shutdowns';
import { WrittenPod } from './written';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { FoundTemplate } from '../kubernetes/manifest';
import { markAcknowledged } from '../rules/engine/acknowledgment';
import { Finding } from '../rules/engine/finding';
import { resourcesTargetLacks } from '../rules/platform/field-target-lacks';

/** A pod that holds everything but what depends on the whole of it. */
export interface ComposedPod {
  readonly attached: PodAttachments;
  readonly found: FoundTemplate;
  readonly joined: Joined | undefined;
  readonly delay: Delay | undefined;
  /** Why a sidecar, or a setting of the pod, has no place in it. */
  readonly misplaced: readonly Finding[];
  /** What is wrong with changes to sidecars, in sentences. */
  readonly wrongChanges: readonly string[];
}

/** Writes everything that is attached to a pod into its template: sidecars, mesh, pre-stop delay, the fields of finishers, and annotations. */
export function composePod(attached: PodAttachments, found: FoundTemplate): ComposedPod {
  const { manifest } = found;
  const template: any = found.template;
  const { settings, kubernetes, meshes, sidecars, owner } = attached;
  const parts = sidecars.map(sidecar => sidecar.render(owner.object));
  const misplaced = placeSidecars(found, parts);
  completeOs(template.spec);
  if (settings.resources && kubernetes.supports(KubernetesFeature.POD_LEVEL_RESOURCES)) {
    template.spec.resources = podResources(settings.resources);
  } else if (settings.resources) {
    misplaced.push(resourcesTargetLacks(kubernetes));
  }
  const joined = joinMeshes(meshes, found, kubernetes);
  const delay = settings.managed ? delayStop(found, settings, kubernetes, owner.surroundings) : undefined;
  if (attached.finishers.length > 0) {
    const holder = found.path.slice(0, -1).reduce((here: any, key) => here[key], manifest);
    attached.finishers.forEach(finish => finish(holder));
  }
  writeConfigHash(found, parts);
  if (sidecars.length > 0 || joined) {
    writeDefaultContainer(template);
  }
  if (settings.managed) {
    template.spec = sortOwnKeys(template.spec);
  }
  return { attached, found, joined, delay, misplaced, wrongChanges: parts.flatMap(part => part.problems) };
}

/** Gives a composed pod its grace period, and the shutdown times that a reader needs. The acknowledgments are in the manifest by now. */
export function completePod({ attached, found, joined, delay, misplaced }: ComposedPod): WrittenPod {
  const forFirstCheck = writeGracePeriod(attached, found, joined, delay?.isWritten ?? false);
  writeShutdowns(attached, found, joined, forFirstCheck);
  // What has no place in the pod cannot be accepted: it would not be there.
  const problems = [...misplaced, ...markAcknowledged(delay?.findings ?? [], forFirstCheck.recognition.pod)];
  return { attached, found, joined, problems, forFirstCheck };
}
