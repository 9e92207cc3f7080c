import { shown } from '../../data/words';
import { MeshFacts, NativeSwitch } from '../../knowledge/meshes/mesh-facts';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Annotations, nativeRequest } from '../../knowledge/meshes/native';
import { PodModel } from '../../kubernetes/pod';
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
    return !annotations ? [] : MESHES.flatMap(facts => [
      ...unreadable(pod, facts, annotations),
      // NS606 judges the mesh of the pod by its version.
      ...(facts.name === mesh?.name ? [] : [...leftovers(pod, facts, annotations), ...oldNames(pod, facts, annotations)]),
    ]);
  },
};

function leftovers(pod: PodModel, facts: MeshFacts, annotations: Annotations): RuleOffense[] {
  const found = facts.leftovers.filter(({ key, applies }) => annotations[key] !== undefined && (applies?.(String(annotations[key])) ?? true));
  const native = found.length > 0 && nativeRequest(facts, annotations)?.native === true;
  return found.filter(({ onlyNative }) => native || !onlyNative).map(({ key, does, after, harmsNative }) => ({
    at: atAnnotation(pod, key),
    message: `the annotation '${key}' ${does}`,
    fix: `remove it${native ? '' : ' when the proxy is native'}${after ? `, after ${after}` : ''}`,
    ...(native && harmsNative ? { severity: Severity.WARNING } : {}),
  }));
}

/** A switch with a value that is neither yes nor no. */
function unreadable(pod: PodModel, { name, nativeSwitches }: MeshFacts, annotations: Annotations): RuleOffense[] {
  const isUnreadable = ({ key, read }: NativeSwitch) => annotations[key] !== undefined && read(String(annotations[key])) === undefined;
  return nativeSwitches.filter(isUnreadable).map(({ key, otherwise }) => ({
    at: atAnnotation(pod, key),
    message: `'${key}' is '${shown(annotations[key])}', which ${name} does not understand and ${otherwise}`,
    fix: 'write "true" or "false"',
    severity: Severity.WARNING,
  }));
}

/** The switch may have had several names; the newest is the first of the list. */
function oldNames(pod: PodModel, { name, nativeSwitches: [newest, ...old] }: MeshFacts, annotations: Annotations): RuleOffense[] {
  const isRead = ({ key, read }: NativeSwitch) => annotations[key] !== undefined && read(String(annotations[key])) !== undefined;
  return annotations[newest?.key] !== undefined ? [] : old.filter(isRead).map(({ key }) => ({
    at: atAnnotation(pod, key),
    message: `'${key}' is an old name of '${newest.key}'`,
    fix: `write the new one from ${name} ${newest.since.version} on`,
  }));
}
