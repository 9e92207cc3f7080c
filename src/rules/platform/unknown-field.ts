import { formatPath } from '../../data/path';
import { isTypo } from '../../data/similar-names';
import { UnknownField, unknownFields } from '../../kubernetes/known-fields';
import { KubernetesVersion, NEWEST_KNOWN } from '../../kubernetes/kubernetes-version';
import { PodModel } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec, atTemplateOwner } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

const NEWEST = `${NEWEST_KNOWN.major}.${NEWEST_KNOWN.minor}`;

export const unknownField: Rule = {
  id: 'NS623',
  name: 'unknown-field',
  severity: Severity.WARNING,
  title: 'A field that no known Kubernetes version has may change the picture',
  why: 'The field is mistyped, or it belongs to a newer Kubernetes than this library knows. A version without it rejects the workload for strict clients such as kubectl, and drops '
    + 'the field for others. A version with it may start, stop or restart containers differently from what findings and timelines describe.',
  fix: 'Correct or remove the field. If your version has it, read its documentation before you rely on findings and timelines, and acknowledge the finding.',
  example: {
    wrong: `containers:
  - name: web
    image: ghcr.io/acme/web:1.4.2
    terminationGracePeriodSeconds: 10`,
    right: `terminationGracePeriodSeconds: 10
containers:
  - name: web
    image: ghcr.io/acme/web:1.4.2`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const own = ownContainers(context).map(({ name }) => name);
    return unknownFields(context.pod)
      .filter(({ container }) => container === undefined || own.includes(container))
      .map(field => offense(context.pod, context.kubernetes, field));
  },
};

function offense(pod: PodModel, kubernetes: KubernetesVersion, field: UnknownField): RuleOffense {
  const name = String(field.path[field.path.length - 1]);
  const meant = field.known.find(known => isTypo(name, known));
  const { newerThanKnown } = kubernetes;
  return {
    container: field.container,
    ...(newerThanKnown === undefined || meant !== undefined ? {} : { severity: Severity.INFO }),
    message: `${subjectOf(field, pod)} has the field '${formatPath(field.path)}', ${newerThanKnown === undefined
      ? `which no Kubernetes version up to ${NEWEST} has: kubectl refuses it, other clients lose it silently`
      : `which Kubernetes ${NEWEST} does not have: if ${newerThanKnown} has it, it may change what happens`}`,
    fix: meant === undefined ? 'remove it, or move it to where it belongs' : `write '${meant}'`,
    at: field.in === 'container' ? atContainer(pod, field.container!, ...field.path) : field.in === 'pod' ? atPodSpec(pod, ...field.path) : atTemplateOwner(pod, ...field.path),
  };
}

/** What a timeline assumes about fields that are not known. */
export function notesOnUnknown(pod: PodModel): string[] {
  return unknownFields(pod).map(field => `the unknown field '${formatPath(field.path)}' of ${subjectOf(field, pod)} changes nothing (NS623)`);
}

function subjectOf(field: UnknownField, pod: PodModel): string {
  return field.in === 'container' ? `'${field.container}'` : `the ${field.in === 'pod' ? 'pod' : pod.kind}`;
}
