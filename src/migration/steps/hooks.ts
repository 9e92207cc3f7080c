import { isObject, JsonObject } from '../../data/json';
import { hookOf } from '../../kubernetes/hooks';
import { Pod, PodContainer } from '../../kubernetes/pod';
import type { Recognition } from '../../recognition/recognition';
import { Rule } from '../../rules/engine/rule';
import { sleepingPreStop } from '../../rules/stop/sleeping-pre-stop';
import { stoppingPreStop } from '../../rules/stop/stopping-pre-stop';
import { Draft } from '../draft';

/** Takes away pre-stop hooks that would stop a native sidecar first, and those of moved ones that only let it outlive the app. */
export function removeHooks(draft: Draft, migrated: Recognition): void {
  const stopped = new Set<string>();
  for (const name of offenders(stoppingPreStop, draft, migrated)) {
    const container = draft.pod.container(name);
    if (draft.recognition.helper(name)?.direction !== 'mesh') {
      stopped.add(name);
      takeAway(draft, container, 'NS303', `the pre-stop hook would stop '${name}' first, while the app still needs it; the kubelet stops it after the app`);
    }
  }
  for (const name of offenders(sleepingPreStop, draft, migrated)) {
    const container = draft.pod.container(name);
    if (!draft.moved.includes(container) || stopped.has(name)) {
      continue;
    }
    if (onlySleeps(container)) {
      takeAway(draft, container, 'NS304', `'${name}' outlives the app without a sleep`);
    } else {
      draft.note('NS304', `the pre-stop hook of '${name}' sleeps, and does something else too: natively it runs at the start of the stop, so take the sleep out of it`);
    }
  }
}

/** The pod of an object as it is after some edits. */
export function podAfter(draft: Draft, result: unknown): Pod {
  const pod = draft.pod._in(result);
  if (!pod) {
    throw new Error(`${draft.pod.title} would hold no pod after its migration, please report it with your input`);
  }
  return pod;
}

function offenders(rule: Rule, draft: Draft, recognition: Recognition): string[] {
  const context = { pod: recognition.pod, kubernetes: draft.options.kubernetes, stops: {}, recognition };
  return rule.check(context).flatMap(offence => offence.container ?? []);
}

function takeAway(draft: Draft, container: PodContainer, rule: string, why: string): void {
  draft.add({ kind: 'remove', path: [...draft.pathOf(container), 'lifecycle', 'preStop'], emptied: 'goes', rule, why });
  draft.removed.push(`pre-stop hook of '${container.name}'`);
}

function onlySleeps(container: PodContainer): boolean {
  const hook = hookOf(container, 'preStop');
  const handler: unknown = container.spec.lifecycle?.preStop;
  const command: unknown = isObject(handler) ? (handler as JsonObject).exec?.command : undefined;
  return hook?.action === 'sleep'
    || (Array.isArray(command) && /^((\/\S*\/)?(ba|a|da)?sh -[a-z]*c )?\s*(exec )?(\/\S*\/)?sleep \d+[smh]?;?\s*$/.test(command.join(' ')));
}
