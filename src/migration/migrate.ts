import { Draft, MigrationOptions } from './draft';
import { FIRST_KUBERNETES } from './first-kubernetes';
import { appNote, incompleteBecause, refusalOf } from './outcome';
import { Plan, Requests, Verdict } from './plan';
import { applyToData } from '../edits/apply-to-data';
import { adviseOnAfterWork, adviseOnMesh, adviseOnServers, adviseOnUnclear } from './steps/advice';
import { nameDefaultContainer } from './steps/default-container';
import { removeDropped, removeUnusedVolumes } from './steps/dropped';
import { awaitFollowedFiles } from './steps/followed-files';
import { addGates } from './steps/gate';
import { raiseGracePeriod } from './steps/grace-period';
import { podAfter, removeHooks } from './steps/hooks';
import { removeIdleMounts } from './steps/idle-mounts';
import { dropDedicatedContainers, keepDedicatedContainersOfOthers, removeLeftovers } from './steps/leftovers';
import { migrateMesh } from './steps/mesh';
import { adviseOnLackingSelector, adviseOnOthers, adviseOnRestartPolicies, chooseMoved, moveContainers } from './steps/move';
import { notesForMoved } from './steps/notes';
import { closeQuitEndpoints } from './steps/quit-endpoints';
import { unshareProcesses } from './steps/shared-processes';
import { replaceSmuggledSleeps } from './steps/smuggled-sleep';
import { newest, releasesNeededBy } from '../kubernetes/lacking-fields';
import { PodModel } from '../kubernetes/pod';
import { EffectiveResources } from '../kubernetes/resources';
import { storedPod } from '../kubernetes/stored-pod';
import { Recognition } from '../recognition/recognition';

/** Plans how a pod gets native sidecars. The pod does not change; the plan holds the edits and the result. */
export function planMigration(recognition: Recognition, options: MigrationOptions): Plan {
  const { pod } = recognition;
  const lacking = incompleteBecause(pod);
  if (lacking !== undefined) {
    return refused(pod, `${pod.title} ${lacking}, for example the kustomize base, or the output of 'kustomize build'`);
  }
  const draft = new Draft(recognition, options);
  decide(draft);
  const edits = draft.allEdits();
  const refusal = refusalOf(draft, edits.length);
  if (refusal !== undefined) {
    return refused(pod, `${pod.title} ${refusal}`);
  }
  const result = edits.length > 0 ? applyToData(pod.manifest, edits) : pod.manifest;
  const after = edits.length > 0 ? podAfter(draft, result) : pod;
  const verdict = verdictOf(draft, edits.length);
  const note = appNote(recognition, verdict === 'nothing-to-do' && draft.accepted.length === 0);
  return {
    verdict,
    ...(note === undefined ? {} : { note }),
    moved: draft.moved.map(container => container.name),
    edits,
    removed: draft.removed,
    manual: draft.manual,
    ...(draft.accepted.length > 0 ? { accepted: draft.accepted } : {}),
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
  awaitFollowedFiles(draft);
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
  adviseOnServers(draft);
  adviseOnRestartPolicies(draft);
  adviseOnLackingSelector(draft);
  adviseOnAfterWork(draft);
  adviseOnMesh(draft, gated);
  notesForMoved(draft, gated, () => recognizeNow(draft));
}

/** The pod with the edits so far. */
function podNow(draft: Draft): PodModel {
  const edits = draft.allEdits();
  return edits.length === 0 ? draft.pod : podAfter(draft, applyToData(draft.pod.manifest, edits));
}

function refused(pod: PodModel, why: string): Plan {
  return { verdict: 'refused', moved: [], edits: [], removed: [], manual: [{ rule: null, why }], consequences: [], result: pod.manifest };
}

function recognizeNow(draft: Draft): Recognition {
  const { surroundings, ownPrograms } = draft.recognition;
  return new Recognition(podNow(draft), surroundings, ownPrograms);
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

function minimumVersion(pod: PodModel): string {
  return newest([FIRST_KUBERNETES, ...releasesNeededBy(pod)]);
}

function requestsOf(before: PodModel, after: PodModel): { readonly requests?: { readonly before: Requests; readonly after: Requests } } {
  try {
    return { requests: { before: EffectiveResources.of(before).requests, after: EffectiveResources.of(after).requests } };
  } catch {
    // A quantity cannot be parsed, for example because it is a placeholder.
    return {};
  }
}
