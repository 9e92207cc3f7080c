import { KubernetesFeature } from '../../kubernetes/features';
import { hookOf } from '../../kubernetes/hooks';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Finding, Severity } from '../engine/finding';
import { finding, Offence, Rule, RuleContext } from '../engine/rule';

export const fieldTargetLacks: Rule = {
  id: 'NS602',
  name: 'field-target-lacks',
  severity: Severity.ERROR,
  title: 'The target does not know a field that the pod uses',
  why: 'A field that an API server does not know is refused, or dropped without a word. A sleep hook came with 1.30; one of 0 s is taken from 1.33 on.',
  fix: 'Target a version that has the field, or write what the target understands.',
  example: {
    wrong: `# for Kubernetes 1.29
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  lifecycle: { preStop: { sleep: { seconds: 5 } } }`,
    right: `# for Kubernetes 1.29
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  lifecycle: { preStop: { exec: { command: [sleep, "5"] } } }`,
  },
  since: '0.1.0',
  needs: 'hook',
  check: ({ pod, kubernetes }: RuleContext): Offence[] => pod.containers.filter(container => container.spec.lifecycle).flatMap(container => {
    const offences: Offence[] = [];
    const hooks = (['postStart', 'preStop'] as const).map(moment => hookOf(container, moment)).filter(hook => hook?.action === 'sleep');
    if (hooks.length > 0 && !kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
      offences.push({
        container: container.name,
        message: `'${container.name}' has a sleep hook, which Kubernetes ${kubernetes} does not know: it refuses the pod`,
        fix: 'target 1.30 or newer, or run sleep as a command where the image has one',
      });
    } else if (hooks.some(hook => hook?.seconds === 0) && !kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP_ZERO)) {
      offences.push({
        container: container.name,
        message: `'${container.name}' has a sleep hook of 0 s, which Kubernetes ${kubernetes} refuses`,
        fix: 'take the hook away, or target 1.33 or newer',
      });
    }
    return offences;
  }),
};

/** The finding about a pre-stop delay that somebody asked for and the target cannot give. */
export function delayTargetLacks(kubernetes: KubernetesVersion): Finding {
  return finding(fieldTargetLacks, {
    message: `the pre-stop delay needs a sleep hook, which Kubernetes ${kubernetes} does not know`,
    fix: "set 'imageHasSleep' if the app's image has a sleep command, or target 1.30 or newer",
  });
}

/** The finding about a pre-stop delay that is only usual, and is left out because the target cannot give it. */
export function delayLeftOut(service: string, seconds: number, kubernetes: KubernetesVersion): Finding {
  return finding(fieldTargetLacks, {
    severity: Severity.INFO,
    message: `the app stops at once, while Service '${service}' may still send it requests: the usual pre-stop delay of ${seconds} s is left out, because Kubernetes ${kubernetes} does not know the sleep hook`,
    fix: "set 'imageHasSleep' if the app's image has a sleep command, target 1.30 or newer, or set 'preStopDelay' to zero if it needs none",
  });
}
