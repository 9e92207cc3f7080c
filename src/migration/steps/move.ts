import { followedPattern } from './followed-files';
import { staysShut } from './shut-probe';
import { takesPort } from './store-port';
import { DOES, whyMoved } from './why-moved';
import { Direction } from '../../knowledge/programs/program';
import { sortByOrder } from '../../kubernetes/order';
import { PodContainer } from '../../kubernetes/pod';
import { worksAfter } from '../../recognition/after-work';
import { completes } from '../../recognition/completion';
import { Helper } from '../../recognition/helper';
import { interceptions } from '../../recognition/helpers-by-interception';
import { hookCallersOf } from '../../recognition/hook-calls';
import { vainCallsOf } from '../../recognition/init-calls';
import { lacksSelector } from '../../recognition/partial';
import { viewOf } from '../../recognition/pod-view';
import { timeLimitOf } from '../../recognition/time-limit';
import { usesAmong } from '../../recognition/uses';
import { hardCodedProxyOf } from '../../rules/leftovers/injected-by-hand';
import { isMeantAsSidecar } from '../../rules/order/restart-policy-of-container';
import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/** The app depends on it, or it ships what the app writes. */
const MOVED: ReadonlySet<Direction | 'endless'> = new Set(['outbound', 'shipper', 'content', 'endless']);

/** It also works as an ordinary container: moving it changes how it drains, so the user must ask for it. */
const OPTIONAL: ReadonlySet<Direction | 'endless'> = new Set(['inbound', 'observer', 'reloader']);

/** Chooses the containers that become native sidecars. */
export function chooseMoved(draft: Draft): void {
  const candidates = draft.recognition.helpers.filter(helper => helper.container.role === 'main' && isMoved(draft, helper)
    && !isAccepted(draft, helper) && !followsPattern(draft, helper) && !isAfterWork(draft, helper)
    && !takesPort(draft, helper.container) && !staysShut(draft, helper.container));
  const moving = candidates.map(helper => helper.container.name);
  const staying = draft.pod.mains.filter(main => !moving.includes(main.name) && !draft.dropped.has(main.name));
  if (moving.length === 0) {
    return;
  }
  if (staying.length === 0) {
    draft.note('NS201', `all of its containers (${moving.join(', ')}) look like helpers, so it is unclear which one is the app: move the helpers by hand`);
    return;
  }
  // What all traffic goes through starts before all that sends any. A shipper must stop last, so it starts first: then nothing that the other sidecars write is lost.
  const proxies = new Set(interceptions(viewOf(draft.recognition)).map(({ proxy }) => proxy));
  const rank = (helper: Helper) => proxies.has(helper.container) ? 0 : isShipper(helper) ? 1 : 2;
  const ordered = [...candidates].sort((one, other) => rank(one) - rank(other));
  draft.moved.push(...neededFirst(draft, ordered.map(helper => helper.container)));
}

/** A container that another one needs starts before it; otherwise, and where containers need each other, the order stays. */
function neededFirst(draft: Draft, containers: readonly PodContainer[]): readonly PodContainer[] {
  if (containers.length < 2) {
    return containers;
  }
  const sorted = sortByOrder(containers, usesAmong(draft.recognition, containers).map(({ from, to }) => ({ item: from.name, after: to.name })));
  return sorted.kind === 'sorted' ? sorted.items : containers;
}

/** Whether a wait for a file of the work keeps the container where it is: what it does then would be lost. */
function isAfterWork(draft: Draft, helper: Helper): boolean {
  return worksAfter(draft.recognition).some(({ container }) => container === helper.container);
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
  const places = placesBeforeInits(draft);
  for (const container of draft.moved) {
    const helper = draft.recognition.helper(container.name)!;
    const rule = moveRule(draft);
    const path = draft.pathOf(container);
    const at = places.get(container);
    draft.add({ kind: 'move', path, to: 'initContainers', ...(at === undefined ? {} : { at }), rule, why: whyMoved(draft, helper) });
    draft.add({
      kind: 'set',
      path: [...path, 'restartPolicy'],
      value: 'Always',
      after: ['image', 'name'],
      rule,
      why: `makes '${container.name}' a native sidecar, which starts before the app and stops after it`,
    });
    const limit = timeLimitOf(draft.recognition, container);
    if (limit !== undefined) {
      draft.note(rule, `'${container.name}' exits after its time limit (${limit.text}), and the kubelet restarts a native sidecar that exits: remove the limit by hand if it was only there so that the pod ends`);
    }
  }
}

