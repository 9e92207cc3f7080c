import { restartAbilities } from '../../kubernetes/kubelet-behavior';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { PodModel, PodContainer, PodRestartPolicy } from '../../kubernetes/pod';
import { effectiveRestartPolicy, effectiveRestartRules, matchingAction, RestartAction, RestartRule, restartRulesOf } from '../../kubernetes/restart-rules';

/** The exit codes of a container. */
export const EXIT_CODES: readonly number[] = Array.from({ length: 256 }, (_, code) => code);

/** A container with restart rules that the target follows. */
export interface RuledContainer {
  readonly container: PodContainer;
  readonly rules: readonly RestartRule[];
  /** What decides about exits that no rule matches. */
  readonly policy: PodRestartPolicy;
}

/** The containers of a pod whose restart rules the target follows. */
export function ruledContainers(pod: PodModel, kubernetes: KubernetesVersion): RuledContainer[] {
  const abilities = restartAbilities(kubernetes);
  return pod.containers.flatMap(container => {
    const rules = effectiveRestartRules(container, abilities);
    return rules.length === 0 ? [] : [{ container, rules, policy: effectiveRestartPolicy(pod, container, abilities) }];
  });
}

/** What follows an exit: a restart of the container or of all containers, or nothing. */
export function afterExit(rules: readonly RestartRule[], policy: PodRestartPolicy, code: number): RestartAction | 'ends' {
  const isRestarted = policy === PodRestartPolicy.ALWAYS || (policy === PodRestartPolicy.ON_FAILURE && code !== 0);
  return matchingAction(rules, code) ?? (isRestarted ? RestartAction.RESTART : 'ends');
}

/** Whether some exit of a container restarts all containers of its pod. */
export function canRestartAll({ rules, policy }: RuledContainer): boolean {
  return EXIT_CODES.some(code => afterExit(rules, policy, code) === RestartAction.RESTART_ALL);
}

/** Whether a container has a rule that restarts all containers, whatever the target does with it. */
export function asksToRestartAll(container: PodContainer): boolean {
  return restartRulesOf(container).some(({ action }) => action === RestartAction.RESTART_ALL);
}
