import { joinsWithoutSidecar, membershipRequest } from '../../knowledge/meshes/membership';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Severity } from '../engine/finding';
import { atMark } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

/** A pod only has to opt out of a mesh that its Namespace may join. */
const NAMESPACE_MESHES = MESHES.filter(mesh => mesh.injectsNamespaces);

export const jobOutsideMesh: Rule = {
  id: 'NS510',
  name: 'job-outside-mesh',
  severity: Severity.INFO,
  title: 'A Job can join its mesh and still complete',
  why: 'Jobs were often kept out of the mesh because an ordinary proxy keeps them running. A native proxy stops when the work is done, and in the mesh the Job gets identity, encryption and policies.',
  fix: 'If that was the reason, join the mesh with a native proxy.',
  example: {
    wrong: ['kind: Job', 'spec:', '  template:', '    metadata:', '      labels: { sidecar.istio.io/inject: "false" }'].join('\n'),
    right: ['kind: Job', 'spec:', '  template:', '    metadata:', '      labels: { sidecar.istio.io/inject: "true" }', '      annotations: { sidecar.istio.io/nativeSidecar: "true" }'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): RuleOffense[] => {
    if (!pod.job) {
      return [];
    }
    return NAMESPACE_MESHES.filter(({ name }) => name !== mesh?.name).flatMap(facts => {
      const request = membershipRequest(facts, pod.metadata);
      return request?.joins === false && !joinsWithoutSidecar(facts, pod.metadata) ? [{
        at: atMark(pod, request.key),
        message: `the Job opts out of ${facts.name} (${request.key}: ${request.value}), which it does not need to complete`,
        fix: 'if the Job opted out so that it completes, let it join with a native proxy',
      }] : [];
    });
  },
};
