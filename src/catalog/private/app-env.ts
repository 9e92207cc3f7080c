import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar } from '../../sidecars/native-sidecar';

/** Environment variables of the app, by name. */
export interface AppEnv { readonly [name: string]: string }

/** Puts a prefix before names: `DB` and `HOST` become `DB_HOST`. An empty prefix leaves them as they are. */
export function prefixed(subject: string, prefix: string, variables: AppEnv): AppEnv {
  if (!/^([A-Za-z_]\w*)?$/.test(prefix)) {
    throw new Error(`${subject} cannot begin the names of variables with '${prefix}': give letters, digits and underscores, for example ORDERS_DB`);
  }
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [prefix === '' ? name : `${prefix}_${name}`, value]));
}

/** Gives a cdk8s-plus container variables. One of another value that it has already is a contradiction. */
export function addEnvTo(container: kplus.Container, variables: AppEnv, sidecar: NativeSidecar): void {
  for (const [name, value] of Object.entries(variables)) {
    const there = container.env.variables[name];
    if (there && there.value !== value) {
      throw new Error(`'${sidecar.name}' cannot set ${name} of container '${container.name}', which has another value: take that away, or set 'envPrefix' of '${sidecar.name}'`);
    }
    container.env.addVariable(name, kplus.EnvValue.fromValue(value));
  }
}

/** Gives a container of the app variables, by its name. */
export function addEnvToContainer(sidecar: NativeSidecar, variables: AppEnv, name?: string): void {
  Object.entries(variables).forEach(([variable, value]) => sidecar.addAppEnv(variable, value, name));
}
