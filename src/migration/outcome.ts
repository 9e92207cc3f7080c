import { Draft } from './draft';
import { patchRefusal } from './steps/patched';
import { follow, listOf } from '../data/json';
import { PodModel } from '../kubernetes/pod';
import { isPartialTemplate } from '../recognition/partial';
import { Recognition } from '../recognition/recognition';
import { quoted } from '../rules/engine/rule';

/** Why a pod is not complete enough to be planned for, as a part of a sentence; undefined when it is. */
export function incompleteBecause(pod: PodModel): string | undefined {
  if (isPartialTemplate(pod.manifest, pod._found)) {
    return 'is a patch, not a complete manifest: migrate what it patches';
  }
  const [bare] = pod._found.place.argo ? [] : pod.containers.filter(({ spec }) => spec.image === undefined || spec.image === null || spec.image === '');
  return bare && `is not complete, because container '${bare.name}' has no image: migrate the manifest that sets it`;
}

/** Why a pod cannot be changed as it was planned, as a part of a sentence; undefined when it can. */
export function refusalOf(draft: Draft, edits: number): string | undefined {
  return refusalOfKind(draft, edits) ?? patchRefusal(draft);
}

/** The object whose controller makes the object of a pod, such as the ReplicaSet of a Pod. */
function ownerOf({ manifest }: PodModel): string | undefined {
  const owner = listOf(follow(manifest, ['metadata', 'ownerReferences'])).find(({ controller }) => controller === true);
  return owner && `${String(owner.kind)}/${String(owner.name)}`;
}

const SAY_OTHERWISE = "to name a helper, list its image under 'sidecars' in the configuration";

/**
 * Who was taken for the app, so that a reader can disagree, and which entry of the configuration has no effect; undefined when there is nothing to tell.
 *
 * @param isIdle whether nothing is to be done in the pod
 */
export function appNote(recognition: Recognition, isIdle: boolean): string | undefined {
  const { pod, app } = recognition;
  const ignored = pod.mains.length > 1 ? ignoredEntry(recognition) : undefined;
  if (ignored !== undefined || !isIdle || pod.mains.length < 2) {
    return ignored;
  }
  return app
    ? `'${app.container.name}' is taken for the app (${app.why}), and nothing shows a helper that it needs: ${SAY_OTHERWISE}`
    : `nothing shows that one of ${quoted(pod.mains.map(main => main.name))} must start before another and stop after it: ${SAY_OTHERWISE}`;
}

/** What an entry of the configuration matches without making it a helper; undefined when there is no such container. */
function ignoredEntry(recognition: Recognition): string | undefined {
  const { pod, app } = recognition;
  const ignored = pod.mains.find(main => recognition.running(main)?.by === 'configuration' && recognition.helper(main.name) === undefined);
  const entry = ignored && `'${recognition.program(ignored)!.name}' under 'sidecars' in the configuration`;
  if (ignored && app?.container === ignored) {
    return `'${ignored.name}' is taken for the app (${app.why}), although ${entry} matches it: to make it a helper, name it there by 'container'`;
  }
  return ignored && `${entry} matches '${ignored.name}', which is no helper: no other container can be the app, or it exits on its own or runs something else`;
}

/** Why a pod of this kind cannot be changed as it was planned; undefined when it can. */
function refusalOfKind({ pod, moved }: Draft, edits: number): string | undefined {
  const { workload, place } = pod._found;
  const owner = edits > 0 ? ownerOf(pod) : undefined;
  if (owner !== undefined) {
    return `is not changed, because ${owner} creates it, and the change would not last: migrate ${owner}, or the object that owns it`;
  }
  if (place.argo && edits > 0) {
    return 'is an Argo template, not a pod template, so it is not changed: move its sidecars to its initContainers by hand, with restartPolicy: Always';
  }
  return moved.length > 0 ? workload.refusesNative : undefined;
}
