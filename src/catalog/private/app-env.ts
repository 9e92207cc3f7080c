import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar } from '../../sidecars/native-sidecar';

/** Environment variables of the app, by name. */
export interface AppEnv { readonly [name: string]: string }

/** Adds a prefix to names: `DB` and `HOST` become `DB_HOST`. An empty prefix changes nothing. */
export function prefixed(subject: string, prefix: string, variables: AppEnv): AppEnv {
  if (!/^([A-Za-z_]\w*)?$/.test(prefix)) {
    throw new Error(`'envPrefix' of ${subject} is '${prefix}': use letters, digits and underscores, for example ORDERS_DB`);
  }
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [prefix === '' ? name : `${prefix}_${name}`, value]));
}

/** Adds variables to a cdk8s-plus container. Throws when the container has one of them with another value. */
export function addEnvTo(container: kplus.Container, variables: AppEnv, sidecar: NativeSidecar): void {
  for (const [name, value] of Object.entries(variables)) {
    const existing = container.env.variables[name];
    if (existing && existing.value !== value) {
      throw new Error(`'${sidecar.name}' cannot set ${name} of container '${container.name}', which already has another value: remove that variable, or set 'envPrefix' of '${sidecar.name}'`);
    }
    container.env.addVariable(name, kplus.EnvValue.fromValue(value));
  }
}

/** Adds variables to an app container, selected by name. */
export function addEnvToContainer(sidecar: NativeSidecar, variables: AppEnv, name?: string): void {
  Object.entries(variables).forEach(([variable, value]) => sidecar.addAppEnv(variable, value, name));
}
