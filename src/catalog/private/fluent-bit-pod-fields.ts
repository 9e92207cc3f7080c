import * as kplus from 'cdk8s-plus-28';
import { FilterPart } from './fluent-bit-config';
import { FluentBitProps } from '../fluent-bit-props';

/** A field of each record, the variable that holds its value, and where Kubernetes has it. */
interface PodField {
  readonly field: string;
  readonly variable: string;
  readonly value: kplus.EnvValue;
}

/** The variables of the sidecar with what records shall tell of the pod. */
export function podVariables(props: FluentBitProps): { [name: string]: kplus.EnvValue } {
  return Object.fromEntries(podFields(props).map(({ variable, value }) => [variable, value]));
}

/** The filter that adds the fields to each record, if there are any. */
export function podFieldsFilter(props: FluentBitProps): FilterPart[] {
  const record = podFields(props).map(({ field, variable }) => `${field} \${${variable}}`);
  return record.length > 0 ? [{ plugin: 'record_modifier', match: '*', options: { record } }] : [];
}

function podFields(props: FluentBitProps): PodField[] {
  const { EnvFieldPaths, EnvValue } = kplus;
  const own: PodField[] = !props.podFields ? [] : [
    { field: 'pod_name', variable: 'POD_NAME', value: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAME) },
    { field: 'pod_namespace', variable: 'POD_NAMESPACE', value: EnvValue.fromFieldRef(EnvFieldPaths.POD_NAMESPACE) },
    { field: 'node_name', variable: 'NODE_NAME', value: EnvValue.fromFieldRef(EnvFieldPaths.NODE_NAME) },
  ];
  return [...own, ...(props.podLabels ?? []).map((label): PodField => {
    const field = `label_${label.replace(/\W/g, '_')}`;
    return { field, variable: field.toUpperCase(), value: EnvValue.fromFieldRef(EnvFieldPaths.POD_LABEL, { key: label }) };
  })];
}
