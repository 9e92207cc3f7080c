import { joiningByRequest, namespaceRefusal } from '../../knowledge/meshes/membership';
import { readMeshVersion } from '../../knowledge/meshes/mesh-version';
import { Severity } from '../engine/finding';
import { atMark } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const namespaceOutsideMesh: Rule = {
  id: 'NS620',
  name: 'namespace-outside-mesh',
  severity: Severity.ERROR,
  title: 'A Namespace can keep the mesh away from a pod that opts in',
  why: 'An injector looks at the labels of the Namespace first. Since 2.11, Kuma injects only into Namespaces with its label. In Istio, the label of the Namespace wins over '
    + 'the labels of the pod. The pod then runs without a proxy, and nothing says so.',
  fix: 'Label the Namespace as the mesh requires.',
  example: {
    wrong: `kind: Namespace
metadata: { name: shop, labels: { istio-injection: disabled } }
---
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { template: { metadata: { labels: { sidecar.istio.io/inject: "true" } } } }`,
    right: `kind: Namespace
metadata: { name: shop, labels: { istio-injection: enabled } }
---
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { template: { metadata: { labels: { sidecar.istio.io/inject: "true" } } } }`,
  },
  since: '0.1.0',
  check: ({ pod, mesh, recognition }: RuleContext): RuleOffense[] => {
    const meshes = joiningByRequest(pod, mesh);
    const namespace = meshes.length > 0 ? recognition.surroundings.namespace(pod) : undefined;
    return !namespace ? [] : meshes.flatMap(({ facts, key }) => {
      const version = mesh?.name === facts.name ? readMeshVersion(facts.name, mesh.version, facts.known) : undefined;
      const refusal = namespaceRefusal(facts, namespace, pod, version);
      return refusal ? [{
        at: atMark(pod, key),
        message: `the pod joins ${facts.name}, but its Namespace '${namespace.metadata?.name}' ${refusal.why}`,
        fix: refusal.fix,
      }] : [];
    });
  },
};
