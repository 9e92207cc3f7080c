import { PodModel, PodContainer, PodRestartPolicy } from './pod';
import { isObject } from '../data/json';

/** What a rule in `restartPolicyRules` makes the kubelet do. */
export enum RestartAction {
  /** Restart the container, whatever its `restartPolicy`. */
  RESTART = 'Restart',
  /** Stop and restart all containers of the pod, init containers included. */
  RESTART_ALL = 'RestartAllContainers',
}

/** One rule in `restartPolicyRules` of a container. */
export interface RestartRule {
  readonly action: RestartAction;
  /** Whether the rule matches the listed exit codes, or all others. */
  readonly operator: 'In' | 'NotIn';
  readonly codes: readonly number[];
}

/** Which restart fields the kubelet honors. */
export interface RestartAbilities {
  /** `restartPolicy` and `restartPolicyRules` of every container. */
  readonly ofContainers: boolean;
  /** Rules with the action RestartAllContainers. */
  readonly ofAll: boolean;
}

/** The API server accepts at most so many rules for a container, and exit codes for a rule. */
export const MOST_RESTART_RULES = 20;
export const MOST_RESTART_CODES = 255;

const ACTIONS = Object.values(RestartAction);
const POLICIES = Object.values(PodRestartPolicy);

/** The `restartPolicy` of a container itself; undefined when it has none that Kubernetes knows. */
export function ownRestartPolicy({ spec }: PodContainer): PodRestartPolicy | undefined {
  return POLICIES.find(policy => policy === spec.restartPolicy);
}

/** The restart rules of a container in their order, without those that no kubelet can match. */
export function restartRulesOf({ spec }: PodContainer): RestartRule[] {
  const rules: unknown = spec.restartPolicyRules;
  return Array.isArray(rules) ? rules.flatMap(readRule) : [];
}

function readRule(rule: unknown): RestartRule[] {
  const exitCodes: unknown = isObject(rule) ? rule.exitCodes : undefined;
  const action = isObject(rule) ? ACTIONS.find(one => one === rule.action) : undefined;
  if (!isObject(exitCodes) || action === undefined || (exitCodes.operator !== 'In' && exitCodes.operator !== 'NotIn')) {
    return [];
  }
  const codes: unknown[] = Array.isArray(exitCodes.values) ? exitCodes.values : [];
  return [{ action, operator: exitCodes.operator, codes: codes.filter(code => typeof code === 'number') }];
}

/** What the first rule that matches an exit code asks for; undefined when none matches. */
export function matchingAction(rules: readonly RestartRule[], code: number): RestartAction | undefined {
  return rules.find(({ operator, codes }) => codes.includes(code) === (operator === 'In'))?.action;
}

/** The policy that decides about exits that no rule matches: the container's own where the kubelet honors it, otherwise the pod's. */
export function effectiveRestartPolicy(pod: PodModel, container: PodContainer, { ofContainers }: RestartAbilities): PodRestartPolicy {
  return (ofContainers ? ownRestartPolicy(container) : undefined) ?? pod.restartPolicy;
}

/**
 * The rules that the kubelet follows. It reads the rules only of a container with a `restartPolicy`; without the ability to restart all containers, it skips to the
 * policy where the first rule that matches asks for that.
 */
export function effectiveRestartRules(container: PodContainer, { ofContainers }: RestartAbilities): RestartRule[] {
  return ofContainers && ownRestartPolicy(container) !== undefined ? restartRulesOf(container) : [];
}
