import { refusal } from '../../caller/refusal';
import { wording } from '../../data/wording';

/** Environment variables of the app, by name. */
export interface AppEnv { readonly [name: string]: string }

/** The property that gives the variables of a preset other names. */
export const ENV_PREFIX = wording`'envPrefix'`;

/** Adds a prefix to names: `DB` and `HOST` become `DB_HOST`. An empty prefix changes nothing. */
export function prefixed(subject: string, prefix: string, variables: AppEnv): AppEnv {
  if (!/^([A-Za-z_]\w*)?$/.test(prefix)) {
    throw refusal`'envPrefix' of ${subject} is '${prefix}': use letters, digits and underscores, for example ORDERS_DB`;
  }
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [prefix === '' ? name : `${prefix}_${name}`, value]));
}