/**
 * Where a container must stand among the init containers: before the first that calls or awaits it, which has never worked, and so must what it needs itself. All others
 * start when they did before, behind the init containers.
 */
function placesBeforeInits({ moved, recognition }: Draft): ReadonlyMap<PodContainer, number> {
  const inits = recognition.pod.containers.filter(({ role }) => role !== 'main');
  const places = new Map<PodContainer, number>();
  inits.forEach((init, index) => {
    const used = init.role === 'init'
      ? [...vainCallsOf(recognition, init).map(({ to }) => to.name), ...recognition.leftovers('wait-loop').filter(({ container }) => container === init.name).map(({ target }) => target)]
      : [];
    moved.filter(container => used.includes(container.name) && !places.has(container)).forEach(container => places.set(container, index));
  });
  const uses = places.size === 0 ? [] : usesAmong(recognition, moved);
  for (const container of [...moved].reverse().filter(one => !places.has(one))) {
    const callers = uses.filter(({ from, to }) => to === container && places.has(from)).map(({ from }) => places.get(from)!);
    if (callers.length > 0) {
      places.set(container, Math.min(...callers));
    }
  }
  return places;
}

/** Whether a container stays where it is: it neither moves nor goes. */
export function stays({ moved, dropped }: Draft, container: PodContainer): boolean {
  return !moved.includes(container) && !dropped.has(container.name);
}

/** Notes the helpers that are moved only on request, or never. */
export function adviseOnOthers(draft: Draft): void {
  for (const { container, direction, program, why, isUnclear } of draft.recognition.helpers) {
    if (container.role !== 'main' || isUnclear || !stays(draft, container)) {
      continue;
    }
    if (direction === 'inbound') {
      draft.note('NS201', `'${container.name}' ${DOES.inbound} (${why}) and can stay an ordinary container: pass --include optional to move it. As a native sidecar it starts before the app and stops after it, so the app then needs a pre-stop delay`);
    } else if (direction === 'observer' || direction === 'reloader') {
      draft.note('NS201', `'${container.name}' ${DOES[direction]} (${why}), ${need(draft, container)}: pass --include optional to move it`);
    } else if (direction === 'mesh') {
      const mesh = hardCodedProxyOf(draft.recognition, container);
      const what = mesh ? `'${container.name}' is a hard-coded proxy of ${mesh.name}` : `the injector${program ? ` of ${program.name}` : ''} added '${container.name}'`;
      draft.note('NS513', `${what}: do not move it by hand, but inject it again with native sidecars turned on`);
    } else if (direction === 'after-main') {
      draft.note('NS401', `'${container.name}' works after the app has exited (${why}): as a native sidecar it receives SIGTERM at that moment and must then do its work`);
    }
  }
}

/** Whether the app needs a helper that observes it or tells it of something, as a part of a sentence. */
function need(draft: Draft, container: PodContainer): string {
  const [caller] = hookCallersOf(draft.recognition, container);
  return caller
    ? `and the preStop hook of '${caller.name}' calls it. It can stay an ordinary container if it runs until that hook ends`
    : 'which does not need it, and can stay an ordinary container';
}

/** Notes that what moved stands in a workload which the API server rejects as it is, and which may be laid over another one. */
export function adviseOnLackingSelector(draft: Draft): void {
  if (draft.moved.length > 0 && lacksSelector(draft.pod.manifest, draft.pod._found.workload)) {
    draft.note(moveRule(draft), `${draft.pod.kind} '${draft.pod.name ?? ''}' has no selector, so the API server rejects it as it is: if it is a patch, migrate what it patches instead, otherwise complete it`);
  }
}

/** Notes the ordinary containers that somebody takes for native sidecars, because they have the field that makes one of an init container. */
export function adviseOnRestartPolicies(draft: Draft): void {
  for (const { name } of draft.pod.mains.filter(main => stays(draft, main) && isMeantAsSidecar(draft.pod, main))) {
    draft.note('NS205', `'${name}' has restartPolicy: Always, which makes a native sidecar only of an init container: if it is one, move it to initContainers by hand, otherwise remove the field`);
  }
}

/** The rule by which helpers of a pod become native. */
export function moveRule({ recognition }: Draft): string {
  return completes(recognition) ? 'NS401' : 'NS201';
}

function isMoved(draft: Draft, { direction }: Helper): boolean {
  return MOVED.has(direction) || (OPTIONAL.has(direction) && (completes(draft.recognition) || draft.options.includeOptional === true));
}

function isShipper({ direction }: Helper): boolean {
  return direction === 'shipper';
}
