import * as kplus from 'cdk8s-plus-28';
import { Decided } from './decided';
import { insteadOfFlag } from './extra-args';
import { refusal } from '../../caller/refusal';
import { sameJson } from '../../data/json';
import { authored, wording } from '../../data/wording';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';

interface Variables { readonly [name: string]: kplus.EnvValue }

/** The variables of a preset and those that the user adds. Refuses a variable that the preset decides, unless the values are the same. */
export function addedVariables(subject: string, sidecar: NativeSidecarProps, extra: Variables, decided: Decided): { [name: string]: kplus.EnvValue } {
  const own: Variables = sidecar.envVariables ?? {};
  for (const [name, given] of Object.entries(extra)) {
    const { variables = {} } = decided;
    const sets = wording`'envVariables' of ${subject} sets ${name} ${shownValue(given)}`;
    if (Object.hasOwn(own, name) && !sameValue(own[name], given)) {
      throw refusal`${sets}, but the sidecar has it ${shownValue(own[name])}: ${authored(variables[name] ?? 'remove it')}`;
    }
    const flag = flagMeant(name, decided);
    const instead = variables[name] ?? (flag === undefined ? undefined : insteadOfFlag(flag, sidecar.args ?? [], decided));
    if (instead !== undefined && !Object.hasOwn(own, name)) {
      throw refusal`${sets}, which the sidecar decides: ${authored(instead)}`;
    }
  }
  return { ...own, ...extra };
}

function flagMeant(variable: string, { variablePrefixes = [] }: Decided): string | undefined {
  const prefix = variablePrefixes.find(known => variable.startsWith(known));
  return prefix === undefined ? undefined : variable.slice(prefix.length).toLowerCase().replace(/_/g, '-');
}

function sameValue(a: kplus.EnvValue, b: kplus.EnvValue): boolean {
  return a.value === b.value && sameJson(a.valueFrom ?? null, b.valueFrom ?? null);
}

function shownValue({ value, valueFrom }: kplus.EnvValue): string {
  return valueFrom ? `from ${JSON.stringify(valueFrom)}` : `with the value '${value}'`;
}
