import { ScriptCuts } from './script-cuts';
import { follow } from '../../data/json';
import { EditReason } from '../../edits/edit';
import { meshOfProxy } from '../../knowledge/meshes/proxy-ports';
import { chosenMeshes } from '../../knowledge/meshes/two-meshes';
import { Leftover, LeftoverKind, Place } from '../../recognition/leftovers/leftover';
import { toldProxy } from '../../rules/leftovers/quit-call';
import { acceptance, staysAccepted } from '../accepted';
import { asJson, Draft } from '../draft';

/** The state of the plan when leftovers are removed. */
interface Situation {
  readonly draft: Draft;
  /** The native sidecars that will have a startup probe. */
  readonly gated: ReadonlySet<string>;
}

/** When a workaround can be removed, why, and the note for the user when it cannot. */
interface Removal {
  readonly kind: LeftoverKind;
  readonly rule: string;
  readonly name: string;
  readonly isNeedless: (leftover: Leftover, situation: Situation) => boolean;
  readonly why: (leftover: Leftover) => string;
  readonly otherwise: (leftover: Leftover, situation: Situation) => string | undefined;
  /** Whether to add the note even if the manifest has no native sidecar, because an injector may add one. */
  readonly isAlwaysSaid?: boolean;
}

const REMOVALS: readonly Removal[] = [
  {
    kind: 'wrapper',
    rule: 'NS502',
    name: 'wrapper',
    isNeedless: isAboutNative,
    why: ({ text }) => `${text} starts and stops containers in order, which Kubernetes does for native sidecars`,
    otherwise: ({ container, text }) => `${text} starts '${container}': once the sidecar that it waits for is native, run the real command directly`,
    isAlwaysSaid: true,
  },
  {
    kind: 'sentinel-file',
    rule: 'NS504',
    name: 'sentinel file',
    isNeedless: isAboutNative,
    why: ({ target, text, neededBy }) => `the kubelet stops '${target}' when the app has exited, so ${neededBy ? `'${target}' does not need ${text}` : `${text} is not needed`}`,
    otherwise: ({ container, target, text }) => `'${container}' tells ${target ? `'${target}'` : 'another container'} to exit through ${text}: the kubelet stops a native sidecar without it`,
  },
  {
    kind: 'shared-pid-kill',
    rule: 'NS505',
    name: 'kill through the shared process namespace',
    isNeedless: isAboutNative,
    why: ({ target }) => `the kubelet stops ${target ? `'${target}'` : 'the sidecar'} when the app has exited, so no container has to kill it`,
    otherwise: ({ container, text }) => `'${container}' kills processes of other containers (${text}): the kubelet stops a native sidecar without it`,
  },
  {
    kind: 'quit-call',
    rule: 'NS501',
    name: 'quit call',
    isNeedless: isQuitNeedless,
    why: ({ target }) => `the kubelet stops ${target ? `'${target}'` : 'the sidecar'} when the app has exited, and restarts a native sidecar that quits earlier`,
    otherwise: ({ container, text, target, proxy, port }, { draft }) => {
      const mesh = target === undefined && proxy !== undefined ? meshOfProxy(proxy, port) : undefined;
      const told = mesh && toldProxy(container, text, mesh, chosenMeshes(draft.options.mesh).some(({ facts }) => facts === mesh));
      return told ? `${told.message}: ${told.fix}` : `'${container}' tells a sidecar to quit (${text}): remove the call once that sidecar is native`;
    },
    isAlwaysSaid: true,
  },
  {
    kind: 'wait-loop',
    rule: 'NS113',
    name: 'wait loop',
    // If no container is known to answer, the app itself may do so.
    isNeedless: (leftover, situation) => (leftover.target ?? leftover.proxy) !== undefined && !leftover.asksBehind && isGated(leftover, situation),
    why: ({ target, proxy }) => `the app starts only once '${target ?? proxy}' is up`,
    otherwise: ({ container, target, text, asksBehind, port }) => asksBehind ? undefined : target === undefined
      ? `'${container}' waits until something answers (${text}): remove the wait if a native sidecar with a startup probe answers`
      : `'${container}' waits ${port === undefined ? `for a file of '${target}'` : `until '${target}' answers`} (${text}): keep the wait until '${target}' has a startup probe`,
  },
  {
    kind: 'blind-sleep',
    rule: 'NS114',
    name: 'sleep at the start',
    isNeedless: (leftover, situation) => !leftover.hasOtherReason && isGated(leftover, situation) && callsOnlyGated(leftover, situation),
    why: ({ container }) => `'${container}' starts only once its sidecars are up`,
    otherwise: ({ container, target, text, stays, hasOtherReason }) => hasOtherReason
      ? `the sleep at the start of '${container}' (${text}) stays, because ${stays}: remove it if it is only there to give '${target}' time to start`
      : `'${container}' sleeps to give '${target}' time to start (${text}): remove the sleep once '${target}' has a startup probe`,
  },
  {
    kind: 'start-barrier',
    rule: 'NS112',
    name: 'postStart hook as a barrier',
    isNeedless: ({ container, target = container, wait }, { gated }) => gated.has(container) && target === container && wait !== 'time',
    why: ({ container }) => `the startup probe of '${container}' delays the other containers`,
    otherwise: () => undefined,
  },
  {
    kind: 'kruise',
    rule: 'NS508',
    name: 'Kruise variable',
    isNeedless: ({ container }, { draft }) => draft.isNative(container),
    why: ({ container }) => `Kubernetes itself starts and stops '${container}' in order`,
    otherwise: ({ text }) => `${text} makes Kruise start or stop containers in order: native sidecars do not need it`,
  },
];

