import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { matchesFilter } from './match-workload';
import { podObjects } from './pod-objects';
import { beforeSynth, isSynthesizing } from './synth-steps';
import { rememberWhileSynthesizing } from './watch-synth';
import { WorkloadFilter } from './workload-filter';

/** A change to every workload below a scope that matches. */
export interface Policy {
  /** What a workload gets only once, for example a sidecar of one name: of several policies for it, the one of the nearest scope counts. */
  readonly slot: unknown;
  readonly filter: WorkloadFilter;
  /** Whether the policy leaves a workload alone. */
  readonly leavesAlone?: (object: ApiObject) => boolean;
  readonly apply: (object: ApiObject) => void;
}

// Beside the tree, as the target version is.
const policies = new WeakMap<IConstruct, readonly Policy[]>();
const applied = new WeakMap<ApiObject, Set<unknown>>();
const prepared = new WeakSet<IConstruct>();

/** Applies a policy to every workload below a scope before each synth: by then all workloads exist, and all that users add to them. */
export function addPolicy(scope: IConstruct, policy: Policy): void {
  policies.set(scope, [...policies.get(scope) ?? [], policy]);
  rememberWhileSynthesizing(scope);
  const { root } = scope.node;
  if (!prepared.has(root)) {
    prepared.add(root);
    beforeSynth(root, () => podObjects(root).forEach(applyPolicies));
    root.node.addValidation({ validate: () => applyLate(root) });
  }
}

/** Applies the policies of all scopes around a workload, unless they have been applied: those of the outermost scope first. */
export function applyPolicies(object: ApiObject): void {
  const done = applied.get(object) ?? new Set();
  for (const policy of policiesFor(object, done)) {
    applied.set(object, done);
    if (!policy.leavesAlone?.(object)) {
      // First, because the change may look at the pod, which asks for the policies again.
      done.add(policy.slot);
      policy.apply(object);
    }
  }
}

/** The policies that are left to apply: for each slot that of the nearest scope, and of one scope the first. */
function policiesFor(object: ApiObject, done: ReadonlySet<unknown>): Policy[] {
  const taken = new Set(done);
  const ordered: Policy[] = [];
  for (let scope: IConstruct | undefined = object; scope; scope = scope.node.scope) {
    const nearest = (policies.get(scope) ?? []).filter(({ slot, filter }) => {
      const counts = !taken.has(slot) && matchesFilter(object, filter);
      return counts && taken.add(slot);
    });
    ordered.unshift(...nearest);
  }
  return ordered;
}

/**
 * Applies the policies when cdk8s validates a chart that was created after them and is synthesized alone, as unit tests do: nothing announces that synth. cdk8s has
 * listed what it validates by then, so the workload reports the problems of constructs that it gets now. It does so once, because the next synth lists them.
 */
function applyLate(root: IConstruct): string[] {
  if (isSynthesizing(root)) {
    return [];
  }
  const listed = new Set(root.node.findAll());
  podObjects(root).forEach(applyPolicies);
  for (const construct of root.node.findAll().filter(candidate => !listed.has(candidate))) {
    const problems = construct.node.validate().map(problem => `${construct.node.path}: ${problem}`);
    const nearest = [...construct.node.scopes].reverse().find(scope => listed.has(scope));
    if (problems.length > 0) {
      nearest?.node.addValidation({ validate: () => problems.splice(0) });
    }
  }
  return [];
}
