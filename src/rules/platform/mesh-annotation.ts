import { AnnotationOfMesh, ignoredAnnotation } from '../../knowledge/meshes/ignored-annotations';
import { isOwnKey } from '../../knowledge/meshes/membership';
import { ChosenMesh } from '../../knowledge/meshes/mesh-facts';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { describeBound, readMeshVersion } from '../../knowledge/meshes/mesh-version';
import { nativeSwitch, unreadSwitches } from '../../knowledge/meshes/native';
import { MeshContext } from '../../knowledge/meshes/prediction';
import { Severity } from '../engine/finding';
import { atAnnotation, atMark, atPodSpec } from '../engine/place';
import { eachMesh, isNativeMesh, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const meshAnnotation: Rule = {
  id: 'NS606',
  name: 'mesh-annotation',
  severity: Severity.ERROR,
  title: 'A mesh annotation that is misspelled, obsolete, or in conflict with the workload',
  why: 'Injectors silently ignore annotations that they do not know, so a misspelled one has no effect. Others take effect, but break a native proxy or contradict '
    + 'other settings of the workload.',
  fix: 'Use the name and the place that the mesh reads, and remove what it no longer reads.',
  example: {
    wrong: `metadata:
  annotations:
    config.linkerd.io/proxy-native-sidecar: "true"`,
    right: `metadata:
  annotations:
    config.linkerd.io/proxy-enable-native-sidecar: "true"`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const meshes = eachMesh(context).flatMap(mesh => chosenMesh(mesh) ?? []);
    return [
      ...ignored(context, meshes),
      ...meshes.flatMap(mesh => unread(context, mesh)),
      ...eachMesh(context).flatMap(mesh => contradictions(context, mesh)),
      ...meshes.flatMap(mesh => hostNetwork(context, mesh)),
    ];
  },
};

/** The mesh that the pod joins, if it is known here. */
function chosenMesh({ name, version }: MeshContext): ChosenMesh | undefined {
  const facts = meshNamed(name);
  return facts && { facts, version: readMeshVersion(facts.name, version, facts.known) };
}

function ignored(context: RuleContext, meshes: readonly ChosenMesh[]): RuleOffense[] {
  const { pod } = context;
  const annotations: [string, unknown][] = Object.entries(pod.metadata.annotations ?? {});
  const joined = eachMesh(context).map(({ name }) => name);
  const setting = { native: isNativeMesh(context), job: pod.job !== undefined };
  return annotations.flatMap(([key, value]) => {
    const mesh = meshes.find(({ facts }) => isOwnKey(facts, key)) ?? meshes[0];
    const fact = ignoredAnnotation(key, String(value), { ...setting, mesh });
    const isLabelToo = fact?.deprecated === true && pod.metadata.labels?.[key] !== undefined;
    return fact && !isLabelToo ? [{
      at: atAnnotation(pod, key),
      message: `the annotation '${key}' ${fact.deprecated ? 'is deprecated' : 'does not work as intended'}: ${fact.why}`,
      fix: fact.fix,
      severity: severityOf(fact, joined),
    }] : [];
  });
}

/** No other mesh reads it, so nothing breaks there. */
function severityOf({ harmful, deprecated, mesh }: AnnotationOfMesh, joined: readonly string[]): Severity {
  const isRead = mesh === undefined || joined.length === 0 || joined.includes(mesh);
  return harmful && isRead ? Severity.ERROR : deprecated ? Severity.INFO : Severity.WARNING;
}

/** A switch that only another version reads: the pod asks for something and does not get it. */
function unread({ pod }: RuleContext, mesh: ChosenMesh): RuleOffense[] {
  return unreadSwitches(mesh, pod.metadata.annotations ?? {}).map(({ key, since }) => {
    const { facts, version } = mesh;
    const read = nativeSwitch(facts, version);
    return {
      at: atAnnotation(pod, key),
      message: `${facts.name} ${version.text} does not read the annotation '${key}': only ${describeBound(version, since)} and newer versions do`,
      fix: read ? `write ${read.key} instead` : `use ${describeBound(version, since)} or newer`,
      severity: Severity.WARNING,
    };
  });
}

function contradictions({ pod }: RuleContext, { name, contradictions: found }: MeshContext): RuleOffense[] {
  return found.map(({ key, written, wanted }) => ({
    at: atMark(pod, key),
    message: `'${key}' is '${written}' on the pod, but joining ${name} requires '${wanted}'`,
    fix: 'remove it: the options of the mesh set it',
  }));
}

function hostNetwork({ pod }: RuleContext, mesh: ChosenMesh): RuleOffense[] {
  return mesh.facts.skipsHostNetwork && pod.spec.hostNetwork === true ? [{
    at: atPodSpec(pod, 'hostNetwork'),
    message: `the pod uses hostNetwork, and ${mesh.facts.name} does not inject such pods`,
    fix: 'remove hostNetwork, or keep the pod out of the mesh',
  }] : [];
}
