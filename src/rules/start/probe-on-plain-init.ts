import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

const FIELDS = ['startupProbe', 'readinessProbe', 'livenessProbe', 'lifecycle'];

export const probeOnPlainInit: Rule = {
  id: 'NS105',
  name: 'probe-on-plain-init',
  severity: Severity.ERROR,
  title: 'A regular init container cannot have probes or lifecycle hooks',
  why: 'The API server rejects a pod if an init container without restartPolicy: Always has a probe or a hook. Most often the field is missing by mistake, '
    + 'or an outdated webhook or controller removed it.',
  fix: 'Add restartPolicy: Always if the container is a sidecar. Otherwise, remove the probes and hooks.',
  example: {
    wrong: `initContainers:
- name: proxy
  image: envoyproxy/envoy:distroless-v1.39.0
  startupProbe: { httpGet: { path: /ready, port: 9902 }, periodSeconds: 1 }
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
    right: `initContainers:
- name: proxy
  image: envoyproxy/envoy:distroless-v1.39.0
  restartPolicy: Always
  startupProbe: { httpGet: { path: /ready, port: 9902 }, periodSeconds: 1 }
  resources: { requests: { cpu: 50m, memory: 64Mi } }
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
  },
  since: '0.1.0',
  needs: 'plainInit',
  check: ({ pod }: RuleContext): RuleOffense[] => pod.containers.flatMap(container => {
    const isWritten = (field: string) => container.spec[field] !== undefined && container.spec[field] !== null;
    const fields = container.role === ContainerRole.INIT ? FIELDS.filter(isWritten) : [];
    return fields.length > 0 ? [{
      container: container.name,
      at: atContainer(pod, container, fields[0]),
      message: `init container '${container.name}' has ${quoted(fields)} but no restartPolicy: Always, so the API server rejects the pod`,
      fix: `add restartPolicy: Always if '${container.name}' is a sidecar, otherwise remove ${fields.length > 1 ? 'them' : 'it'}`,
    }] : [];
  }),
};
