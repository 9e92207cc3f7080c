import { hasPlace, MountedFolder, mountedFolder, VolumePlace, withInnerFolders } from './mounted-folders';
import { isObject, JsonObject, listOf } from '../data/json';
import { PodModel, PodContainer } from '../kubernetes/pod';

/** A folder that several containers have, as one of them sees it. */
export type SharedFolder = MountedFolder;

/** The folders in emptyDirs of a pod, or in other volumes, that more than one of the containers have, container by container. */
export function sharedFolders(pod: PodModel, containers: readonly PodContainer[], isFolder = isEmptyDir): SharedFolder[] {
  const volumes = new Set([...listOf(pod.spec.volumes), ...claimsOf(pod)].filter(isFolder).map(volume => volume.name));
  if (volumes.size === 0) {
    return [];
  }
  const mounts = ({ spec }: PodContainer) => listOf(spec.volumeMounts).filter(mount => volumes.has(mount.name));
  const folders = withInnerFolders(containers.flatMap(container => mounts(container).map(mount => mountedFolder(container, mount))));
  const first = new Map<string, PodContainer>();
  const shared = new Set<string>();
  for (const { place, container } of folders) {
    if ((first.get(place) ?? container) !== container) {
      shared.add(place);
    }
    first.set(place, first.get(place) ?? container);
  }
  return folders.filter(({ place }) => shared.has(place));
}

/** The volumes that a StatefulSet claims for each of its pods, as they stand in the pod. */
function claimsOf(pod: PodModel): JsonObject[] {
  return listOf(pod.manifest.spec?.volumeClaimTemplates).map(claim => ({ name: claim.metadata?.name, persistentVolumeClaim: {} }));
}

/** A volume without a source is an emptyDir, too. */
function isEmptyDir(volume: JsonObject): boolean {
  return volume.emptyDir !== undefined || Object.keys(volume).every(key => key === 'name');
}

/** Whether containers can write to a volume, and it is no folder of a node's system. */
export function isWritable(volume: JsonObject): boolean {
  return isEmptyDir(volume) || isLasting(volume);
}

/** Whether containers may share sockets in a volume: it is empty at first, or a folder of the node that is not one of its system's. */
export function holdsSockets(volume: JsonObject): boolean {
  return isEmptyDir(volume) || keptOnNode(volume) || OWN_RUN_FOLDER.test(String(volume.hostPath?.path));
}

/** Whether the files of a volume come from the API, so that no container writes them. */
export function isGiven(volume: JsonObject): boolean {
  return Boolean(volume.secret ?? volume.configMap ?? volume.projected ?? volume.downwardAPI);
}

/** Whether a file is a log by its name, or by that of a folder. */
export function isLogFile(path: string): boolean {
  return /(^|[/._-])logs?([/._-]|$)/i.test(path) && !/\.html?$/.test(path);
}

/** Whether a container has a folder where programs write their logs. */
export function isOfLogs({ path }: SharedFolder): boolean {
  return isLogFile(path);
}

/** Whether a path lies in a folder. */
export function liesIn(path: string, folder: string): boolean {
  const base = folder.replace(/(?<!\/)\/+$/, '');
  return path === base || path.startsWith(`${base}/`);
}

/** Whether a container has a folder or a file of a volume, or a part of it, and can write there. */
export function canWrite({ spec }: PodContainer, place: VolumePlace): boolean {
  return listOf(spec.volumeMounts).some(mount => mount.readOnly !== true && hasPlace(mount, place));
}

/** Folders of a node that belong to its system. */
const SYSTEM = /^\/(dev|proc|sys|etc|run|boot|lib|usr|var\/(run|log|lib\/(docker|kubelet|containers?)))(\/|$)|^\/$/;

/** A folder among those where a node's system has its sockets that is not known to be one of them. */
const OWN_RUN_FOLDER = /^\/(?:var\/)?run\/(?!(?:containerd|docker|crio|cri-\w+|podman|k3s|k0s|udev|dbus|systemd|netns|secrets|lock|openvswitch|kubelet|nvidia|libvirt)\b)[\w-]+\/?$/;

/** Whether a volume is a folder of the node that may keep data of a pod. */
function keptOnNode({ hostPath }: JsonObject): boolean {
  return isObject(hostPath) && !SYSTEM.test(String(hostPath.path)) && !/Socket|File|Device/.test(String(hostPath.type ?? ''));
}

function isLasting(volume: JsonObject): boolean {
  return Boolean(volume.persistentVolumeClaim ?? volume.ephemeral ?? volume.nfs ?? keptOnNode(volume));
}

/** Whether a container mounts a volume that outlives the pod, and can write it. */
export function mountsLastingVolume(pod: PodModel, container: PodContainer): boolean {
  const claims = [...listOf(pod.spec.volumes), ...claimsOf(pod)]
    .filter(isLasting).map(volume => volume.name);
  return claims.length > 0 && listOf(container.spec.volumeMounts).some(mount => claims.includes(mount.name) && mount.readOnly !== true);
}
