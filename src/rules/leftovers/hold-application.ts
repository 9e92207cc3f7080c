import { MESHES } from '../../knowledge/meshes/mesh-list';
import { nativeRequest } from '../../knowledge/meshes/native';
import { Severity } from '../engine/finding';
import { atAnnotation } from '../engine/place';
import { isNativeMesh, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const holdApplication: Rule = {
  id: 'NS506',
  name: 'hold-application',
  severity: Severity.INFO,
  title: "Istio's holdApplicationUntilProxyStarts is ignored for a native proxy",
  why: 'It makes an ordinary istio-proxy hold back the app in its post-start hook. A native proxy does so by its startup probe, also for init containers, and Istio then ignores the key.',
  fix: 'Take the key away once the proxy is native; other keys of the annotation stay.',
  example: {
    wrong: ['annotations:', '  sidecar.istio.io/nativeSidecar: "true"', '  proxy.istio.io/config: |', '    holdApplicationUntilProxyStarts: true'].join('\n'),
    right: ['annotations:', '  sidecar.istio.io/nativeSidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffence[] => {
    const { annotations } = context.pod.metadata;
    // With a mesh that is known to be native, NS606 says it.
    return !annotations || isNativeMesh(context) ? [] : MESHES.flatMap(facts => {
      const { name, hold, proxy } = facts;
      const value: unknown = hold && annotations[hold.annotation];
      if (!hold || typeof value !== 'string' || !hold.isOn(value)) {
        return [];
      }
      const native = nativeRequest(facts, annotations)?.native === true || context.pod.sidecars.some(sidecar => sidecar.name === proxy.container);
      return [native ? {
        at: atAnnotation(context.pod, hold.annotation),
        message: `the annotation '${hold.annotation}' says ${hold.name}, which ${name} ignores for a native proxy`,
        fix: 'take that key away',
        severity: Severity.WARNING,
      } : {
        at: atAnnotation(context.pod, hold.annotation),
        message: `the annotation '${hold.annotation}' says ${hold.name}, which a native proxy does not need`,
        fix: 'take that key away once the proxy is native',
      }];
    });
  },
};
