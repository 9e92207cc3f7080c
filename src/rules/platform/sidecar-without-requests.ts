import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

const RESOURCES = ['cpu', 'memory'];

export const sidecarWithoutRequests: Rule = {
  id: 'NS608',
  name: 'sidecar-without-requests',
  severity: Severity.INFO,
  title: 'A native sidecar without requests is not counted when a node is chosen',
  why: 'What a native sidecar requests is added to what the app requests. A sidecar that requests nothing gets no share of a busy node, and is the first to be killed when '
    + 'memory is short; an otherwise Guaranteed pod becomes Burstable by it.',
  fix: 'Give the sidecar requests for cpu and memory; in a Guaranteed pod also equal limits.',
  example: {
    wrong: `initContainers:
- name: proxy
  restartPolicy: Always
  startupProbe: { httpGet: { path: /ready, port: 9902 }, periodSeconds: 1 }`,
    right: `initContainers:
- name: proxy
  restartPolicy: Always
  startupProbe: { httpGet: { path: /ready, port: 9902 }, periodSeconds: 1 }
  resources: { requests: { cpu: 50m, memory: 64Mi } }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffence[] => {
    const { pod } = context;
    const bare = ownContainers(context).filter(container => container.role === ContainerRole.SIDECAR && requestsNothing(container));
    // Requests of the pod as a whole are enough.
    if (bare.length === 0 || pod.spec.resources) {
      return [];
    }
    const spoils = pod.containers.every(container => container.role === ContainerRole.SIDECAR || isGuaranteed(container));
    return bare.map(({ name }) => ({
      container: name,
      at: atContainer(pod, name, 'resources'),
      message: spoils
        ? `sidecar '${name}' requests neither cpu nor memory, and takes the quality of service Guaranteed from the pod, which it would have otherwise`
        : `sidecar '${name}' requests neither cpu nor memory, so it is not counted when a node is chosen and is starved first`,
      fix: spoils ? 'give it equal requests and limits of cpu and memory' : 'give it requests for cpu and memory',
      severity: spoils ? Severity.WARNING : Severity.INFO,
    }));
  },
};

/** Whether a container says nothing about cpu and memory. */
export function requestsNothing({ spec }: PodContainer): boolean {
  return RESOURCES.every(name => (spec.resources?.requests?.[name] ?? spec.resources?.limits?.[name]) === undefined);
}

/** As written: amounts that are equal but written in two ways count as different, which is the careful side. */
function isGuaranteed({ spec }: PodContainer): boolean {
  const { requests, limits } = spec.resources ?? {};
  return RESOURCES.every(name => limits?.[name] !== undefined && String(requests?.[name] ?? limits[name]) === String(limits[name]));
}
