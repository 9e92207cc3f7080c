import { KubernetesFeature } from '../../kubernetes/features';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const restartPolicyOfContainer: Rule = {
  id: 'NS205',
  name: 'restart-policy-of-container',
  severity: Severity.ERROR,
  title: 'Only restartPolicy: Always on an init container makes a sidecar',
  why: 'Under `containers` the field makes no sidecar: before 1.35 Kubernetes refuses the pod, and from then on the container is merely restarted, and keeps a Job alive '
    + 'forever. On an init container every other value is refused before 1.35, and means an ordinary init container afterward.',
  fix: 'Move the container to `initContainers` if it is to be a sidecar, else take the field away.',
  example: {
    wrong: 'containers:\n  - name: proxy\n    image: docker.io/envoyproxy/envoy:distroless-v1.39.0\n    restartPolicy: Always',
    right: 'initContainers:\n  - name: proxy\n    image: docker.io/envoyproxy/envoy:distroless-v1.39.0\n    restartPolicy: Always',
  },
  since: '0.1.0',
  needs: 'restartPolicy',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffence[] => pod.containers
    .filter(({ spec, role }) => spec.restartPolicy !== undefined && role !== ContainerRole.SIDECAR)
    .flatMap(container => (container.role === ContainerRole.MAIN
      ? ofMain(recognition, container, kubernetes)
      : ofInit(container, kubernetes)).map(offence => ({ ...offence, at: atContainer(pod, container, 'restartPolicy') }))),
};

const MOVE = 'move it to initContainers to make it a sidecar, or take restartPolicy away';

function ofMain(recognition: Recognition, { name, spec }: PodContainer, kubernetes: KubernetesVersion): RuleOffence[] {
  if (!kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY)) {
    return [{
      container: name,
      message: `'${name}' is an ordinary container with a restartPolicy, which Kubernetes ${kubernetes} refuses, and which makes no sidecar`,
      fix: MOVE,
    }];
  }
  const isBelieved = spec.restartPolicy === 'Always' && spec.restartPolicyRules === undefined
    && (recognition.helper(name) !== undefined || (recognition.pod.runsToCompletion && recognition.pod.mains.length > 1));
  return isBelieved ? [{
    container: name,
    severity: Severity.WARNING,
    message: `restartPolicy: Always makes no sidecar of '${name}', an ordinary container: it is restarted forever, also when all others have ended`,
    fix: MOVE,
  }] : [];
}

function ofInit({ name, spec: { restartPolicy } }: PodContainer, kubernetes: KubernetesVersion): RuleOffence[] {
  const isKnown = restartPolicy === 'OnFailure' || restartPolicy === 'Never';
  return isKnown && kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY) ? [] : [{
    container: name,
    message: `init container '${name}' has restartPolicy: ${String(restartPolicy)}, which Kubernetes ${kubernetes} refuses: only Always makes a sidecar`,
    fix: 'write Always to make it a sidecar, or take restartPolicy away',
  }];
}
