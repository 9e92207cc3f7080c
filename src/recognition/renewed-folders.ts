import { asSeenBy, writtenFiles } from './file-ties';
import { hasPlace, mountedFolder } from './mounted-folders';
import { isProbed, PodView, sameImage, viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';
import { canWrite, SharedFolder, sharedFolders } from './shared-files';
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
  return folders.flatMap((folder): RenewedFolder[] => {
    const { container: helper, volume, readOnly } = folder;
    const init = readOnly || view.faces(helper) || isProbed(helper) ? undefined : inits.find(one => sameImage(one, helper) && mounts(one, folder));
    const readers = init ? folders.filter(other => other.place === folder.place && !sameImage(other.container, helper)) : [];
    const [reader] = readers.filter(({ container }) => view.program(container)?.direction !== 'inbound');
    return init && reader ? [{ app: reader.container, helper, init, volume }] : [];
  });
}

/** An init container that is seen writing the first files into a folder that another container keeps filling. */
export interface FirstFiles {
  readonly init: PodContainer;
  readonly volume: string;
}

/** The init container that brings the first files of a container that keeps bringing them; undefined when none is seen. */
export function firstFilesOf(recognition: RecognizedPod, helper: PodContainer): FirstFiles | undefined {
  return recognition.once(findFirstFiles, helper);
}

function findFirstFiles(recognition: RecognizedPod, helper: PodContainer): FirstFiles | undefined {
  const inits = recognition.pod.containers.filter(({ role }) => role === ContainerRole.INIT);
  return inits.flatMap(init => listOf(init.spec.volumeMounts).flatMap((mount): FirstFiles[] => {
    const folder = mountedFolder(init, mount);
    const isFirst = !folder.readOnly && canWrite(helper, folder) && writesFirst(viewOf(recognition), folder, helper);
    return isFirst ? [{ init, volume: folder.volume }] : [];
  }))[0];
}

/** Whether an init container writes files that the other one may write again: where a script shows which ones that writes, one of them. */
function writesFirst(view: PodView, first: SharedFolder, helper: PodContainer): boolean {
  const own = sharedFolders(view.recognition.pod, view.runners).filter(({ container, place }) => container === helper && place === first.place);
  const again = own.flatMap(folder => writtenFiles(view, folder).map(file => asSeenBy(first, file, folder)));
  return writtenFiles(view, first).some(file => again.length === 0 || again.includes(file));
}

function mounts({ spec }: PodContainer, folder: SharedFolder): boolean {
  return listOf(spec.volumeMounts).some(mount => hasPlace(mount, folder));
}
