import { membershipRequest } from '../../knowledge/meshes/membership';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Severity } from '../engine/finding';
import { atMark } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

/** A pod only has to opt out of a mesh that its Namespace may join. */
const NAMESPACE_MESHES = MESHES.filter(mesh => mesh.injectsNamespaces);

export const jobOutsideMesh: Rule = {
  id: 'NS510',
  name: 'job-outside-mesh',
  severity: Severity.INFO,
  title: 'A Job need not keep out of its mesh in order to end',
  why: 'Jobs were kept out because an ordinary proxy keeps them alive. A native one ends with the work, and inside of the mesh the Job has its identity, encryption and policies.',
  fix: 'Where that was the reason, join the mesh with a native proxy.',
  example: {
    wrong: ['kind: Job', 'spec:', '  template:', '    metadata:', '      labels: { sidecar.istio.io/inject: "false" }'].join('\n'),
    right: ['kind: Job', 'spec:', '  template:', '    metadata:', '      labels: { sidecar.istio.io/inject: "true" }', '      annotations: { sidecar.istio.io/nativeSidecar: "true" }'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): RuleOffence[] => {
    if (!pod.job || mesh) {
      return [];
    }
    return NAMESPACE_MESHES.flatMap(facts => {
      const request = membershipRequest(facts, pod.metadata);
      return request?.joins === false ? [{
        at: atMark(pod, request.key),
        message: `the Job keeps out of ${facts.name} (${request.key}: ${request.value}), which it need not in order to end`,
        fix: 'if that was the reason, let it join with a native proxy',
      }] : [];
    });
  },
};
