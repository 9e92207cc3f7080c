import { PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const refusedAsRoot: Rule = {
  id: 'NS622',
  name: 'refused-as-root',
  severity: Severity.ERROR,
  title: 'The kubelet refuses a container that runs as root in a pod with runAsNonRoot',
  why: "The field runAsNonRoot of a pod applies to every container that does not set it, also to injected ones. 'kuma-init' runs as root and does not set it, so the kubelet does not "
    + "create it (\"container's runAsUser breaks non-root policy\"), and the pod never starts.",
  fix: 'Set runAsNonRoot on your containers instead of the pod, or use the CNI plugin of the mesh.',
  example: {
    wrong: `securityContext: { runAsNonRoot: true }
initContainers:
- name: sysctl
  image: busybox:1.37
  securityContext: { runAsUser: 0 }`,
    right: `securityContext: { runAsNonRoot: true }
initContainers:
- name: sysctl
  image: busybox:1.37
  securityContext: { runAsUser: 0, runAsNonRoot: false }`,
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): RuleOffense[] => pod.containers.filter(one => isRefused(one, pod.spec.securityContext)).map(container => {
    const isInjected = mesh?.injected.includes(container.name) === true;
    const isOfPod = container.spec.securityContext?.runAsNonRoot === undefined;
    return {
      container: container.name,
      at: isOfPod ? atPodSpec(pod, 'securityContext', 'runAsNonRoot') : atContainer(pod, container, 'securityContext', 'runAsNonRoot'),
      message: `'${container.name}'${isInjected ? ` of ${mesh!.name}` : ''} runs as user 0, but ${isOfPod ? 'the pod' : 'it'} sets runAsNonRoot: true, so the kubelet does not start it`,
      fix: isInjected
        ? `set runAsNonRoot on your containers instead of the pod; if the CNI plugin of ${mesh!.name} is installed, pass --mesh ${mesh!.name.toLowerCase()}@${mesh!.version}+cni`
        : 'run it as another user, or set runAsNonRoot: false on it',
    };
  }),
};

function isRefused({ spec }: PodContainer, ofPod: any): boolean {
  const own = spec.securityContext ?? {};
  return (own.runAsUser ?? ofPod?.runAsUser) === 0 && (own.runAsNonRoot ?? ofPod?.runAsNonRoot) === true;
}
