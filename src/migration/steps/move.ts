import { Direction } from '../../knowledge/programs/program';
import { sortByOrder } from '../../kubernetes/order';
import { PodContainer } from '../../kubernetes/pod';
import { Helper } from '../../recognition/helpers';
import { unclearCalls } from '../../recognition/helpers-by-call';
import { acknowledgmentOf } from '../../rules/engine/acknowledgment';
import { Draft } from '../draft';

/** The app depends on it, or it takes away what the app leaves behind. */
const MOVED: ReadonlySet<Direction | 'endless'> = new Set(['outbound', 'shipper', 'content', 'endless']);

/** It works as an ordinary container too: to move it changes how it drains, so the user must ask for it. */
const OPTIONAL: ReadonlySet<Direction | 'endless'> = new Set(['inbound', 'observer', 'reloader']);

/** Chooses the containers that become native sidecars. */
export function chooseMoved(draft: Draft): void {
  const candidates = draft.recognition.helpers.filter(helper => helper.container.role === 'main' && isMoved(draft, helper) && !isAccepted(draft, helper));
  const moving = candidates.map(helper => helper.container.name);
  const staying = draft.pod.mains.filter(main => !moving.includes(main.name) && !draft.dropped.has(main.name));
  if (moving.length === 0) {
    return;
  }
  if (staying.length === 0) {
    draft.note('NS201', `all of its containers (${moving.join(', ')}) look like helpers, so it cannot be told which one is the app: say which by moving the others by hand`);
    return;
  }
  // A shipper stops last, so it starts first: behind it nothing is lost of what the other sidecars write.
  const [shippers, others] = [candidates.filter(isShipper), candidates.filter(helper => !isShipper(helper))];
  draft.moved.push(...calledFirst(draft, [...shippers, ...others].map(helper => helper.container)));
}

/** Who is called by another one starts before it; otherwise, and among those who call each other, the order stays. */
function calledFirst(draft: Draft, containers: readonly PodContainer[]): readonly PodContainer[] {
  if (containers.length < 2) {
    return containers;
  }
  const calls = draft.recognition.loopback.calls.filter(({ from, to }) => from !== to && containers.includes(from) && containers.includes(to));
  const sorted = sortByOrder(containers, calls.map(({ from, to }) => ({ item: from.name, after: to.name })));
  return sorted.kind === 'sorted' ? sorted.items : containers;
}

/** What somebody accepts as it is stays so. */
function isAccepted(draft: Draft, { container }: Helper): boolean {
  const rule = draft.pod.runsToCompletion ? 'NS401' : 'NS201';
  const reason = draft.options.acceptedBecause?.(container.name, rule) ?? acknowledgmentOf(draft.pod.manifest, rule);
  if (reason !== undefined) {
    draft.note(rule, `'${container.name}' stays an ordinary container, because ${rule} is accepted for it: ${reason}`);
  }
  return reason !== undefined;
}

/** Writes the moves. */
export function moveContainers(draft: Draft): void {
  for (const container of draft.moved) {
    const helper = draft.recognition.helper(container.name)!;
    const rule = draft.pod.runsToCompletion ? 'NS401' : 'NS201';
    const path = draft.pathOf(container);
    draft.add({ kind: 'move', path, to: 'initContainers', rule, why: whyMoved(draft, helper) });
    draft.add({
      kind: 'set',
      path: [...path, 'restartPolicy'],
      value: 'Always',
      after: ['image', 'name'],
      rule,
      why: `makes '${container.name}' a native sidecar: it starts before the app and is stopped after it`,
    });
  }
}

/** Says what is left to a person: helpers that are only moved on request, or never. */
export function adviseOnOthers(draft: Draft): void {
  for (const { container, direction, program, why } of draft.recognition.helpers) {
    if (container.role !== 'main' || draft.moved.includes(container) || draft.dropped.has(container.name)) {
      continue;
    }
    if (direction === 'inbound') {
      draft.note('NS201', `'${container.name}' stands in front of the app (${why}): it may stay; as a native sidecar it is up before the app and the app stops first, so the app then needs a pre-stop delay. --include optional moves it`);
    } else if (OPTIONAL.has(direction)) {
      draft.note('NS201', `'${container.name}' looks at the app (${why}) and the app does not need it: it may stay. --include optional moves it`);
    } else if (direction === 'mesh') {
      draft.note('NS513', `'${container.name}' was written by the injector${program ? ` of ${program.name}` : ''}: do not move it by hand, inject it again with native sidecars switched on`);
    } else if (direction === 'after-main') {
      draft.note('NS401', `'${container.name}' works once the app has ended (${why}): as a native sidecar it gets SIGTERM at that moment and must do its work then`);
    }
  }
}

/** Says of whom it cannot be told whether the others depend on it. */
export function adviseOnUnclear(draft: Draft): void {
  for (const { from, to, text } of unclearCalls(draft.recognition)) {
    draft.note('NS201', `'${from.name}' calls '${to.name}' (${text}), and it cannot be told which of them is there for the other: if it is '${to.name}', make it a native sidecar by hand`);
  }
}

function isMoved(draft: Draft, { direction }: Helper): boolean {
  return MOVED.has(direction) || (OPTIONAL.has(direction) && (draft.pod.runsToCompletion || draft.options.includeOptional === true));
}

function isShipper({ direction }: Helper): boolean {
  return direction === 'shipper';
}

function whyMoved(draft: Draft, { container, why, neverEnds }: Helper): string {
  const thing = draft.pod.job ? 'Job' : 'pod';
  return draft.pod.runsToCompletion
    ? `'${container.name}' ${neverEnds ? `never ends by itself and would keep the ${thing} alive` : `keeps the ${thing} alive unless it ends by itself`} (${why})`
    : `'${container.name}' must be up before the app and outlive it (${why})`;
}
