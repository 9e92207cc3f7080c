import { isObject } from '../../data/json';
import { DataPath } from '../../data/path';
import { EditReason } from '../../edits/edit';
import { PodContainer } from '../../kubernetes/pod';
import { GateSetting } from '../../recognition/gates';
import { reachOf } from '../../recognition/gates/reach';
import { rewriterOf } from '../../recognition/gates/rewriter';
import { Helper } from '../../recognition/helper';
import { staysAccepted } from '../accepted';
import { asJson, Draft } from '../draft';

/** The app need not wait for these. A probe of what observes the app may even fail until the app is up, which then never starts. */
const UNAWAITED: ReadonlySet<Helper['direction']> = new Set(['shipper', 'endless', 'observer', 'reloader']);

/** Adds a startup probe that is known to pass to every native sidecar without one, or with one that never passes. Returns the containers that will have one. */
export function addGates(draft: Draft): ReadonlySet<string> {
  const gated = new Set<string>();
  for (const container of [...draft.pod.sidecars, ...draft.moved]) {
    if (hasGate(draft, container) || addGate(draft, container)) {
      gated.add(container.name);
    }
  }
  return gated;
}

/** Whether it has a startup probe that may pass; on a port that the kubelet cannot reach it never does. */
function hasGate({ recognition }: Draft, container: PodContainer): boolean {
  const probe: unknown = container.spec.startupProbe;
  return isObject(probe) && reachOf(recognition, container, probe)?.reachable !== false;
}

function addGate(draft: Draft, container: PodContainer): boolean {
  const isMoved = draft.moved.includes(container);
  const direction = draft.recognition.helper(container.name)?.direction;
  const gate = draft.recognition.gate(container);
  if ((gate.known || isMoved) && direction !== 'mesh' && keepsItsGate(draft, container)) {
    return false;
  }
  if (!gate.known) {
    if (isMoved && direction !== undefined && (!UNAWAITED.has(direction) || isAwaited(draft, container))) {
      const start = container.spec.lifecycle?.postStart ? 'waits only for its postStart hook' : 'still starts in parallel with it';
      draft.note('NS101', `'${container.name}' gets no startup probe, because ${gate.why}: the app ${start} until you add a startup probe that ${direction === 'content' ? 'tests whether its files are there' : 'the kubelet can reach'}`);
    }
    return false;
  }
  // The injector is responsible for what it added.
  if (direction === 'mesh') {
    return false;
  }
  const rewriter = draft.isMeshNative ? undefined : rewriterOf(draft.recognition, gate.probe);
  if (rewriter) {
    const { name, nativeSwitches: [newest] } = rewriter;
    draft.note('NS106', `'${container.name}' gets no startup probe: unless the proxy of ${name} is a native sidecar, ${name} rewrites the probe so that it never passes. `
      + `Name the ${name} version with --mesh${newest ? `, or set ${newest.key}: "true" first` : ''}`);
    return false;
  }
  const path = draft.pathOf(container);
  draft.add({
    kind: 'set',
    path: [...path, 'startupProbe'],
    value: asJson(gate.probe),
    ...(container.spec.readinessProbe || container.spec.livenessProbe ? { after: ['readinessProbe', 'livenessProbe'] } : {}),
    ...(isObject(container.spec.startupProbe)
      ? { rule: 'NS103', why: `the kubelet cannot reach the port of the startup probe of '${container.name}', so the app would never start: ${gate.why}` }
      : { rule: 'NS101', why: `the app waits until '${container.name}' is up: ${gate.why}` }),
  });
  addSettings(draft, container, path, gate.settings);
  return true;
}

/** Whether a wrapper starts another container once this one is up: that goes with the wrapper. */
function isAwaited({ recognition }: Draft, { name }: PodContainer): boolean {
  return recognition.leftovers('wrapper').some(({ container, target }) => target === name && container !== name);
}

