import { JsonObject } from '../../data/json';
import { joiningByRequest } from '../../knowledge/meshes/membership';
import { ServiceNeed } from '../../knowledge/meshes/pod-needs';
import { Severity } from '../engine/finding';
import { atMark } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const meshNeedsService: Rule = {
  id: 'NS622',
  name: 'mesh-needs-service',
  severity: Severity.ERROR,
  title: 'Consul needs exactly one Service that selects the pod',
  why: 'Consul registers a pod under the name of the Service that selects it. With none, the init container of Consul waits in vain; with several, Consul registers none.',
  fix: 'Add a Service, or choose one of several with the annotation of the mesh.',
  example: {
    wrong: `kind: Service
metadata: { name: web }
spec: { selector: { app: web } }
---
kind: Service
metadata: { name: web-admin }
spec: { selector: { app: web } }
---
kind: Deployment
metadata: { name: web }
spec: { template: { metadata: { labels: { app: web }, annotations: { consul.hashicorp.com/connect-inject: "true" } } } }`,
    right: `kind: Service
metadata: { name: web }
spec: { selector: { app: web } }
---
kind: Deployment
metadata: { name: web }
spec: { template: { metadata: { labels: { app: web }, annotations: { consul.hashicorp.com/connect-inject: "true" } } } }`,
  },
  since: '0.1.0',
  check: ({ pod, mesh, recognition }: RuleContext): RuleOffense[] => joiningByRequest(pod, mesh).flatMap(({ facts: { name, service }, key }) => {
    if (!service || pod.metadata.annotations?.[service.choice] !== undefined) {
      return [];
    }
    const selecting = recognition.surroundings.services(pod).filter(one => !isIgnored(service, one)).map(one => String(one.metadata?.name));
    return selecting.length === 1 ? [] : [{
      at: atMark(pod, key),
      message: `the pod joins ${name}, but ${selecting.length === 0 ? 'no Service here selects it' : `${quoted(selecting)} select it`}: ${service.otherwise}`,
      fix: selecting.length === 0 ? 'add a Service that selects the pod' : `keep one of them, or choose one with ${service.choice}`,
      // A Service may be in another file.
      ...(selecting.length === 0 ? { severity: Severity.WARNING } : {}),
    }];
  }),
};

function isIgnored({ ignored }: ServiceNeed, service: JsonObject): boolean {
  return ignored.read(String(service.metadata?.labels?.[ignored.key] ?? '')) === true;
}
