import { JsonObject, listOf } from '../../data/json';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { PodModel } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atItem } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const namedSidecarPort: Rule = {
  id: 'NS607',
  name: 'named-sidecar-port',
  severity: Severity.WARNING,
  title: 'Not everything finds a port of a native sidecar by name',
  why: 'Code that looks up a port by name often searches only the main containers. A Service finds a named port of a sidecar from Kubernetes 1.33 '
    + '(its legacy Endpoints from 1.32); before that, the Service has no endpoint for it. For a NetworkPolicy it depends on the network plugin.',
  fix: 'Use the port number instead of its name.',
  example: {
    wrong: `# for Kubernetes 1.32
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ port: 443, targetPort: https }]
---
kind: Deployment
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
        ports: [{ name: https, containerPort: 8443 }]`,
    right: `# for Kubernetes 1.32
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports: [{ port: 443, targetPort: 8443 }]
---
kind: Deployment
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
        ports: [{ name: https, containerPort: 8443 }]`,
  },
  since: '0.1.0',
  check: ({ pod, kubernetes, recognition: { surroundings } }: RuleContext): RuleOffense[] => {
    const ports = namedPortsOfSidecars(pod);
    if (ports.size === 0) {
      return [];
    }
    const services = kubernetes.supports(KubernetesFeature.NAMED_SIDECAR_PORTS) ? [] : surroundings.services(pod);
    return [
      ...services.flatMap(service => namesIn(listOf(service.spec?.ports), 'targetPort', ports).map(port => ({
        container: port.container,
        at: atItem(pod, pod.container(port.container), 'ports', one => one.name === port.name, 'name'),
        message: `the Service '${service.metadata?.name}' refers to port '${port.name}' of sidecar '${port.container}' by name, which Kubernetes ${kubernetes} does not find, so the Service has no endpoint for it`,
        fix: `set its targetPort to ${port.number}, or target 1.33 or newer`,
        changes: service,
      }))),
      ...surroundings.networkPolicies(pod).flatMap(policy => namesIn(listOf(policy.spec?.ingress).flatMap(rule => listOf(rule.ports)), 'port', ports).map(port => ({
        container: port.container,
        at: atItem(pod, pod.container(port.container), 'ports', one => one.name === port.name, 'name'),
        message: `the NetworkPolicy '${policy.metadata?.name}' refers to port '${port.name}' of sidecar '${port.container}' by name, which not every network plugin finds`,
        fix: `write the number ${port.number}`,
        changes: policy,
        severity: Severity.INFO,
      }))),
    ];
  },
};

interface NamedPort {
  readonly name: string;
  readonly number: number;
  readonly container: string;
}

/** The names of ports that only sidecars have. */
function namedPortsOfSidecars(pod: PodModel): Map<string, NamedPort> {
  const ports = new Map<string, NamedPort>();
  for (const { name: container, spec } of pod.sidecars) {
    for (const { name, containerPort } of listOf(spec.ports).filter(port => port.name)) {
      ports.set(String(name), { name: String(name), number: containerPort, container });
    }
  }
  if (ports.size > 0) {
    pod.mains.flatMap(main => listOf(main.spec.ports)).forEach(port => ports.delete(String(port.name)));
  }
  return ports;
}

function namesIn(entries: readonly JsonObject[], field: string, ports: ReadonlyMap<string, NamedPort>): NamedPort[] {
  return entries.flatMap(entry => (typeof entry[field] === 'string' ? ports.get(entry[field]) ?? [] : []));
}
