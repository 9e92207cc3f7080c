import { App } from './app-sign';
import { mountedFolder } from './mounted-folders';
import { hasDevices, PodView } from './pod-view';
import { canWrite, mountsLastingVolume } from './shared-files';
import { isStoreHere } from './stores';
import { listOf } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/**
 * The container that the others call and that has what an app has: devices, data of its own or data that an init container prepares for it, several callers that call nothing
 * else. One of these may also be a helper's; two are not. A database or a known program may have all of them, and serve the app.
 */
export function calledApp(view: PodView, mains: readonly PodContainer[]): App | undefined {
  const found = mains.flatMap((main): App[] => {
    const signs = isOwnProgram(view, main) ? signsOf(view, mains, main) : [];
    return signs.length > 1 ? [{ container: main, sign: 'weight', why: `${signs.slice(0, -1).join(', ')} and ${signs.at(-1)}` }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function isOwnProgram(view: PodView, container: PodContainer): boolean {
  return view.program(container) === undefined && !isStoreHere(container);
}

/** What a called container has that apps have, as sentences without their ends. */
function signsOf(view: PodView, mains: readonly PodContainer[], app: PodContainer): string[] {
  const { calls } = view.loopback;
  const incoming = calls.filter(call => call.to === app && call.from !== app && mains.includes(call.from) && !call.byElimination);
  const callers = [...new Set(incoming.map(({ from }) => from))];
  const needsNothing = !calls.some(call => call.from === app && callers.includes(call.to));
  if (callers.length === 0 || !needsNothing || incoming.some(call => call.isMeans) || callers.some(caller => view.targets.has(caller))) {
    return [];
  }
  const { pod } = view.recognition;
  const keeps = mountsLastingVolume(pod, app) && !callers.some(caller => mountsLastingVolume(pod, caller));
  const isForAll = callers.length > 1 && callers.every(caller => calls.every(call => call.from !== caller || call.to === app));
  return [
    ...(hasDevices(app) ? ['it requests devices'] : []),
    ...(keeps ? ['it keeps data'] : isPrepared(view, app) ? ['an init container prepares a volume of it'] : []),
    ...(isForAll ? [`${callers.map(({ name }) => `'${name}'`).join(' and ')} call nothing else`] : []),
  ];
}

/** Whether an init container can write a volume of a container. */
function isPrepared({ recognition: { pod } }: PodView, container: PodContainer): boolean {
  const own = listOf(container.spec.volumeMounts).map(mount => mountedFolder(container, mount));
  return pod.containers.some(init => init.role === ContainerRole.INIT && own.some(folder => canWrite(init, folder)));
}
