import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Annotations, nativeRequest } from '../../knowledge/meshes/native';
import { Pod } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atAnnotation } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const linkerdLeftover: Rule = {
  id: 'NS507',
  name: 'linkerd-leftover',
  severity: Severity.INFO,
  title: 'Annotations for an ordinary proxy are useless or harmful for a native one',
  why: 'A native proxy starts before the app and stops after it. Linkerd before 2.20 rejects a wait before exit, and newer versions ignore it. Without proxy-await the proxy has no startup probe. It needs no quit endpoint.',
  fix: 'Remove them when the proxy is native, and write the switch as config.linkerd.io/proxy-enable-native-sidecar: "true".',
  example: {
    wrong: ['annotations:', '  linkerd.io/inject: enabled', '  config.alpha.linkerd.io/proxy-wait-before-exit-seconds: "20"'].join('\n'),
    right: ['annotations:', '  linkerd.io/inject: enabled', '  config.linkerd.io/proxy-enable-native-sidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): RuleOffense[] => {
    const annotations: Annotations | undefined = pod.metadata.annotations;
    // In a mesh that is known, NS606 judges them by its version.
    return mesh || !annotations ? [] : MESHES.flatMap(facts => [...leftovers(pod, facts, annotations), ...spellings(pod, facts, annotations)]);
  },
};

function leftovers(pod: Pod, facts: MeshFacts, annotations: Annotations): RuleOffense[] {
  const found = facts.leftovers.filter(({ key, applies }) => annotations[key] !== undefined && (applies?.(String(annotations[key])) ?? true));
  const native = found.length > 0 && nativeRequest(facts, annotations)?.native === true;
  return found.filter(({ onlyNative }) => native || !onlyNative).map(({ key, does, after, harmsNative }) => ({
    at: atAnnotation(pod, key),
    message: `the annotation '${key}' ${does}`,
    fix: `remove it${native ? '' : ' when the proxy is native'}${after ? `, after ${after}` : ''}`,
    ...(native && harmsNative ? { severity: Severity.WARNING } : {}),
  }));
}

/** The switch may have had several names; the newest is the first of the list. */
function spellings(pod: Pod, { name, nativeSwitches }: MeshFacts, annotations: Annotations): RuleOffense[] {
  const [newest] = nativeSwitches;
  return nativeSwitches.flatMap(({ key, read, otherwise }) => {
    const value = annotations[key];
    const at = atAnnotation(pod, key);
    if (value === undefined) {
      return [];
    }
    if (read(String(value)) === undefined) {
      const message = `'${key}' is '${String(value)}', which ${name} does not understand and ${otherwise}`;
      return [{ at, message, fix: 'write "true" or "false"', severity: Severity.WARNING }];
    }
    return key === newest.key || annotations[newest.key] !== undefined ? [] : [{
      at,
      message: `'${key}' is an old name of '${newest.key}'`,
      fix: `write the new one from ${name} ${newest.since.version} on`,
    }];
  });
}
