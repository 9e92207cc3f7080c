import { shown } from '../../data/words';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const restartPolicyOfContainer: Rule = {
  id: 'NS205',
  name: 'restart-policy-of-container',
  severity: Severity.ERROR,
  title: 'Only an init container with restartPolicy: Always is a native sidecar',
  why: 'In `containers`, the field does not create a sidecar: before Kubernetes 1.35 the API server rejects the pod, and since 1.35 the kubelet restarts the container, so a Job never '
    + 'completes. On an init container, the API server rejects any other value before 1.35. Since 1.35, other values mean a regular init container.',
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

const MOVE = 'move it to initContainers to make it a native sidecar, or remove restartPolicy';

function ofMain(recognition: Recognition, { name, spec }: PodContainer, kubernetes: KubernetesVersion): RuleOffense[] {
  if (!kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY)) {
    return [{
      container: name,
      message: `ordinary container '${name}' has a restartPolicy, which does not make it a sidecar, and Kubernetes ${kubernetes} rejects the pod`,
      fix: MOVE,
    }];
  }
  const isBelieved = spec.restartPolicy === 'Always' && spec.restartPolicyRules === undefined
    && (recognition.helper(name) !== undefined || (recognition.pod.runsToCompletion && recognition.pod.mains.length > 1));
  return isBelieved ? [{
    container: name,
    severity: Severity.WARNING,
    message: `ordinary container '${name}' has restartPolicy: Always, which does not make it a sidecar, and the kubelet restarts it even after all other containers have exited`,
    fix: MOVE,
  }] : [];
}

function ofInit({ name, spec: { restartPolicy } }: PodContainer, kubernetes: KubernetesVersion): RuleOffense[] {
  const isKnown = restartPolicy === 'OnFailure' || restartPolicy === 'Never';
  return isKnown && kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY) ? [] : [{
    container: name,
    message: `init container '${name}' has restartPolicy: ${shown(restartPolicy)}, which Kubernetes ${kubernetes} rejects, because only Always makes it a sidecar`,
    fix: 'use Always to make it a native sidecar, or remove restartPolicy',
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