/** Whether all that a container calls will be up before it: it may also sleep for one that has no startup probe, or stays an ordinary container. */
function callsOnlyGated({ container }: Leftover, { draft, gated }: Situation): boolean {
  return draft.recognition.loopback.calls.every(({ from, to }) => from.name !== container || to.name === container || gated.has(to.name));
}

/** Removes the workarounds that are unnecessary once the sidecars are native, and notes those that the user has to remove. */
export function removeLeftovers(draft: Draft, gated: ReadonlySet<string>): void {
  const situation = { draft, gated };
  const needless = new Set(REMOVALS.flatMap(({ kind, rule, isNeedless }) =>
    draft.recognition.leftovers(kind)
      .filter(leftover => isNeedless(leftover, situation) && acceptance(draft, rule, leftover.container) === undefined)));
  const cuts = new ScriptCuts([...needless]);
  for (const removal of REMOVALS) {
    for (const leftover of draft.recognition.leftovers(removal.kind)) {
      if (!needless.has(leftover) && isNeedlessButAccepted(removal, leftover, situation)) {
        continue;
      } else if (!needless.has(leftover)) {
        const why = removal.otherwise(leftover, situation);
        if (leftover.asksBehind && draft.moved.some(({ name }) => name === leftover.target)) {
          draft.consequences.push(stillWaits(leftover));
        }
        if (why !== undefined && (draft.hasNatives || removal.isAlwaysSaid || leftover.proxy !== undefined)) {
          draft.note(removal.rule, why);
        }
      } else {
        const places = cuts.placesOf(leftover);
        remove(draft, removal, { ...leftover, places });
        if (places.length > 0 && places.every(({ configMap }) => configMap === undefined)) {
          draft.gone.add(leftover);
        }
        if (cuts.endsOtherwise(leftover)) {
          draft.consequences.push(otherEnd(removal, leftover));
        }
      }
    }
  }
}

function isNeedlessButAccepted({ rule, name, isNeedless }: Removal, leftover: Leftover, situation: Situation): boolean {
  return isNeedless(leftover, situation) && staysAccepted(situation.draft, rule, leftover.container, `the ${name} of '${leftover.container}' (${leftover.text}) stays`);
}

function stillWaits({ container, target, text, port }: Leftover): string {
  return `'${container}' still waits (${text}), because ${port === undefined
    ? `nothing shows that the startup probe of '${target}' waits for that file`
    : `that asks the database behind '${target}', which can answer later than '${target}'`}`;
}

function otherEnd({ name }: Removal, { container, moment }: Leftover): string {
  const who = moment === undefined || moment === 'run' ? `'${container}'` : `the ${moment} hook of '${container}'`;
  return `${who} now exits with the code of the last command that is left, so its failures show: the ${name} came last and hid them`;
}

/** Drops the containers that only serve a workaround. Runs first, so that they are not taken for helpers. */
export function dropDedicatedContainers(draft: Draft): void {
  for (const kind of ['shared-pid-kill', 'wrapper', 'smuggled-sleep'] as const) {
    for (const leftover of draft.recognition.leftovers(kind)) {
      leftover.dedicatedContainers?.forEach(name => draft.dropped.add(name));
    }
  }
}

/** Keeps the containers that only serve a workaround that stays. */
export function keepDedicatedContainersOfOthers(draft: Draft): void {
  for (const { kind, rule } of REMOVALS.filter(removal => removal.kind === 'shared-pid-kill' || removal.kind === 'wrapper')) {
    for (const leftover of draft.recognition.leftovers(kind)) {
      if (!draft.isAboutNative(leftover) || acceptance(draft, rule, leftover.container) !== undefined) {
        leftover.dedicatedContainers?.forEach(name => draft.dropped.delete(name));
      }
    }
  }
}

