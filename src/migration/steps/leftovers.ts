import { EditReason } from '../../edits/edit';
import { valueAt } from '../../edits/edit-tree';
import { Leftover, LeftoverKind, Place } from '../../recognition/leftovers/leftover';
import { asJson, Draft } from '../draft';

/** What is known when leftovers are judged. */
interface Situation {
  readonly draft: Draft;
  /** The native sidecars that will have a startup probe. */
  readonly gated: ReadonlySet<string>;
}

/** When a workaround may go, why it may, and what a person reads when it may not. */
interface Removal {
  readonly kind: LeftoverKind;
  readonly rule: string;
  readonly name: string;
  readonly isNeedless: (leftover: Leftover, situation: Situation) => boolean;
  readonly why: (leftover: Leftover) => string;
  readonly otherwise: (leftover: Leftover) => string | undefined;
  /** Whether it is worth saying also where the sidecar cannot be seen, because an injector brings it. */
  readonly isAlwaysSaid?: boolean;
}

const REMOVALS: readonly Removal[] = [
  {
    kind: 'wrapper',
    rule: 'NS502',
    name: 'wrapper',
    isNeedless: isAboutNative,
    why: ({ text }) => `${text} starts and stops containers in order, which a native sidecar does by itself`,
    otherwise: ({ container, text }) => `'${container}' is started by ${text}: once the sidecar that it waits for is native, run the real command`,
    isAlwaysSaid: true,
  },
  {
    kind: 'sentinel-file',
    rule: 'NS504',
    name: 'sentinel file',
    isNeedless: isAboutNative,
    why: ({ target, text }) => `'${target}' is stopped when the app has ended, nobody has to tell it by ${text}`,
    otherwise: ({ container, target, text }) => `'${container}' tells ${target ? `'${target}'` : 'another container'} to end by ${text}: a native sidecar needs no telling`,
  },
  {
    kind: 'shared-pid-kill',
    rule: 'NS505',
    name: 'kill through the shared process namespace',
    isNeedless: isAboutNative,
    why: ({ target }) => `${target ? `'${target}'` : 'the sidecar'} is stopped when the app has ended, nobody has to kill it`,
    otherwise: ({ container, text }) => `'${container}' kills processes of other containers (${text}): a native sidecar is stopped by the kubelet`,
  },
  {
    kind: 'quit-call',
    rule: 'NS501',
    name: 'quit call',
    isNeedless: isAboutNative,
    why: ({ target }) => `${target ? `'${target}'` : 'the sidecar'} is stopped when the app has ended, and a native sidecar that quits is only started again`,
    otherwise: ({ container, text }) => `'${container}' tells a sidecar to quit (${text}): take the call away once that sidecar is native`,
    isAlwaysSaid: true,
  },
  {
    kind: 'wait-loop',
    rule: 'NS113',
    name: 'wait loop',
    // What nobody is known to answer may come from the app itself.
    isNeedless: (leftover, situation) => (leftover.target ?? leftover.proxy) !== undefined && isGated(leftover, situation),
    why: ({ target, proxy }) => `the app only starts once '${target ?? proxy}' is up`,
    otherwise: ({ container, target, text }) => target === undefined
      ? `'${container}' waits itself until something answers (${text}): it may go if that is a native sidecar with a startup probe`
      : `'${container}' waits itself until '${target}' answers (${text}): it must stay until '${target}' has a startup probe`,
  },
  {
    kind: 'blind-sleep',
    rule: 'NS114',
    name: 'sleep at the start',
    isNeedless: isGated,
    why: ({ container }) => `'${container}' only starts once its sidecars are up`,
    otherwise: () => undefined,
  },
  {
    kind: 'start-barrier',
    rule: 'NS112',
    name: 'post-start hook as a barrier',
    isNeedless: (leftover, situation) => situation.gated.has(leftover.container) && leftover.wait !== 'time',
    why: ({ container }) => `the startup probe of '${container}' holds the others back`,
    otherwise: () => undefined,
  },
  {
    kind: 'kruise',
    rule: 'NS508',
    name: 'Kruise variable',
    isNeedless: ({ container }, { draft }) => draft.isNative(container),
    why: ({ container }) => `'${container}' is ended and ordered by Kubernetes itself`,
    otherwise: ({ text }) => `${text} asks Kruise to end or to order containers: native sidecars need none of it`,
  },
];

