import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

const RESOURCES = ['cpu', 'memory'];

export const sidecarWithoutRequests: Rule = {
  id: 'NS608',
  name: 'sidecar-without-requests',
  severity: Severity.INFO,
  title: 'The scheduler does not count a native sidecar without requests',
  why: 'The scheduler adds the requests of native sidecars to those of the app. A sidecar without requests gets no share of a busy node and is among the first to be killed when '
    + 'memory runs out. It also turns a Guaranteed pod into a Burstable one.',
  fix: 'Set cpu and memory requests on the sidecar, and equal limits in a Guaranteed pod.',
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
  check: (context: RuleContext): RuleOffense[] => {
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
        ? `sidecar '${name}' has no cpu or memory requests, so the pod loses the QoS class Guaranteed`
        : `sidecar '${name}' has no cpu or memory requests, so the scheduler does not count it and it starves first on a busy node`,
      fix: spoils ? 'set equal cpu and memory requests and limits' : 'set cpu and memory requests',
      severity: spoils ? Severity.WARNING : Severity.INFO,
    }));
  },
};

/** Whether a container sets neither cpu nor memory. */
export function requestsNothing({ spec }: PodContainer): boolean {
  return RESOURCES.every(name => (spec.resources?.requests?.[name] ?? spec.resources?.limits?.[name]) === undefined);
}

/** As written: amounts that are equal but written in two ways count as different, which is the careful side. */
function isGuaranteed({ spec }: PodContainer): boolean {
  const { requests, limits } = spec.resources ?? {};
  return RESOURCES.every(name => limits?.[name] !== undefined && String(requests?.[name] ?? limits[name]) === String(limits[name]));
}
