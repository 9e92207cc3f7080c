import { PodView, sameImage } from './pod-view';
import { isGiven, isOfLogs, sharedFolders } from './shared-files';
import { isObject, JsonObject, listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

/** What a node keeps of its containers and of its system: logs, processes, the socket of its runtime; not the settings of its kernel. */
const OF_NODE = /^\/(var\/log|var\/lib\/(docker|containerd)|(var\/)?run\/(log|journal|docker|containerd|crio)|journal|proc(?!\/sys)|sys\/(fs\/cgroup|kernel))(\/|\.sock|$)|^\\\\\.\\pipe\\/;

/**
 * Whether a container works for the node: it reads the node's own files, or is reached through a port of the node. On every node, it does not serve the container
 * beside it, though they may share a folder for a token, unless it ships the logs of that one; elsewhere it does if they share any folder.
 */
export function readsNode(view: PodView, container: PodContainer): boolean {
  const { recognition: { pod }, runners } = view;
  const mounted = new Set(listOf(container.spec.volumeMounts).map(mount => mount.name));
  const ofNode = listOf(pod.spec.volumes).filter(volume => mounted.has(volume.name) && isObject(volume.hostPath));
  const reads = ofNode.some(volume => OF_NODE.test(String(volume.hostPath.path)));
  const shares = (isFolder?: (volume: JsonObject) => boolean) => sharedFolders(pod, runners, isFolder).some(folder => folder.container === container);
  if (!pod._found.workload.onEveryNode) {
    return reads && !shares(volume => !isGiven(volume));
  }
  const isOnNode = reads || listOf(container.spec.ports).some(({ hostPort }) => hostPort !== undefined) || (ofNode.length > 0 && !shares());
  return isOnNode && !shipsLogsBeside(view, container);
}

/** Whether a shipper of logs shares a folder of logs with another container that can write there, and ships none itself. */
function shipsLogsBeside(view: PodView, container: PodContainer): boolean {
  const isShipper = (one: PodContainer) => view.program(one)?.direction === 'shipper';
  const folders = isShipper(container) ? sharedFolders(view.recognition.pod, view.runners) : [];
  return folders.some(own => own.container === container && folders.some(other => other.place === own.place && !other.readOnly
    && !isShipper(other.container) && !sameImage(other.container, container) && (isOfLogs(own) || isOfLogs(other))));
}
