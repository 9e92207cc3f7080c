import { PodContainer } from '../../kubernetes/pod';
import { atPodSpec } from '../engine/place';
import { eachMesh, RuleContext, RuleOffense } from '../engine/rule';

/** The containers of a mesh that run as root and inherit runAsNonRoot from the pod: the kubelet refuses them, and only the pod can change that. */
export function rootOfMesh(context: RuleContext): RuleOffense[] {
  const { pod } = context;
  return eachMesh(context).flatMap(({ name: mesh, version, injected }) => pod.containers
    .filter(container => injected.includes(container.name) && isRefused(container, pod.spec.securityContext))
    .map(({ name }) => ({
      container: name,
      at: atPodSpec(pod, 'securityContext', 'runAsNonRoot'),
      message: `'${name}' of ${mesh} runs as root, but the pod sets runAsNonRoot: true, so the kubelet does not start it`,
      fix: `set runAsNonRoot on your containers instead of the pod; if the CNI plugin of ${mesh} is installed, pass --mesh ${mesh.toLowerCase()}@${version}+cni`,
    })));
}

function isRefused({ spec: { securityContext: own } }: PodContainer, ofPod: any): boolean {
  return own?.runAsUser === 0 && (own.runAsNonRoot ?? ofPod?.runAsNonRoot) === true;
}
