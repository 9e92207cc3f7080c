import { JsonObject } from '../../data/json';
import { wording } from '../../data/wording';
import { joiningByRequest } from '../../knowledge/meshes/membership';
import { ServiceNeed, servicesNamed } from '../../knowledge/meshes/pod-needs';
import { accountOf } from '../../recognition/surroundings';
import { Severity } from '../engine/finding';
import { atMark, atPodSpec } from '../engine/place';
import { eachMesh, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const meshNeedsService: Rule = {
  id: 'NS622',
  name: 'mesh-needs-service',
  severity: Severity.ERROR,
  title: 'Consul needs exactly one Service that selects the pod, and with ACLs a service account of its name',
  why: 'Consul registers a pod under the name of the Service that selects it. With none, the init container of Consul waits in vain; with several, Consul registers none. '
    + 'With ACLs, the service account of the pod proves that name, so the init container fails if it has another one.',
  fix: 'Add a Service, or choose one of several with the annotation of the mesh. Run the pod as a service account with the name of the Service.',
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
spec:
  template:
    metadata: { labels: { app: web }, annotations: { consul.hashicorp.com/connect-inject: "true" } }
    spec: { serviceAccountName: web }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => joiningByRequest(context.pod, context.mesh).flatMap(({ facts: { name, service }, key }) => {
    if (!service) {
      return [];
    }
    const { pod, recognition } = context;
    const named = servicesNamed(service, pod.metadata.annotations ?? {});
    const chosen: unknown = pod.metadata.annotations?.[service.choice];
    const selecting = recognition.surroundings.services(pod).filter(one => !isIgnored(service, one)).map(one => String(one.metadata?.name));
    if (named.length > 1) {
      return [];
    }
    const joined = chosen === undefined ? selecting : [String(chosen)];
    return joined.length === 1
      ? otherAccount(context, name, service, named[0] ?? joined[0])
      : [{ at: atMark(pod, key), ...wordsAbout(name, service, selecting) }];
  }),
};

function wordsAbout(mesh: string, { otherwise, choice }: ServiceNeed, selecting: readonly string[]): RuleOffense {
  return {
    message: `the pod joins ${mesh}, but ${selecting.length === 0 ? 'no Service here selects it' : `${quoted(selecting)} select it`}: ${otherwise}`,
    fix: selecting.length === 0 ? 'add a Service that selects the pod' : `keep one of them, or choose one with ${choice}`,
    // A Service may be in another file.
    ...(selecting.length === 0 ? { severity: Severity.WARNING } : {}),
  };
}

/** Whether the mesh uses ACLs is not in the manifest, so this is only a warning. */
function otherAccount(context: RuleContext, mesh: string, { otherAccount: otherwise }: ServiceNeed, service: string): RuleOffense[] {
  const { pod, reader } = context;
  const account = accountOf(pod);
  const needsNone = eachMesh(context).some(({ name, needsToken }) => name === mesh && needsToken === false);
  return needsNone || account === service ? [] : [{
    at: atPodSpec(pod, 'serviceAccountName'),
    message: `the pod joins ${mesh} as service '${service}', but runs as service account '${account}': ${otherwise}`,
    fix: reader === 'construct'
      ? wording`pass a 'serviceAccount' named '${service}', or set 'acls' to false if ${mesh} uses no ACLs`
      : `add a ServiceAccount named '${service}', and set serviceAccountName: ${service}`,
    severity: Severity.WARNING,
  }];
}

function isIgnored({ ignored }: ServiceNeed, service: JsonObject): boolean {
  return ignored.read(String(service.metadata?.labels?.[ignored.key] ?? '')) === true;
}
