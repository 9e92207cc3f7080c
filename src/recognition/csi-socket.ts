import { hasPlace, MountedFolder, mountedFolder } from './mounted-folders';
import type { RecognizedPod } from './recognized';
import { settingsOf } from './settings';
import { isGiven, liesIn } from './shared-files';
import { listOf } from '../data/json';
import type { PodContainer, PodModel } from '../kubernetes/pod';

/** A path that ends like a socket, also behind the scheme of an address. */
const SOCKET = /^(?:unix:(?:\/\/)?)?(\/\S{1,400}\.sock)$/;

/**
 * The containers of a CSI driver: its helpers, and all that have the folder of the socket over which they call the driver; all of the pod where that folder is not seen. Who has no
 * part in it has to do with the driver only by what else is seen.
 */
export function containersOfDriver(recognition: RecognizedPod): ReadonlySet<PodContainer> {
  return recognition.once(findContainersOfDriver, recognition.pod);
}

function findContainersOfDriver(recognition: RecognizedPod, pod: PodModel): ReadonlySet<PodContainer> {
  const isHelper = (container: PodContainer) => recognition.program(container)?.direction === 'csi';
  const folders = pod.containers.filter(isHelper).flatMap(helper => socketFolders(recognition, helper));
  const hasSocket = ({ spec }: PodContainer) => listOf(spec.volumeMounts).some(mount => folders.some(folder => hasPlace(mount, folder)));
  return new Set(pod.containers.filter(container => folders.length === 0 || isHelper(container) || hasSocket(container)));
}

/** The folders of a helper in which a socket lies that it is told; all that the API does not fill where it is told none. */
function socketFolders(recognition: RecognizedPod, helper: PodContainer): MountedFolder[] {
  const given = new Set(listOf(recognition.pod.spec.volumes).filter(isGiven).map(({ name }) => name));
  const folders = listOf(helper.spec.volumeMounts).filter(({ name }) => !given.has(name)).map(mount => mountedFolder(helper, mount));
  const sockets = settingsOf(recognition, helper).flatMap(({ value }) => SOCKET.exec(value)?.[1] ?? []);
  const told = folders.filter(({ path }) => sockets.some(socket => liesIn(socket, path)));
  return told.length > 0 ? told : folders;
}
