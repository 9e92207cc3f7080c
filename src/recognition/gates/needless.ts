import { listOf } from '../../data/json';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { writesFiles } from '../file-ties';
import { viewOf } from '../pod-view';
import type { RecognizedPod } from '../recognized';
import { mountedTexts } from '../settings';
import { isWritable, sharedFolders } from '../shared-files';

/** A port in a file: `port: 8000`, `http://localhost:8000`. */
const PORT = /(?:\bport["']?\s*[:=]\s*["']?|(?:localhost|127(?:\.\d{1,3}){3}):)(\d{2,5})\b/gi;

/** Whether nothing shows that a container listens, or that another one calls or awaits it. */
function isSilent(recognition: RecognizedPod, container: PodContainer): boolean {
  const { loopback } = recognition;
  return listOf(container.spec.ports).length === 0 && !loopback.hasPorts(container) && !loopback.calls.some(({ to }) => to === container)
    && !container.spec.readinessProbe && !container.spec.livenessProbe
    && !recognition.leftovers('wait-loop').some(({ target }) => target === container.name);
}

/** Whether the script of a container shows all that it does, and that is nothing for which another one could wait. What an unknown image does is not seen. */
export function isUnneeded(recognition: RecognizedPod, container: PodContainer): boolean {
  return isSeenWhole(recognition, container) && isSilent(recognition, container) && !bringsFiles(recognition, container);
}

/** Whether a container listens nowhere, and calls one of the app, or is told its port by a file: it can do its work only once that one runs. */
export function isFollower(recognition: RecognizedPod, container: PodContainer): boolean {
  const { loopback } = recognition;
  return isSilent(recognition, container) && !bringsFiles(recognition, container)
    && (loopback.calls.some(({ from, to, byElimination }) => from === container && to.role === ContainerRole.MAIN && !byElimination)
      || mountedTexts(recognition, container).some(text => namesPortOfApp(recognition, container, text)));
}

function namesPortOfApp({ loopback }: RecognizedPod, container: PodContainer, text: string): boolean {
  return [...text.matchAll(PORT)].some(([, port]) => loopback.ownerOf(Number(port), container)?.role === ContainerRole.MAIN);
}

/** Whether it may write files that others read: into a folder that they share, unless its script is there and writes none. */
function bringsFiles(recognition: RecognizedPod, container: PodContainer): boolean {
  const view = viewOf(recognition);
  const folders = sharedFolders(recognition.pod, view.runners, isWritable).filter(folder => folder.container === container && !folder.readOnly);
  return folders.some(folder => !isSeenWhole(recognition, container) || writesFiles(view, folder));
}

function isSeenWhole(recognition: RecognizedPod, container: PodContainer): boolean {
  return recognition.runCommand(container)?.script !== undefined && recognition.isEndless(container);
}
