import type { Helper } from './helper';
import { LeftoverKind } from './leftovers/leftover';
import { PodView } from './pod-view';
import { mayServeWork } from './served-work';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Workarounds that stop a container. */
const ENDINGS: readonly LeftoverKind[] = ['quit-call', 'shared-pid-kill', 'sentinel-file', 'wrapper'];

/** Containers that another one waits for, or stops. */
export function helpersByWorkaround(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const { recognition } = view;
  if (!view.runsToCompletion) {
    // In a pod that runs forever a wait proves nothing: a helper may wait for its app.
    return [];
  }
  const waits = recognition.leftovers('wait-loop').flatMap(({ container, target, text }) => {
    const [from, to] = [named(view, container), named(view, target)];
    return from && to && !view.isAsker(from) && mayServeWork(view, from, to)
      ? [{ container: to, direction: 'outbound' as const, why: `'${from.name}' waits for it (${text})`, neverEnds: view.neverEnds(to) }]
      : [];
  });
  // A workaround that stops the proxy of a mesh proves nothing about the containers of this manifest.
  const ended = ENDINGS.flatMap(kind => recognition.leftovers(kind)).filter(leftover => leftover.proxy === undefined);
  const goWithThem = new Set(ended.flatMap(leftover => leftover.dedicatedContainers ?? []));
  return [...waits, ...ended.flatMap(({ container, target, text, candidates }) => {
    const to = named(view, target) ?? onlyOther(view, container);
    return to && to.name !== container && candidates?.includes(to.name) !== false
      ? [{ container: to, direction: 'endless' as const, why: `'${container}' stops it (${text})`, neverEnds: view.neverEnds(to) }]
      : [];
  })].filter(helper => !found.has(helper.container) && !goWithThem.has(helper.container.name));
}

/** Containers that never exit on their own, in a pod whose work does. */
export function helpersByLoop(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const mains = view.runners.filter(container => container.role === ContainerRole.MAIN && !found.has(container));
  if (!view.runsToCompletion || mains.length < 2) {
    return [];
  }
  // In a bare pod a server may well be the app.
  const endless = mains.filter(main => (view.recognition.pod.job ? view.neverEnds(main) : view.recognition.isEndless(main) && !isIdle(view, main)));
  const isWork = (main: PodContainer) => !endless.includes(main) && (view.recognition.pod.job !== undefined || !view.neverEnds(main));
  return !mains.some(isWork) ? [] : endless.map(container => ({
    container,
    direction: 'endless',
    why: view.recognition.isEndless(container) ? 'its command never exits on its own' : 'its image is a server',
    neverEnds: true,
  }));
}

/** A container of a bare pod that does nothing waits for commands from outside, as build agents do. */
function isIdle({ recognition }: PodView, container: PodContainer): boolean {
  const run = recognition.commands(container).find(command => command.moment === 'run');
  return /(^|\s)(sleep \w+|tail -f \/dev\/null)\s*$/.test(run?.words.join(' ') ?? '');
}

function named(view: PodView, name: string | undefined): PodContainer | undefined {
  return view.runners.find(container => container.name === name);
}

/** In a pod of two containers, the other one. A native sidecar may be meant as well as an ordinary container. */
function onlyOther({ runners }: PodView, name: string): PodContainer | undefined {
  const other = runners.find(container => container.name !== name);
  return runners.length === 2 && runners.every(({ role }) => role === ContainerRole.MAIN) ? other : undefined;
}
