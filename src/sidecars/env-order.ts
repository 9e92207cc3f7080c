import * as kplus from 'cdk8s-plus-28';

interface Variables { readonly [name: string]: kplus.EnvValue }

/**
 * The variables of a container in an order that does not depend on the order in which the user's language keeps them: by name, but each after those that its value
 * refers to as `$(NAME)`. The kubelet only replaces a reference to a variable that comes earlier.
 */
export function inOrderOfUse(variables: Variables): { [name: string]: kplus.EnvValue } {
  const ordered: { [name: string]: kplus.EnvValue } = {};
  const seen = new Set<string>();
  const add = (name: string) => {
    if (!seen.has(name)) {
      seen.add(name);
      referencesIn(variables[name]?.value).filter(used => Object.hasOwn(variables, used)).forEach(add);
      ordered[name] = variables[name];
    }
  };
  Object.keys(variables).sort().forEach(add);
  return ordered;
}

/** The variables that a value refers to. `$$(NAME)` is the text `$(NAME)`. */
function referencesIn(value: unknown): string[] {
  return typeof value === 'string' ? [...value.matchAll(/\$(?:\$|\(([^()]*)\))/g)].flatMap(([, name]) => name ?? []) : [];
}
