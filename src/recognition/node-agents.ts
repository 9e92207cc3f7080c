import { PodView } from './pod-view';
import { sharedFolders } from './shared-files';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

/** Where a node keeps the logs of its containers and of its system. */
const NODE_LOGS = /^\/(var\/log|var\/lib\/(docker|containerd)|run\/(log|journal)|journal)(\/|$)/;

/**
 * Whether a container runs on every node and reads the node's own files, or is reached through a port of the node: it does not serve the container beside it,
 * though they may share a folder for a token.
 */
export function readsNode({ recognition: { pod }, runners }: PodView, container: PodContainer): boolean {
  if (!pod._found.workload.onEveryNode) {
    return false;
  }
  const mounted = new Set(listOf(container.spec.volumeMounts).map(mount => mount.name));
  const ofNode = listOf(pod.spec.volumes).filter(volume => mounted.has(volume.name) && volume.hostPath !== undefined);
  return listOf(container.spec.ports).some(({ hostPort }) => hostPort !== undefined)
    || ofNode.some(volume => NODE_LOGS.test(String(volume.hostPath.path)))
    || (ofNode.length > 0 && !sharedFolders(pod, runners).some(folder => folder.container === container));
}
