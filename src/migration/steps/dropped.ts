import { adviseOnWrapperRemains } from './wrapper-remains';
import { isObject, JsonObject } from '../../data/json';
import { Edit } from '../../edits/edit';
import { Draft, samePath } from '../draft';

/** Removes the containers that only serve a workaround. */
export function removeDropped(draft: Draft): void {
  const { pod } = draft;
  for (const container of pod.containers.filter(one => draft.dropped.has(one.name))) {
    const leftover = (['shared-pid-kill', 'wrapper', 'smuggled-sleep'] as const)
      .flatMap(kind => draft.recognition.leftovers(kind)).find(one => one.dedicatedContainers?.includes(container.name));
    draft.add({
      kind: 'remove',
      path: draft.pathOf(container),
      emptied: 'goes',
      rule: leftover?.kind === 'wrapper' ? 'NS502' : leftover?.kind === 'smuggled-sleep' ? 'NS512' : 'NS505',
      why: `'${container.name}' only serves a workaround (${leftover?.text ?? 'see the rule'}) that is no longer needed`,
    });
    draft.removed.push(`container '${container.name}'`);
  }
}

/** Removes the volumes of the pod that no container mounts anymore, and names what else of the input is unused without a wrapper. */
export function removeUnusedVolumes(draft: Draft): void {
  adviseOnWrapperRemains(draft);
  const { pod } = draft;
  const edits = draft.allEdits();
  const volumes: unknown[] = Array.isArray(pod.spec.volumes) ? pod.spec.volumes : [];
  volumes.forEach((volume, index) => {
    if (!isObject(volume)) {
      return;
    }
    const mounts = pod.containers.flatMap(container => mountPaths(container.spec, volume.name).map(mount => ({ container, mount })));
    const left = mounts.filter(({ container, mount }) => !draft.dropped.has(container.name)
      && !edits.some(edit => edit.kind === 'remove' && samePath(edit.path, [...draft.pathOf(container), 'volumeMounts', mount])));
    if (mounts.length > 0 && left.length === 0) {
      draft.add({
        kind: 'remove',
        path: [...draft.specPath, 'volumes', index],
        emptied: 'goes',
        rule: reasonOf(edits),
        why: `no container mounts the volume '${volume.name}' anymore`,
      });
      if (isObject(volume.configMap)) {
        draft.note(reasonOf(edits), `${pod.title} no longer uses the ConfigMap '${String(volume.configMap.name)}': delete it if nothing else uses it`);
      }
    }
  });
}

function mountPaths(container: JsonObject, volume: unknown): number[] {
  const mounts: unknown[] = Array.isArray(container.volumeMounts) ? container.volumeMounts : [];
  return mounts.flatMap((mount, index) => isObject(mount) && mount.name === volume ? [index] : []);
}

function reasonOf(edits: readonly Edit[]): string {
  return edits.find(edit => edit.kind === 'remove')?.rule ?? 'NS505';
}
