import { lackingOffense, lackOf, usesToReport } from './lacking-field';
import { wording } from '../../data/wording';
import { FEATURES } from '../../kubernetes/features';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Finding, Severity } from '../engine/finding';
import { finding, Rule, RuleContext, RuleOffense } from '../engine/rule';

const SLEEP_HOOK = FEATURES[KubernetesFeature.PRE_STOP_SLEEP];
const POD_RESOURCES = FEATURES[KubernetesFeature.POD_LEVEL_RESOURCES];

export const fieldTargetLacks: Rule = {
  id: 'NS602',
  name: 'field-target-lacks',
  severity: Severity.ERROR,
  title: 'The target lacks a field that the pod uses',
  why: 'An API server rejects a field that it does not know or that is off, or drops it silently. A rejected pod is never created. Without a dropped field the pod '
    + 'runs, but behaves differently.',
  fix: 'Target a version that has the field, or remove the field.',
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
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => usesToReport(pod, kubernetes).map(use => lackingOffense(pod, kubernetes, use)),
};

/** The finding about a pre-stop delay that somebody asked for and the target cannot give. */
export function delayTargetLacks(kubernetes: KubernetesVersion): Finding {
  return finding(fieldTargetLacks, {
    message: `the pre-stop delay needs a sleep hook, which ${lackOf(SLEEP_HOOK, kubernetes)}`,
    fix: wording`set 'imageHasSleep' if the app's image has a sleep command, or target 1.30 or newer`,
  });
}

/** The finding about resources of the whole pod that somebody asked for and the target drops. */
export function resourcesTargetLacks(kubernetes: KubernetesVersion): Finding {
  const { onByDefault } = POD_RESOURCES;
  return finding(fieldTargetLacks, {
    message: wording`the pod has 'resources' as a whole, which ${lackOf(POD_RESOURCES, kubernetes)}, so only the requests and limits of its containers would count`,
    fix: wording`target ${onByDefault} or newer, for example PodLifecycle.target(chart, KubernetesVersion.of('${onByDefault}')), or remove 'resources'`,
  });
}

/** The finding about a pre-stop delay that is only usual, and is left out because the target cannot give it. */
export function delayLeftOut(service: string, seconds: number, kubernetes: KubernetesVersion): Finding {
  return finding(fieldTargetLacks, {
    severity: Severity.INFO,
    message: `the app stops at once, while Service '${service}' may still send it requests: the usual pre-stop delay of ${seconds} s is left out, because it needs a sleep hook, which ${lackOf(SLEEP_HOOK, kubernetes)}`,
    fix: wording`set 'imageHasSleep' if the app's image has a sleep command, target 1.30 or newer, or set 'preStopDelay' to zero if it needs none`,
  });
}
