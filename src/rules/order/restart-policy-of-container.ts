import { shown } from '../../data/words';
import { FEATURES } from '../../kubernetes/features';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ContainerRole, PodContainer, PodModel } from '../../kubernetes/pod';
import { isLeftOpen } from '../../kubernetes/rejected-fields';
import { ownRestartPolicy } from '../../kubernetes/restart-rules';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const restartPolicyOfContainer: Rule = {
  id: 'NS205',
  name: 'restart-policy-of-container',
  severity: Severity.ERROR,
  title: 'Only an init container with restartPolicy: Always is a native sidecar',
  why: 'In `containers`, the field does not create a sidecar: up to Kubernetes 1.33 the API server rejects the pod, 1.34 drops the field, and since 1.35 the kubelet restarts the '
    + 'container, so a Job never completes. The same versions reject or drop any other value on an init container. Since 1.35, other values mean a regular init container.',
  fix: 'Move the container to `initContainers` if it is a sidecar. Otherwise, remove the field.',
  example: {
    wrong: 'containers:\n  - name: proxy\n    image: docker.io/envoyproxy/envoy:distroless-v1.39.0\n    restartPolicy: Always',
    right: 'initContainers:\n  - name: proxy\n    image: docker.io/envoyproxy/envoy:distroless-v1.39.0\n    restartPolicy: Always',
  },
  since: '0.1.0',
  needs: 'restartPolicy',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => pod.containers
    .filter(({ role }) => role !== ContainerRole.SIDECAR)
    .flatMap(container => container.spec.restartPolicy === undefined
      ? ofRules(container, kubernetes).map(offense => ({ ...offense, at: atContainer(pod, container, 'restartPolicyRules') }))
      : (container.role === ContainerRole.MAIN ? ofMain(recognition, container, kubernetes) : ofInit(container, kubernetes))
        .map(offense => ({ ...offense, at: atContainer(pod, container, 'restartPolicy') }))),
};

const { alpha: KNOWN_SINCE, onByDefault: SINCE } = FEATURES[KubernetesFeature.CONTAINER_RESTART_POLICY];

/** Where the API server knows the field on such containers, but has it off: 1.34 drops it before it validates the pod. */
function isDropped(kubernetes: KubernetesVersion): boolean {
  return kubernetes.isAtLeast(KNOWN_SINCE!);
}

function moveFor(kubernetes: KubernetesVersion): string {
  return `move it to initContainers to make it ${nativeSidecar({ kubernetes })}, or remove restartPolicy`;
}

function ofMain(recognition: Recognition, container: PodContainer, kubernetes: KubernetesVersion): RuleOffense[] {
  const { name, spec } = container;
  if (!kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY)) {
    const harm = isDropped(kubernetes) ? 'drops it silently, so the pod\'s restartPolicy decides' : 'rejects the pod';
    return [{
      container: name,
      ...(isDropped(kubernetes) ? { severity: Severity.WARNING } : {}),
      message: `ordinary container '${name}' has a restartPolicy, which does not make it a sidecar, and Kubernetes ${kubernetes} ${harm}`,
      fix: spec.restartPolicy === 'Always' ? moveFor(kubernetes) : `target ${SINCE} or newer, or remove restartPolicy`,
    }];
  }
  const { restartPolicy } = spec;
  if (ownRestartPolicy(container) === undefined && !(typeof restartPolicy === 'string' && isLeftOpen(restartPolicy))) {
    return [{
      container: name,
      message: `ordinary container '${name}' has restartPolicy: ${shown(restartPolicy)}, which Kubernetes ${kubernetes} rejects`,
      fix: 'use Always, OnFailure or Never, or remove restartPolicy',
    }];
  }
  const harm = recognition.pod.runsToCompletion ? 'the kubelet restarts it even after all other containers have exited' : 'it starts and stops together with the others';
  return isMeantAsSidecar(recognition.pod, container) ? [{
    container: name,
    severity: Severity.WARNING,
    message: `ordinary container '${name}' has restartPolicy: Always, which does not make it a sidecar, and ${harm}`,
    fix: moveFor(kubernetes),
  }] : [];
}

/** Whether an ordinary container beside others has the field that makes a sidecar of an init container, which changes nothing or harms here. In a Job, NS413 reports it. */
export function isMeantAsSidecar(pod: PodModel, { role, spec }: PodContainer): boolean {
  return role === ContainerRole.MAIN && spec.restartPolicy === 'Always' && spec.restartPolicyRules === undefined && !pod.job && pod.mains.length > 1;
}

function ofInit({ name, spec: { restartPolicy } }: PodContainer, kubernetes: KubernetesVersion): RuleOffense[] {
  const isKnown = restartPolicy === 'OnFailure' || restartPolicy === 'Never';
  if (isKnown && kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY)) {
    return [];
  }
  return isKnown && isDropped(kubernetes) ? [{
    container: name,
    severity: Severity.WARNING,
    message: `init container '${name}' has restartPolicy: ${restartPolicy}, which Kubernetes ${kubernetes} drops silently, so the pod's restartPolicy decides`,
    fix: `target ${SINCE} or newer, or remove restartPolicy`,
  }] : [{
    container: name,
    message: `init container '${name}' has restartPolicy: ${shown(restartPolicy)}, which Kubernetes ${kubernetes} rejects, because only Always makes it a sidecar`,
    fix: `use Always to make it ${nativeSidecar({ kubernetes })}, or remove restartPolicy`,
  }];
}

/** Older versions drop rules without a policy, which NS602 reports. */
function ofRules({ name, spec: { restartPolicyRules } }: PodContainer, kubernetes: KubernetesVersion): RuleOffense[] {
  const hasRules = Array.isArray(restartPolicyRules) && restartPolicyRules.length > 0;
  return !hasRules || !kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY) ? [] : [{
    container: name,
    message: `'${name}' has restartPolicyRules but no restartPolicy, which Kubernetes ${kubernetes} rejects`,
    fix: 'set the restartPolicy of the container for exits that no rule matches, such as Never, or remove restartPolicyRules',
  }];
}
