import { isProbed, PodView, sameImage } from './pod-view';
import { sharedFolders } from './shared-files';
import { listOf } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A folder that an init container fills, and that a container of the same image can fill again for another one. */
export interface RenewedFolder {
  readonly app: PodContainer;
  readonly helper: PodContainer;
  readonly init: PodContainer;
  readonly volume: string;
}

/** Folders that one container may renew for another one: an init container of its image has filled them. An app with an init container of its own image has ports or probes. */
export function renewedFolders(view: PodView): RenewedFolder[] {
  const inits = view.recognition.pod.containers.filter(({ role }) => role === ContainerRole.INIT);
  const folders = inits.length === 0 ? [] : sharedFolders(view.recognition.pod, view.runners);
  return folders.flatMap(({ container: helper, volume, readOnly }): RenewedFolder[] => {
    const init = readOnly || view.faces(helper) || isProbed(helper) ? undefined : inits.find(one => sameImage(one, helper) && mounts(one, volume));
    const readers = init ? folders.filter(other => other.volume === volume && !sameImage(other.container, helper)) : [];
    const [reader] = readers.filter(({ container }) => view.program(container)?.direction !== 'inbound');
    return init && reader ? [{ app: reader.container, helper, init, volume }] : [];
  });
}

function mounts({ spec }: PodContainer, volume: string): boolean {
  return listOf(spec.volumeMounts).some(({ name }) => name === volume);
}
