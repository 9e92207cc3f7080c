import { FieldUse, usesOf } from '../../kubernetes/feature-field';
import { Feature } from '../../kubernetes/features';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { fieldsLackingIn } from '../../kubernetes/lacking-fields';
import { Pod } from '../../kubernetes/pod';
import { Finding, Severity } from '../engine/finding';
import { atContainer, atPodSpec, atTemplateOwner } from '../engine/place';
import { finding, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** What an API server refuses as a whole. */
const WHOLE = { container: 'pod', pod: 'pod', job: 'Job' } as const;

export const fieldTargetLacks: Rule = {
  id: 'NS602',
  name: 'field-target-lacks',
  severity: Severity.ERROR,
  title: 'The target does not know a field that the pod uses',
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
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => fieldsLackingIn(kubernetes)
    .flatMap(({ feature, field }) => usesOf(field, pod).map(use => offense(pod, kubernetes, feature, use))),
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

function offense(pod: Pod, kubernetes: KubernetesVersion, { onByDefault, alpha }: Feature, { field, container, path }: FieldUse): RuleOffense {
  const { what, without, breaks, instead = 'remove it' } = field;
  const subject = field.in === 'container' ? `'${container}'` : `the ${WHOLE[field.in]}`;
  const isKnown = alpha !== undefined && kubernetes.isAtLeast(alpha);
  const harm = {
    'refused': `does not know: it refuses the ${WHOLE[field.in]}`,
    'value-refused': 'refuses',
    'dropped': `${isKnown ? 'drops silently' : 'does not know: kubectl refuses it, other clients lose it silently'}, so ${field.then}`,
  };
  return {
    container,
    severity: without === 'dropped' && !breaks ? Severity.WARNING : Severity.ERROR,
    message: `${subject} has ${what}, which Kubernetes ${kubernetes} ${harm[without]}`,
    fix: onByDefault === undefined
      ? `${instead}: no version has it on by default`
      : without === 'value-refused' ? `${instead}, or target ${onByDefault} or newer` : `target ${onByDefault} or newer, or ${instead}`,
    at: field.in === 'container' ? atContainer(pod, container!, ...path) : field.in === 'job' ? atTemplateOwner(pod, ...path) : atPodSpec(pod, ...path),
  };
}
