import { joinedMeshes } from '../../knowledge/meshes/membership';
import { Severity } from '../engine/finding';
import { atOptIn } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const nativeNotAskedFor: Rule = {
  id: 'NS514',
  name: 'native-not-asked-for',
  severity: Severity.INFO,
  title: 'A pod that joins a mesh should request a native proxy',
  why: 'Without a request, the version and settings of the mesh decide. Consul and Dapr inject an ordinary proxy by default; older versions of Istio and Linkerd do so too.',
  fix: 'Set the annotation of the mesh on the pod, if its version supports it.',
  example: {
    wrong: ['annotations:', '  dapr.io/enabled: "true"', '  dapr.io/app-id: orders'].join('\n'),
    right: ['annotations:', '  dapr.io/enabled: "true"', '  dapr.io/app-id: orders', '  dapr.io/enable-native-sidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): RuleOffense[] => {
    const { annotations, labels } = pod.metadata;
    // For a Job, whether its proxy is native decides whether it ends: another rule says so.
    if (mesh || pod.job || (!annotations && !labels)) {
      return [];
    }
    return joinedMeshes(pod)
      .filter(({ nativeSwitches, reserved }) => nativeSwitches.length > 0
        && !nativeSwitches.some(({ key }) => annotations?.[key] !== undefined)
        && !pod.containers.some(container => reserved.containerNames.includes(container.name)))
      .map(({ name, nativeSwitches: [newest] }) => ({
        at: atOptIn(pod, name),
        message: `the pod joins ${name} without requesting a native proxy`,
        fix: `set ${newest.key}: "true", which ${name} supports since ${newest.since.version}`,
      }));
  },
};
