import { Draft, MigrationOptions } from './draft';
import { Plan, Requests, Verdict } from './plan';
import { applyToData } from '../edits/apply-to-data';
import { adviseOnMesh } from './steps/advice';
import { nameDefaultContainer } from './steps/default-container';
import { removeDropped, removeUnusedVolumes } from './steps/dropped';
import { addGates } from './steps/gate';
import { raiseGracePeriod } from './steps/grace-period';
import { podAfter, removeHooks } from './steps/hooks';
import { removeIdleMounts } from './steps/idle-mounts';
import { dropDedicatedContainers, keepDedicatedContainersOfOthers, removeLeftovers } from './steps/leftovers';
import { migrateMesh } from './steps/mesh';
import { adviseOnOthers, adviseOnUnclear, chooseMoved, moveContainers } from './steps/move';
import { noteNewWarnings } from './steps/new-warnings';
import { notesForMoved } from './steps/notes';
import { patchRefusal } from './steps/patched';
import { closeQuitEndpoints } from './steps/quit-endpoints';
import { unshareProcesses } from './steps/shared-processes';
import { replaceSmuggledSleeps } from './steps/smuggled-sleep';
import { FEATURES } from '../kubernetes/features';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { newest, releasesNeededBy } from '../kubernetes/lacking-fields';
import { Pod } from '../kubernetes/pod';
import { EffectiveResources } from '../kubernetes/resources';
import { storedPod } from '../kubernetes/stored-pod';
import { isPartialTemplate } from '../recognition/partial';
import { Recognition } from '../recognition/recognition';
import { quoted } from '../rules/engine/rule';

/** The first Kubernetes version in which native sidecars are on by default and stop in order. */
export const FIRST_KUBERNETES = FEATURES[KubernetesFeature.ORDERED_STOP].onByDefault!;

/** Plans how a pod gets native sidecars. The pod does not change; the plan holds the edits and the result. */
export function planMigration(recognition: Recognition, options: MigrationOptions): Plan {
  const { pod } = recognition;
  if (isPartialTemplate(pod.manifest, pod._found) || lacksImage(pod)) {
    return refused(pod, `${pod.title} is a patch, not a complete manifest (it has no apiVersion, or a container has no image): migrate the manifest that it patches, such as the kustomize base, or the output of 'kustomize build'`);
  }
  const draft = new Draft(recognition, options);
  decide(draft);
  const edits = draft.allEdits();
  const refusal = refusalOfKind(draft, edits.length) ?? patchRefusal(draft);
  if (refusal !== undefined) {
    return refused(pod, `${pod.title} ${refusal}`);
  }
  const result = edits.length > 0 ? applyToData(pod.manifest, edits) : pod.manifest;
  const after = edits.length > 0 ? podAfter(draft, result) : pod;
  const verdict = verdictOf(draft, edits.length);
  return {
    verdict,
    ...(verdict === 'nothing-to-do' && pod.mains.length > 1 ? { note: appNote(recognition) } : {}),
    moved: draft.moved.map(container => container.name),
    edits,
    removed: draft.removed,
    manual: draft.manual,
    consequences: draft.consequences,
    ...(after.sidecars.length > 0 ? { minimumKubernetesVersion: minimumVersion(after) } : {}),
    ...requestsOf(storedPod(pod, draft.options.kubernetes), storedPod(after, draft.options.kubernetes)),
    result,
  };
}

function decide(draft: Draft): void {
  dropDedicatedContainers(draft);
  chooseMoved(draft);
  keepDedicatedContainersOfOthers(draft);
  moveContainers(draft);
  migrateMesh(draft);
  const gated = addGates(draft);
  replaceSmuggledSleeps(draft);
  removeLeftovers(draft, gated);
  closeQuitEndpoints(draft);
  unshareProcesses(draft, () => podNow(draft));
  removeDropped(draft);
  removeIdleMounts(draft, () => podNow(draft));
  removeUnusedVolumes(draft);
  if (draft.hasNatives) {
    removeHooks(draft, recognizeNow(draft));
  }
  if (draft.moved.length > 0) {
    raiseGracePeriod(draft, recognizeNow(draft));
  }
  nameDefaultContainer(draft);
  adviseOnOthers(draft);
  adviseOnUnclear(draft);
  adviseOnMesh(draft);
  notesForMoved(draft);
  noteNewWarnings(draft, () => recognizeNow(draft));
}

/** The pod with the edits so far. */
function podNow(draft: Draft): Pod {
  const edits = draft.allEdits();
  return edits.length === 0 ? draft.pod : podAfter(draft, applyToData(draft.pod.manifest, edits));
}

/** A container without an image is completed elsewhere, by a patch or by a controller. */
function lacksImage({ containers, _found: { place } }: Pod): boolean {
  return !place.argo && containers.some(({ spec }) => spec.image === undefined || spec.image === null || spec.image === '');
}

const SAY_OTHERWISE = "to name a helper, list its image under 'sidecars' in the configuration";

/** Who was taken for the app, so that a reader can disagree. */
function appNote({ pod, view }: Recognition): string {
  return view.app
    ? `'${view.app.container.name}' is taken for the app (${view.app.why}), and nothing shows a helper that it needs: ${SAY_OTHERWISE}`
    : `nothing ties ${quoted(pod.mains.map(main => main.name))} together, so none is taken for a helper: ${SAY_OTHERWISE}`;
}

function refused(pod: Pod, why: string): Plan {
  return { verdict: 'refused', moved: [], edits: [], removed: [], manual: [{ rule: null, why }], consequences: [], result: pod.manifest };
}

function recognizeNow(draft: Draft): Recognition {
  const { surroundings, ownPrograms } = draft.recognition;
  return new Recognition(podNow(draft), surroundings, ownPrograms);
}

/** Why a pod of this kind cannot be changed as it was planned; undefined when it can. */
function refusalOfKind({ pod: { _found: { workload, place } }, moved }: Draft, edits: number): string | undefined {
  if (place.argo && edits > 0) {
    return 'is an Argo template, not a pod template, so it is not changed: move its sidecars to its initContainers by hand, with restartPolicy: Always';
  }
  return moved.length > 0 ? workload.refusesNative : undefined;
}

function verdictOf(draft: Draft, edits: number): Verdict {
  if (edits > 0) {
    return 'migrated';
  }
  if (draft.pod.sidecars.length > 0) {
    return 'already-native';
  }
  return draft.manual.length > 0 ? 'advice' : 'nothing-to-do';
}

function minimumVersion(pod: Pod): string {
  return newest([FIRST_KUBERNETES, ...releasesNeededBy(pod)]);
}

function requestsOf(before: Pod, after: Pod): { readonly requests?: { readonly before: Requests; readonly after: Requests } } {
  try {
    return { requests: { before: EffectiveResources.of(before).requests, after: EffectiveResources.of(after).requests } };
  } catch {
    // A quantity cannot be parsed, for example because it is a placeholder.
    return {};
  }
}