function remove(draft: Draft, removal: Removal, leftover: Leftover): void {
  const { places, unwrapped } = leftover;
  const reason = { rule: removal.rule, why: removal.why(leftover) };
  const outside = places.filter(place => place.configMap !== undefined);
  // shareProcessNamespace is handled when all kills are known: see `unshareProcesses`.
  const inside = places.filter(place => place.configMap === undefined && place.path[0] !== 'shareProcessNamespace');
  for (const { configMap, path } of outside) {
    draft.note(removal.rule, `remove the ${removal.name} from '${path.at(-1)}' of ConfigMap '${configMap}' (${leftover.text}): ${reason.why}`);
  }
  if (unwrapped?.script) {
    draft.add({ kind: 'text', path: draft.pathAt(unwrapped.script.place), value: draft.withInsertions(unwrapped.script), ...reason });
  }
  const isRewritten = unwrapped?.words !== undefined && leavesOnlyArgs(draft, leftover);
  if (isRewritten) {
    rewrite(draft, unwrapped.container, unwrapped.words!, reason);
  }
  for (const place of inside.filter(one => !isRewritten || !isWord(one))) {
    if (place.span) {
      draft.cut(place, reason);
    } else {
      draft.add({ kind: 'remove', path: draft.pathAt(place), emptied: 'goes', ...reason });
    }
  }
  if (inside.length > 0 || unwrapped || leftover.dedicatedContainers?.length) {
    draft.removed.push(`${removal.name} of '${leftover.container}' (${leftover.text})`);
  } else if (leftover.stays !== undefined) {
    draft.note(removal.rule, `the ${removal.name} of '${leftover.container}' (${leftover.text}) stays, because ${leftover.stays}: ${leftover.neededBy ? `remove only the watch loop of '${leftover.target}'` : 'edit it'} by hand, since ${reason.why}`);
  } else if (outside.length === 0) {
    draft.note(removal.rule, `remove the ${removal.name} of '${leftover.container}' by hand (${leftover.text}), because it cannot be removed safely here: ${reason.why}`);
  }
}

/** Writes the real command. If `args` has other edits, its words stay there, and only the program becomes the command. */
function rewrite(draft: Draft, container: string, words: readonly string[], reason: EditReason): void {
  const { spec } = draft.pod.container(container);
  const path = draft.pathOf(draft.pod.container(container));
  const args: unknown[] = Array.isArray(spec.args) ? spec.args : [];
  if (!draft.touches([...path, 'args'])) {
    draft.add({ kind: 'set', path: [...path, 'command'], value: asJson([...words]), ...reason });
    draft.add({ kind: 'remove', path: [...path, 'args'], ...reason });
    return;
  }
  draft.add({ kind: 'set', path: [...path, 'command'], value: asJson([words[0]]), ...reason });
  for (let index = 0; index <= args.length - words.length; index++) {
    draft.add({ kind: 'remove', path: [...path, 'args', index], emptied: 'goes', ...reason });
  }
}

/** Whether a place is one of the words of a container's command. */
function isWord({ path, span }: Place): boolean {
  return span === undefined && (path[2] === 'command' || path[2] === 'args');
}

/** Without its wrapper `command` would be empty, and `args` would go to the image's own program. */
function leavesOnlyArgs(draft: Draft, { container, places }: Leftover): boolean {
  const path = draft.pathOf(draft.pod.container(container));
  const command = follow(draft.pod.manifest, [...path, 'command']);
  const gone = places.filter(place => place.path[2] === 'command' && place.span === undefined).length;
  return Array.isArray(command) && command.length > 0 && gone >= command.length;
}

function isAboutNative(leftover: Leftover, { draft }: Situation): boolean {
  return draft.isAboutNative(leftover);
}

/** A call to an unknown one goes only if every container that it can be for will be native; none when something hears it that is not in the manifest. */
function isQuitNeedless(leftover: Leftover, { draft }: Situation): boolean {
  const { target, proxy, candidates } = leftover;
  if (target !== undefined || proxy !== undefined || candidates === undefined) {
    return draft.isAboutNative(leftover);
  }
  const left = candidates.filter(name => !draft.dropped.has(name));
  return left.length > 0 && left.every(name => draft.isNative(name));
}

function isGated({ target, proxy }: Leftover, { gated, draft }: Situation): boolean {
  if (proxy !== undefined) {
    return draft.isMeshNative;
  }
  const natives = [...draft.pod.sidecars, ...draft.moved];
  return target === undefined ? natives.length > 0 && natives.every(native => gated.has(native.name)) : gated.has(target);
}
