import { onlySleeps } from '../../kubernetes/hooks';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import type { Recognition } from '../../recognition/recognition';
import { Severity } from '../../rules/engine/finding';
import { Rule, RuleOffense } from '../../rules/engine/rule';
import { outlivingPreStop } from '../../rules/leftovers/outliving-pre-stop';
import { sleepingPreStop } from '../../rules/stop/sleeping-pre-stop';
import { doesMore, partOfHookFix, stoppingPreStop } from '../../rules/stop/stopping-pre-stop';
import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/** Removes preStop hooks that would stop a native sidecar first, and hooks of moved sidecars that only sleep to outlive the app. */
export function removeHooks(draft: Draft, migrated: Recognition): void {
  const stopped = new Set<string>();
  for (const name of offenders(stoppingPreStop, draft, migrated, isError)) {
    const container = draft.pod.container(name);
    if (draft.recognition.helper(name)?.direction !== 'mesh') {
      stopped.add(name);
      if (doesMore(container)) {
        draft.note('NS303', `the preStop hook of '${name}' stops it while the app still runs, and also does something else: ${partOfHookFix(name)}`);
        continue;
      }
      keepOrTakeAway(draft, container, 'NS303', `the preStop hook would stop '${name}' while the app still runs; the kubelet stops a native sidecar after the app`);
    }
  }
  // What 'check' reports about the ordinary sidecar.
  const outliving = offenders(outlivingPreStop, draft, draft.recognition);
  for (const name of offenders(sleepingPreStop, draft, migrated)) {
    const container = draft.pod.container(name);
    if (!draft.moved.includes(container) || stopped.has(name)) {
      continue;
    }
    const rule = outliving.includes(name) ? outlivingPreStop.id : sleepingPreStop.id;
    if (onlySleeps(container, 'preStop')) {
      keepOrTakeAway(draft, container, rule, `'${name}' outlives the app without the sleep`);
    } else if (!staysHook(draft, container, rule)) {
      draft.note(rule, `the preStop hook of '${name}' sleeps and also does something else: remove the sleep, because the hook of a native sidecar runs as soon as the pod starts to stop`);
    }
  }
}

/** The pod of an object after some edits. */
export function podAfter(draft: Draft, result: unknown): PodModel {
  const pod = draft.pod._in(result);
  if (!pod) {
    throw new Error(`the migrated ${draft.pod.title} would contain no pod: this is a bug, please report it with your input`);
  }
  return pod;
}

/** A hook that copies files does work of its own, and must move to another moment, which only a person can do. */
function isError({ severity = Severity.ERROR }: Pick<RuleOffense, 'severity'>): boolean {
  return severity === Severity.ERROR;
}

function offenders(rule: Rule, draft: Draft, recognition: Recognition, counts: (offense: RuleOffense) => boolean = () => true): string[] {
  const context = { pod: recognition.pod, kubernetes: draft.options.kubernetes, stops: {}, recognition };
  return rule.check(context).filter(counts).flatMap(offense => offense.container ?? []);
}

function staysHook(draft: Draft, { name }: PodContainer, rule: string): boolean {
  return staysAccepted(draft, rule, name, `the preStop hook of '${name}' stays`);
}

function keepOrTakeAway(draft: Draft, container: PodContainer, rule: string, why: string): void {
  if (staysHook(draft, container, rule)) {
    return;
  }
  draft.add({ kind: 'remove', path: [...draft.pathOf(container), 'lifecycle', 'preStop'], emptied: 'goes', rule, why });
  draft.removed.push(`preStop hook of '${container.name}'`);
}
