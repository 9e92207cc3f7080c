import { MESHES } from '../../knowledge/meshes/mesh-list';
import { readMeshVersion } from '../../knowledge/meshes/mesh-version';
import { VainAnnotation, vainAnnotation } from '../../knowledge/meshes/vain-annotations';
import { Severity } from '../engine/finding';
import { isNativeMesh, Offence, Rule, RuleContext } from '../engine/rule';

export const meshAnnotation: Rule = {
  id: 'NS606',
  name: 'mesh-annotation',
  severity: Severity.ERROR,
  title: 'An annotation for a mesh that is misspelt, dead, or in conflict with what the pod shall be',
  why: 'Injectors ignore what they do not know: a misspelt annotation has no effect and nobody is told. Others are read, but break a native proxy or contradict what the workload says '
    + 'elsewhere.',
  fix: 'Write the name and the place that the mesh reads, and take away what it no longer reads.',
  example: {
    wrong: `metadata:
  annotations:
    config.linkerd.io/proxy-native-sidecar: "true"`,
    right: `metadata:
  annotations:
    config.linkerd.io/proxy-enable-native-sidecar: "true"`,
  },
  since: '0.1.0',
  check: (context: RuleContext): Offence[] => [...vain(context), ...contradictions(context), ...hostNetwork(context)],
};

function vain(context: RuleContext): Offence[] {
  const { pod, mesh } = context;
  const annotations: [string, unknown][] = Object.entries(pod.metadata.annotations ?? {});
  const known = mesh && MESHES.find(facts => facts.name === mesh.name);
  const setting = {
    native: isNativeMesh(context),
    job: pod.job !== undefined,
    version: known && readMeshVersion(known.name, mesh.version, known.known),
  };
  return annotations.flatMap(([key, value]) => {
    const fact = vainAnnotation(key, String(value), setting);
    const isLabelToo = fact?.deprecated === true && pod.metadata.labels?.[key] !== undefined;
    return fact && !isLabelToo ? [{
      message: `the annotation '${key}' is ${fact.deprecated ? 'deprecated' : 'in vain'}: ${fact.why}`,
      fix: fact.fix,
      severity: severityOf(fact),
    }] : [];
  });
}

function severityOf({ harmful, deprecated }: VainAnnotation): Severity {
  return harmful ? Severity.ERROR : deprecated ? Severity.INFO : Severity.WARNING;
}

function contradictions({ mesh }: RuleContext): Offence[] {
  return (mesh?.contradictions ?? []).map(({ key, written, wanted }) => ({
    message: `'${key}' is '${written}' on the pod, but to be in ${mesh!.name} as it shall be needs '${wanted}'`,
    fix: 'take it away: what is written follows from the options of the mesh',
  }));
}

function hostNetwork({ pod, mesh }: RuleContext): Offence[] {
  const skips = mesh && pod.spec.hostNetwork === true && MESHES.some(facts => facts.name === mesh.name && facts.skipsHostNetwork);
  return skips ? [{
    message: `the pod uses the network of its node (hostNetwork), and ${mesh.name} injects nothing into such a pod`,
    fix: 'take hostNetwork away, or leave the pod out of the mesh',
  }] : [];
}
