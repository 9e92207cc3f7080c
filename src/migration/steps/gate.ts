import { isObject } from '../../lifecycle/manifest';
import { PodContainer } from '../../lifecycle/pod';
import { GateSetting } from '../../recognition/gates';
import { asJson, Draft } from '../draft';
import { EditPath, EditReason } from '../edit';

/** Gives every native sidecar without a gate the one that is known to open. Tells for which containers a gate will be there. */
export function addGates(draft: Draft): ReadonlySet<string> {
  const gated = new Set<string>();
  for (const container of [...draft.pod.sidecars, ...draft.moved]) {
    if (isObject(container.spec.startupProbe) || addGate(draft, container)) {
      gated.add(container.name);
    }
  }
  return gated;
}

function addGate(draft: Draft, container: PodContainer): boolean {
  const isMoved = draft.moved.includes(container);
  const direction = draft.recognition.helper(container.name)?.direction;
  const gate = draft.recognition.gate(container);
  if (!gate.known) {
    if (isMoved && direction !== 'shipper' && direction !== 'endless') {
      draft.note('NS101', `'${container.name}' gets no startup probe, because ${gate.why}: the app still starts in parallel with it until you give it one that a kubelet can reach`);
    }
    return false;
  }
  // What an injector wrote is not ours to repair.
  if (direction === 'mesh') {
    return false;
  }
  const path = draft.pathOf(container);
  draft.add({
    kind: 'set',
    path: [...path, 'startupProbe'],
    value: asJson(gate.probe),
    ...(container.spec.readinessProbe || container.spec.livenessProbe ? { after: ['readinessProbe', 'livenessProbe'] } : {}),
    rule: 'NS101',
    why: `the app waits until '${container.name}' is up: ${gate.why}`,
  });
  addSettings(draft, container, path, gate.settings);
  return true;
}

function addSettings(draft: Draft, container: PodContainer, path: EditPath, settings: readonly GateSetting[]): void {
  const flags: string[] = [];
  for (const setting of settings) {
    if ('env' in setting.add) {
      addVariable(draft, container, path, setting.add.env, setting.replaces);
    } else if (!replaceFlag(draft, container, path, setting.add.arg, setting)) {
      flags.push(setting.add.arg);
    }
  }
  if (flags.length > 0) {
    addFlags(draft, container, path, flags);
  }
}

function addVariable(draft: Draft, container: PodContainer, path: EditPath, variable: { name: string; value: string }, replaces?: string): void {
  const env: unknown[] = Array.isArray(container.spec.env) ? container.spec.env : [];
  const index = env.findIndex(one => isObject(one) && one.name === (replaces ?? variable.name));
  if (index >= 0) {
    draft.add({ kind: 'set', path: [...path, 'env', index], value: { ...variable }, ...reasonFor(container) });
  } else {
    draft.add({ kind: 'insert', path: [...path, 'env'], items: [{ ...variable }], after: ['args', 'command', 'image', 'name'], ...reasonFor(container) });
  }
}

function replaceFlag(draft: Draft, container: PodContainer, path: EditPath, arg: string, { replaces, replacesValueToo }: GateSetting): boolean {
  const list = listOfFlags(container);
  const words: unknown[] = container.spec[list] ?? [];
  const index = replaces === undefined ? -1 : words.indexOf(replaces);
  if (index >= 0) {
    draft.add({ kind: 'text', path: [...path, list, index], value: arg, ...reasonFor(container) });
  }
  if (index >= 0 && replacesValueToo) {
    draft.add({ kind: 'remove', path: [...path, list, index + 1], ...reasonFor(container) });
  }
  return index >= 0;
}

/** New flags go in front of the others: there they never split a flag from its value, and some programs read no flag behind the first other word. */
function addFlags(draft: Draft, container: PodContainer, path: EditPath, flags: readonly string[]): void {
  const list = listOfFlags(container);
  const words: unknown[] = container.spec[list] ?? [];
  const first = words.findIndex((word, index) => (list === 'args' || index > 0) && typeof word === 'string' && word.startsWith('-'));
  draft.add({
    kind: 'insert',
    path: [...path, list],
    items: flags,
    ...(first < 0 ? {} : { at: first }),
    after: ['command', 'image', 'name'],
    ...reasonFor(container),
  });
}

function reasonFor(container: PodContainer): EditReason {
  return { rule: 'NS101', why: `the startup probe of '${container.name}' asks what this switches on` };
}

/** Where a container's flags stand: in `args`, or in `command` when it has no `args`. */
function listOfFlags({ spec }: PodContainer): 'args' | 'command' {
  return Array.isArray(spec.args) || !Array.isArray(spec.command) ? 'args' : 'command';
}
