import type { Feature } from '../../kubernetes/feature';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { LackingUse, lackingUses, releaseThatTakes } from '../../kubernetes/lacking-fields';
import { PodModel } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec, atTemplateOwner } from '../engine/place';
import { PlacedOffense } from '../engine/rule';

/** What an API server refuses as a whole. */
const WHOLE = { container: 'pod', pod: 'pod', job: 'Job' } as const;

/** Why a version does not have a feature, as the rest of a sentence: it came later, or is still off. */
export function lackOf({ alpha }: Feature, kubernetes: KubernetesVersion): string {
  return alpha !== undefined && kubernetes.isAtLeast(alpha) ? `is off by default in Kubernetes ${kubernetes}` : `Kubernetes ${kubernetes} does not know`;
}

/** The uses of fields that the target lacks, without those that another rule reports. */
export function usesToReport(pod: PodModel, kubernetes: KubernetesVersion): LackingUse[] {
  return lackingUses(pod, kubernetes).filter(({ use }) => use.field.reportedBy === undefined);
}

/** A field that the target lacks, with what happens to it and what to do. */
export function lackingOffense(pod: PodModel, kubernetes: KubernetesVersion, { feature, use, without }: LackingUse): PlacedOffense {
  const { field, container, path } = use;
  const { what, breaks, instead = 'remove it' } = field;
  const subject = field.in === 'container' ? `'${container}'` : `the ${WHOLE[field.in]}`;
  const isKnown = feature.alpha !== undefined && kubernetes.isAtLeast(feature.alpha);
  const harm = {
    'refused': `${lackOf(feature, kubernetes)}: it refuses the ${WHOLE[field.in]}`,
    'value-refused': `Kubernetes ${kubernetes} refuses`,
    'dropped': `Kubernetes ${kubernetes} ${isKnown ? 'drops silently' : 'does not know: kubectl refuses it, other clients lose it silently'}, so ${field.then}`,
  };
  const release = releaseThatTakes(pod, use);
  return {
    container,
    severity: without === 'dropped' && !breaks ? Severity.WARNING : Severity.ERROR,
    message: `${subject} has ${what}, which ${harm[without]}`,
    fix: release === undefined
      ? `${instead}: no version has it on by default`
      : without === 'value-refused' ? `${instead}, or target ${release} or newer` : `target ${release} or newer, or ${instead}`,
    at: field.in === 'container' ? atContainer(pod, container!, ...path) : field.in === 'job' ? atTemplateOwner(pod, ...path) : atPodSpec(pod, ...path),
  };
}

/** What the target does with fields that it lacks, for a timeline: dropped fields do not act there, and a refused pod is shown as if it were accepted. */
export function notesOnFields(pod: PodModel, kubernetes: KubernetesVersion): { readonly known: string[]; readonly assumptions: string[] } {
  const lacking = usesToReport(pod, kubernetes);
  return {
    known: lacking.map(use => `${lackingOffense(pod, kubernetes, use).message} (NS602)`),
    assumptions: lacking.some(({ without }) => without !== 'dropped') ? [`Kubernetes ${kubernetes} accepts the workload, although it refuses a field of it`] : [],
  };
}
