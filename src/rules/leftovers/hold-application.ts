import { MESHES } from '../../knowledge/meshes/mesh-list';
import { nativeRequest } from '../../knowledge/meshes/native';
import { Severity } from '../engine/finding';
import { atAnnotation } from '../engine/place';
import { isNativeMesh, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const holdApplication: Rule = {
  id: 'NS506',
  name: 'hold-application',
  severity: Severity.INFO,
  title: 'A native proxy needs no setting that holds the app until the proxy starts',
  why: 'The setting makes an ordinary proxy delay the app with a postStart hook. The startup probe of a native proxy does the same, also for init containers, so the mesh ignores the setting.',
  fix: 'Remove the key when the proxy is native. Keep the other keys of the annotation.',
  example: {
    wrong: ['annotations:', '  sidecar.istio.io/nativeSidecar: "true"', '  proxy.istio.io/config: |', '    holdApplicationUntilProxyStarts: true'].join('\n'),
    right: ['annotations:', '  sidecar.istio.io/nativeSidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const { annotations } = context.pod.metadata;
    // NS606 judges the mesh of the pod if its proxy is known to be native.
    const judged = isNativeMesh(context) ? context.mesh?.name : undefined;
    return !annotations ? [] : MESHES.filter(({ name }) => name !== judged).flatMap(facts => {
      const { name, hold, proxy } = facts;
      const value: unknown = hold && annotations[hold.annotation];
      if (!hold || typeof value !== 'string' || !hold.isOn(value)) {
        return [];
      }
      const native = nativeRequest(facts, annotations)?.native === true || context.pod.sidecars.some(sidecar => sidecar.name === proxy.container);
      return [native ? {
        at: atAnnotation(context.pod, hold.annotation),
        message: `the annotation '${hold.annotation}' sets ${hold.name}, which ${name} ignores for a native proxy`,
        fix: 'remove that key',
        severity: Severity.WARNING,
      } : {
        at: atAnnotation(context.pod, hold.annotation),
        message: `the annotation '${hold.annotation}' sets ${hold.name}, which a native proxy does not need`,
        fix: 'remove that key when the proxy is native',
      }];
    });
  },
};
