import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { checkValue, refusal } from '../caller/refusal';
import { shown, TEXT } from '../data/arguments';
import { isObject } from '../data/json';

/** The source of environment variables that a ConfigMap or a Secret is, whichever version of cdk8s-plus it comes from. */
export function envFromOf(sidecar: string, source: IConstruct, prefix: string | undefined): kplus.EnvFrom {
  checkValue(`the prefix of the variables of '${sidecar}'`, prefix, TEXT);
  const { kind, name } = (isObject(source) ? source : {}) as { readonly kind?: unknown; readonly name?: unknown };
  if (typeof name === 'string' && kind === 'ConfigMap') {
    return new kplus.EnvFrom(source as kplus.IConfigMap, prefix);
  }
  if (typeof name === 'string' && kind === 'Secret') {
    return new kplus.EnvFrom(undefined, prefix, source as kplus.ISecret);
  }
  throw refusal`'${sidecar}' cannot take its environment from ${shown(source)}: pass a ConfigMap or a Secret, for example kplus.Secret.fromSecretName(chart, 'login', 'web-login')`;
}