/** Takes away the workarounds that are needless once the sidecars are native, and says what a person has to take away. */
export function removeLeftovers(draft: Draft, gated: ReadonlySet<string>): void {
  const situation = { draft, gated };
  for (const removal of REMOVALS) {
    for (const leftover of draft.recognition.leftovers(removal.kind)) {
      if (!removal.isNeedless(leftover, situation)) {
        const why = removal.otherwise(leftover);
        if (why !== undefined && (draft.hasNatives || removal.isAlwaysSaid || leftover.proxy !== undefined)) {
          draft.note(removal.rule, why);
        }
      } else {
        remove(draft, removal, leftover);
      }
    }
  }
}

/** Containers that only exist for a workaround are no helpers: they go. Told before anything is moved. */
export function dropAccomplices(draft: Draft): void {
  for (const kind of ['shared-pid-kill', 'wrapper', 'smuggled-sleep'] as const) {
    for (const leftover of draft.recognition.leftovers(kind)) {
      leftover.accomplices?.forEach(name => draft.dropped.add(name));
    }
  }
}

/** Who only exists for a workaround that stays, stays too. */
export function keepAccomplicesOfOthers(draft: Draft): void {
  for (const kind of ['shared-pid-kill', 'wrapper'] as const) {
    for (const leftover of draft.recognition.leftovers(kind)) {
      if (!draft.isAboutNative(leftover)) {
        leftover.accomplices?.forEach(name => draft.dropped.delete(name));
      }
    }
  }
}

function remove(draft: Draft, removal: Removal, leftover: Leftover): void {
  const { places, unwrapped } = leftover;
  const reason = { rule: removal.rule, why: removal.why(leftover) };
  const outside = places.filter(place => place.configMap !== undefined);
  // The flag that a kill needs is looked at when all kills are known: see `unshareProcesses`.
  const inside = places.filter(place => place.configMap === undefined && place.path[0] !== 'shareProcessNamespace');
  for (const { configMap, path } of outside) {
    draft.note(removal.rule, `take the ${removal.name} out of '${path.at(-1)}' of ConfigMap '${configMap}' (${leftover.text}): ${reason.why}`);
  }
  if (unwrapped?.script) {
    draft.add({ kind: 'text', path: draft.pathAt(unwrapped.script.place), value: unwrapped.script.text, ...reason });
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
  if (inside.length > 0 || unwrapped || leftover.accomplices?.length) {
    draft.removed.push(`${removal.name} of '${leftover.container}' (${leftover.text})`);
  } else if (outside.length === 0) {
    draft.note(removal.rule, `take the ${removal.name} of '${leftover.container}' away (${leftover.text}), it cannot be done safely without a person: ${reason.why}`);
  }
}

/** Writes the real command; where something was added to `args`, its words stay there, and only the program becomes the command. */
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
  const command = valueAt(draft.pod.manifest, [...path, 'command']);
  const gone = places.filter(place => place.path[2] === 'command' && place.span === undefined).length;
  return Array.isArray(command) && command.length > 0 && gone >= command.length;
}

function isAboutNative(leftover: Leftover, { draft }: Situation): boolean {
  return draft.isAboutNative(leftover);
}

function isGated({ target, proxy }: Leftover, { gated, draft }: Situation): boolean {
  if (proxy !== undefined) {
    return draft.isMeshNative;
  }
  const natives = [...draft.pod.sidecars, ...draft.moved];
  return target === undefined ? natives.length > 0 && natives.every(native => gated.has(native.name)) : gated.has(target);
}
