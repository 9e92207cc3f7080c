import * as kplus from 'cdk8s-plus-28';
import { Decided } from './decided';
import { insteadOfFlag, isSecretFlag } from './extra-args';
import { checkNoCredential, hasCredential } from './plain-secret';
import { refusal } from '../../caller/refusal';
import { sameJson } from '../../data/json';
import { authored, Subject, wording } from '../../data/wording';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';

interface Variables { readonly [name: string]: kplus.EnvValue }

/** The variables of a preset and those that the user adds. Refuses a variable that the preset decides, unless the values are the same. */
export function addedVariables(subject: string, sidecar: NativeSidecarProps, extra: Variables, decided: Decided): { [name: string]: kplus.EnvValue } {
  const own: Variables = sidecar.envVariables ?? {};
  for (const [name, given] of Object.entries(extra)) {
    const { variables = {} } = decided;
    const sets = wording`'envVariables' of ${subject} sets ${name} ${shownValue(name, given)}`;
    if (Object.hasOwn(own, name) && !sameValue(own[name], given)) {
      throw refusal`${sets}, but the sidecar has it ${shownValue(name, own[name])}: ${authored(variables[name] ?? 'remove it')}`;
    }
    const flag = flagMeant(name, decided);
    const instead = variables[name] ?? (flag === undefined ? undefined : insteadOfFlag(flag, sidecar.args ?? [], decided));
    if (instead !== undefined && !Object.hasOwn(own, name)) {
      throw refusal`${sets}, which the sidecar decides: ${authored(instead)}`;
    }
    checkPlainValue(wording`'envVariables' of ${subject}`, name, flag, given);
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

/** Refuses a secret that would stand in the manifest. */
function checkPlainValue(where: Subject, name: string, flag: string | undefined, { value, valueFrom }: kplus.EnvValue): void {
  if (valueFrom || typeof value !== 'string' || value === '') {
    return;
  }
  if (flag !== undefined && isSecretFlag(flag)) {
    throw refusal`${where} would write the secret of ${name} into the manifest: take the value from a Secret, for example EnvValue.fromSecretValue({ secret, key: 'token' })`;
  }
  checkNoCredential(where, value);
}

/** A secret is not repeated. */
function shownValue(name: string, { value, valueFrom }: kplus.EnvValue): string {
  const isSecret = isSecretFlag(name.toLowerCase().replace(/_/g, '-')) || hasCredential(String(value));
  return valueFrom ? `from ${JSON.stringify(valueFrom)}` : isSecret ? 'with a plain value' : `with the value '${value}'`;
}
