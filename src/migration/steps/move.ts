import { followedPattern } from './followed-files';
import { Direction } from '../../knowledge/programs/program';
import { sortByOrder } from '../../kubernetes/order';
import { PodContainer } from '../../kubernetes/pod';
import { AFTER_WORK_CLEAR, worksAfter } from '../../recognition/after-work';
import { Helper } from '../../recognition/helper';
import { unclearServers, unclearTies } from '../../recognition/ties';
import { hardCodedProxyOf } from '../../rules/leftovers/injected-by-hand';
import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/** The app depends on it, or it ships what the app writes. */
const MOVED: ReadonlySet<Direction | 'endless'> = new Set(['outbound', 'shipper', 'content', 'endless']);

/** It also works as an ordinary container: moving it changes how it drains, so the user must ask for it. */
const OPTIONAL: ReadonlySet<Direction | 'endless'> = new Set(['inbound', 'observer', 'reloader']);

/** What a helper that can stay an ordinary container does, as a part of a sentence. */
const DOES = {
  inbound: "receives the app's traffic",
  observer: 'observes the app',
  reloader: 'tells the app of changed configuration',
} as const;

/** Chooses the containers that become native sidecars. */
export function chooseMoved(draft: Draft): void {
  const candidates = draft.recognition.helpers.filter(helper => helper.container.role === 'main' && isMoved(draft, helper)
    && !isAccepted(draft, helper) && !followsPattern(draft, helper));
  const moving = candidates.map(helper => helper.container.name);
  const staying = draft.pod.mains.filter(main => !moving.includes(main.name) && !draft.dropped.has(main.name));
  if (moving.length === 0) {
    return;
  }
  if (staying.length === 0) {
    draft.note('NS201', `all of its containers (${moving.join(', ')}) look like helpers, so it is unclear which one is the app: move the helpers by hand`);
    return;
  }
  // A shipper must stop last, so it starts first: then nothing that the other sidecars write is lost.
  const [shippers, others] = [candidates.filter(isShipper), candidates.filter(helper => !isShipper(helper))];
  draft.moved.push(...calledFirst(draft, [...shippers, ...others].map(helper => helper.container)));
}

/** A container that another one calls starts before it; otherwise, and where containers call each other, the order stays. */
function calledFirst(draft: Draft, containers: readonly PodContainer[]): readonly PodContainer[] {
  if (containers.length < 2) {
    return containers;
  }
  const calls = draft.recognition.loopback.calls.filter(({ from, to }) => from !== to && containers.includes(from) && containers.includes(to));
  const sorted = sortByOrder(containers, calls.map(({ from, to }) => ({ item: from.name, after: to.name })));
  return sorted.kind === 'sorted' ? sorted.items : containers;
}

/** Whether an accepted finding keeps the container where it is. */
function isAccepted(draft: Draft, { container }: Helper): boolean {
  return staysAccepted(draft, moveRule(draft), container.name, `'${container.name}' stays an ordinary container`);
}

/** Whether the container must first learn to wait for files that it follows by a pattern. */
function followsPattern(draft: Draft, { container }: Helper): boolean {
  const pattern = followedPattern(draft, container);
  if (pattern !== undefined) {
    draft.note('NS124', `'${container.name}' follows ${pattern} with tail -f, and a native sidecar starts before the app has written such a file: tail exits then, and the app may never start. `
      + 'Let its script wait until there is one, or name one file and use tail -F, and run migrate again');
  }
  return pattern !== undefined;
}

/** Writes the moves. */
export function moveContainers(draft: Draft): void {
  for (const container of draft.moved) {
    const helper = draft.recognition.helper(container.name)!;
    const rule = moveRule(draft);
    const path = draft.pathOf(container);
    draft.add({ kind: 'move', path, to: 'initContainers', rule, why: whyMoved(draft, helper) });
    draft.add({
      kind: 'set',
      path: [...path, 'restartPolicy'],
      value: 'Always',
      after: ['image', 'name'],
      rule,
      why: `makes '${container.name}' a native sidecar, which starts before the app and stops after it`,
    });
  }
}

