import type { Helper } from './helpers';
import { LeftoverKind } from './leftovers/leftover';
import { PodView } from './pod-view';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Workarounds by which one container is ended, with how each is told of. */
const ENDINGS: readonly LeftoverKind[] = ['quit-call', 'shared-pid-kill', 'sentinel-file', 'wrapper'];

/** Containers that another one waits for, or makes end. */
export function helpersByWorkaround(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const { recognition } = view;
  if (!view.runsToCompletion) {
    // Who waits for whom tells nothing of a pod that runs forever: a helper may wait for its app.
    return [];
  }
  const waits = recognition.leftovers('wait-loop').flatMap(({ container, target, text }) => {
    const [from, to] = [named(view, container), named(view, target)];
    return from && to && !view.isAsker(from)
      ? [{ container: to, direction: 'outbound' as const, why: `'${from.name}' waits for it (${text})`, neverEnds: view.neverEnds(to) }]
      : [];
  });
  // What ends the proxy of a mesh says nothing about those who stand here.
  const ended = ENDINGS.flatMap(kind => recognition.leftovers(kind)).filter(leftover => leftover.proxy === undefined);
  const goWithThem = new Set(ended.flatMap(leftover => leftover.accomplices ?? []));
  return [...waits, ...ended.flatMap(({ container, target, text }) => {
    const to = named(view, target) ?? onlyOther(view, container);
    return to && to.name !== container
      ? [{ container: to, direction: 'endless' as const, why: `'${container}' makes it end (${text})`, neverEnds: view.neverEnds(to) }]
      : [];
  })].filter(helper => !found.has(helper.container) && !goWithThem.has(helper.container.name));
}

/** Containers that never end by themselves, beside work that does. */
export function helpersByLoop(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const mains = view.runners.filter(container => container.role === ContainerRole.MAIN && !found.has(container));
  if (!view.runsToCompletion || mains.length < 2) {
    return [];
  }
  // In a bare pod a server may well be what the pod is there for.
  const endless = mains.filter(main => (view.recognition.pod.job ? view.neverEnds(main) : view.recognition.isEndless(main) && !isIdle(view, main)));
  return endless.length === mains.length ? [] : endless.map(container => ({
    container,
    direction: 'endless',
    why: view.recognition.isEndless(container) ? 'its command never ends by itself' : 'its image is a server',
    neverEnds: true,
  }));
}

/** A container of a bare pod that does nothing waits for somebody to run something in it, as build agents do. */
function isIdle({ recognition }: PodView, container: PodContainer): boolean {
  const run = recognition.commands(container).find(command => command.moment === 'run');
  return /(^|\s)(sleep \w+|tail -f \/dev\/null)\s*$/.test(run?.words.join(' ') ?? '');
}

function named(view: PodView, name: string | undefined): PodContainer | undefined {
  return view.runners.find(container => container.name === name);
}

/** In a pod of two ordinary containers, the other one. */
function onlyOther({ runners }: PodView, name: string): PodContainer | undefined {
  const mains = runners.filter(container => container.role === ContainerRole.MAIN);
  const other = mains.find(container => container.name !== name);
  return mains.length === 2 && mains.some(container => container.name === name) ? other : undefined;
}