/** Whether the user accepts that it has no startup probe, or one that never passes. */
function keepsItsGate(draft: Draft, { name, spec }: PodContainer): boolean {
  return isObject(spec.startupProbe)
    ? staysAccepted(draft, 'NS103', name, `the startup probe of '${name}' stays as it is`)
    : staysAccepted(draft, 'NS101', name, `'${name}' gets no startup probe`);
}

function addSettings(draft: Draft, container: PodContainer, path: DataPath, settings: readonly GateSetting[]): void {
  const flags: string[] = [];
  for (const setting of settings) {
    if ('env' in setting.add) {
      addVariable(draft, container, path, setting.add.env, setting.replaces);
    } else if (setting.add.at) {
      draft.cut({ ...setting.add.at, instead: ` ${setting.add.arg}` }, reasonFor(container));
    } else if (!replaceFlag(draft, container, path, setting.add.arg, setting)) {
      flags.push(setting.add.arg);
    }
  }
  if (flags.length > 0) {
    addFlags(draft, container, path, flags);
  }
}

function addVariable(draft: Draft, container: PodContainer, path: DataPath, variable: { name: string; value: string }, replaces?: string): void {
  const env: unknown[] = Array.isArray(container.spec.env) ? container.spec.env : [];
  const index = env.findIndex(one => isObject(one) && one.name === (replaces ?? variable.name));
  if (index >= 0) {
    draft.add({ kind: 'set', path: [...path, 'env', index], value: { ...variable }, ...reasonFor(container) });
  } else {
    draft.add({ kind: 'insert', path: [...path, 'env'], items: [{ ...variable }], after: ['args', 'command', 'image', 'name'], ...reasonFor(container) });
  }
}

function replaceFlag(draft: Draft, container: PodContainer, path: DataPath, arg: string, { replaces, replacesValueToo }: GateSetting): boolean {
  const list = (['args', 'command'] as const).find(one => replaces !== undefined && wordsOf(container, one).includes(replaces));
  if (list === undefined) {
    return false;
  }
  const index = wordsOf(container, list).indexOf(replaces);
  draft.add({ kind: 'text', path: [...path, list, index], value: arg, ...reasonFor(container) });
  if (replacesValueToo) {
    draft.add({ kind: 'remove', path: [...path, list, index + 1], ...reasonFor(container) });
  }
  return true;
}

/** New flags go before the others: there they never separate a flag from its value, and some programs read no flags after the first positional argument. */
function addFlags(draft: Draft, container: PodContainer, path: DataPath, flags: readonly string[]): void {
  const list = listOfFlags(container);
  const program = programIndex(container, list);
  const first = wordsOf(container, list).findIndex((word, index) => index > program && typeof word === 'string' && word.startsWith('-'));
  draft.add({
    kind: 'insert',
    path: [...path, list],
    items: flags,
    ...(first < 0 ? {} : { at: first }),
    after: ['command', 'image', 'name'],
    ...reasonFor(container),
  });
}

/** Programs that only start another one. */
const STARTERS = /^(tini|dumb-init|catatonit|timeout|env|nice|ionice|stdbuf|su-exec|gosu|setpriv)$/;

/** The index of the program itself: flags before it belong to the program that starts it, such as an init process. */
function programIndex(container: PodContainer, list: 'args' | 'command'): number {
  const words = wordsOf(container, list).map(String);
  const [first = ''] = words;
  if (STARTERS.test(first.slice(first.lastIndexOf('/') + 1))) {
    const started = words.findIndex((word, index) => index > 0 && word.startsWith('/'));
    return started < 0 ? words.length : started;
  }
  return list === 'command' ? 0 : -1;
}

function wordsOf({ spec }: PodContainer, list: 'args' | 'command'): unknown[] {
  return Array.isArray(spec[list]) ? spec[list] : [];
}

function reasonFor(container: PodContainer): EditReason {
  return { rule: 'NS101', why: `the startup probe of '${container.name}' needs this setting` };
}

/** The list that holds a container's flags: `args`, or `command` when it has no `args`. */
function listOfFlags({ spec }: PodContainer): 'args' | 'command' {
  return Array.isArray(spec.args) || !Array.isArray(spec.command) ? 'args' : 'command';
}