/** Notes the helpers that are moved only on request, or never. */
export function adviseOnOthers(draft: Draft): void {
  for (const { container, direction, program, why } of draft.recognition.helpers) {
    if (container.role !== 'main' || draft.moved.includes(container) || draft.dropped.has(container.name)) {
      continue;
    }
    if (direction === 'inbound') {
      draft.note('NS201', `'${container.name}' ${DOES.inbound} (${why}) and can stay an ordinary container: pass --include optional to move it. As a native sidecar it starts before the app and stops after it, so the app then needs a pre-stop delay`);
    } else if (direction === 'observer' || direction === 'reloader') {
      draft.note('NS201', `'${container.name}' ${DOES[direction]} (${why}), which does not need it, and can stay an ordinary container: pass --include optional to move it`);
    } else if (direction === 'mesh') {
      const mesh = hardCodedProxyOf(draft.recognition, container);
      const what = mesh ? `'${container.name}' is a hard-coded proxy of ${mesh.name}` : `the injector${program ? ` of ${program.name}` : ''} added '${container.name}'`;
      draft.note('NS513', `${what}: do not move it by hand, but inject it again with native sidecars turned on`);
    } else if (direction === 'after-main') {
      draft.note('NS401', `'${container.name}' works after the app has exited (${why}): as a native sidecar it receives SIGTERM at that moment and must then do its work`);
    }
  }
}

/** Notes the containers of which it is unclear whether the others depend on them. */
export function adviseOnUnclear(draft: Draft): void {
  for (const { to, seen, clear } of unclearTies(draft.recognition)) {
    draft.note('NS201', `${seen}, and it is unclear which of them is the helper: if it is '${to.name}', make it a native sidecar by hand. ${wouldClear(clear)}`);
  }
}

/** What would make something clear, as a sentence without its end. */
function wouldClear(what: string): string {
  return `${what[0].toUpperCase()}${what.slice(1)} would make it clear`;
}

/** Notes the containers of a Job that may be servers. */
export function adviseOnServers(draft: Draft): void {
  for (const { container: { name }, seen } of unclearServers(draft.recognition).filter(one => !draft.dropped.has(one.container.name))) {
    draft.note('NS401', `${seen}, in a Job: unless it exits by itself, the Job never completes. If '${name}' serves the work, make it a native sidecar by hand, or list its image under 'sidecars' in the configuration`);
  }
}

/** Notes the containers that wait for a file of the work before they work themselves. */
export function adviseOnAfterWork(draft: Draft): void {
  const thing = draft.pod.job ? 'Job' : 'pod';
  for (const { container: { name }, writers, seen } of worksAfter(draft.recognition).filter(one => !draft.dropped.has(one.container.name))) {
    draft.note('NS401', `${seen}: if ${writers.map(writer => `'${writer.name}'`).join(', ')} exits without it, the ${thing} never completes. `
      + `As a native sidecar, '${name}' receives SIGTERM when the work ends, and must do its work then: change it so and make it native by hand, or keep both as they are. `
      + wouldClear(AFTER_WORK_CLEAR));
  }
}

/** The rule by which helpers of a pod become native. */
export function moveRule({ pod }: Draft): string {
  return pod.runsToCompletion ? 'NS401' : 'NS201';
}

function isMoved(draft: Draft, { direction }: Helper): boolean {
  return MOVED.has(direction) || (OPTIONAL.has(direction) && (draft.pod.runsToCompletion || draft.options.includeOptional === true));
}

function isShipper({ direction }: Helper): boolean {
  return direction === 'shipper';
}

function whyMoved(draft: Draft, { container, direction, why, neverEnds }: Helper): string {
  const thing = draft.pod.job ? 'Job' : 'pod';
  if (draft.pod.runsToCompletion) {
    return `'${container.name}' ${neverEnds ? `never exits on its own and would keep the ${thing} running` : `keeps the ${thing} running unless it exits on its own`} (${why})`;
  }
  return direction === 'inbound' || direction === 'observer' || direction === 'reloader'
    ? `'${container.name}' ${DOES[direction]} (${why}), and moves because you pass --include optional`
    : `'${container.name}' must be up before the app and outlive it (${why})`;
}
