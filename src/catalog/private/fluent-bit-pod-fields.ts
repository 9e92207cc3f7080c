import * as kplus from 'cdk8s-plus-28';
import { FilterPart } from './fluent-bit-config';
import { refusal } from '../../caller/refusal';
import { FluentBitProps } from '../fluent-bit-props';

/** A field of each record, the variable that holds its value, and where Kubernetes has it. */
interface PodField {
  readonly field: string;
  readonly variable: string;
  readonly value: kplus.EnvValue;
  /** Whether the value can be empty. Fluent Bit takes empty quotes for a value, and refuses to start with less. */
  readonly isOptional?: boolean;
}

/** The variables of the sidecar with the fields of the pod that records contain. */
export function podVariables(subject: string, props: FluentBitProps): { [name: string]: kplus.EnvValue } {
  return Object.fromEntries(podFields(subject, props).map(({ variable, value }) => [variable, value]));
}

/** The filter that adds the fields to each record, if there are any. */
export function podFieldsFilter(subject: string, props: FluentBitProps): FilterPart[] {
  const record = podFields(subject, props).map(({ field, variable, isOptional }) => `${field} ${isOptional ? `"\${${variable}}"` : `\${${variable}}`}`);
  return record.length > 0 ? [{ plugin: 'record_modifier', match: '*', options: { record } }] : [];
}

function podFields(subject: string, props: FluentBitProps): PodField[] {
  const { EnvFieldPaths, EnvValue } = kplus;
  const own: PodField[] = !props.podFields ? [] : [
    { field: 'pod_name', variable: 'POD_NAME', value: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAME) },
    { field: 'pod_namespace', variable: 'POD_NAMESPACE', value: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAMESPACE) },
    { field: 'node_name', variable: 'NODE_NAME', value: EnvValue.fromFieldRef(EnvFieldPaths.NODE_NAME) },
  ];
  const labels = props.podLabels ?? [];
  checkLabels(subject, labels);
  return [...own, ...labels.map((label): PodField => ({
    field: fieldOf(label), variable: variableOf(label), value: EnvValue.fromFieldRef(EnvFieldPaths.POD_LABEL, { key: label }), isOptional: true,
  }))];
}

function fieldOf(label: string): string {
  return `label_${label.replace(/\W/g, '_')}`;
}

function variableOf(label: string): string {
  return fieldOf(label).toUpperCase();
}

/** Refuses labels that would share a variable. */
function checkLabels(subject: string, labels: readonly string[]): void {
  labels.forEach((label, index) => {
    const first = labels.slice(0, index).find(other => variableOf(other) === variableOf(label));
    if (first !== undefined) {
      throw refusal`'podLabels' of ${subject} has '${first}' and '${label}', which would share the variable ${variableOf(label)}: remove one of them`;
    }
  });
}
