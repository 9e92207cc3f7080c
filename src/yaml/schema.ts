import type { LoadOptions, Schema, Type as YamlType } from 'js-yaml';
import { MAX_DEPTH } from './depth';
import { jsYaml } from './lazy';
import { BOOLEANS, isFloat, isInteger, isJsonNumber, readFloat, readInteger } from './plain-scalar';

let options: LoadOptions | undefined;

/**
 * The YAML schema of kubectl and the API server: YAML 1.1 without dates.
 *
 * `yes` is true, `0400` is 256, and `2024-01-01` stays a string; by default js-yaml reads a string, 400 and a Date.
 */
export function loadOptions(): LoadOptions {
  // The declarations of the library leave maxDepth out.
  options ??= { schema: kubernetesSchema(), maxDepth: MAX_DEPTH } as LoadOptions;
  return options;
}

function kubernetesSchema(): Schema {
  const library = jsYaml();
  const { CORE_SCHEMA, Type } = library;
  // The declarations of the library leave these out.
  const { types } = library as unknown as { readonly types: { readonly [name in 'merge' | 'binary']: YamlType } };
  return CORE_SCHEMA.extend({
    implicit: [
      new Type('tag:yaml.org,2002:bool', {
        kind: 'scalar',
        resolve: text => BOOLEANS.has(text),
        construct: text => BOOLEANS.get(text),
      }),
      new Type('tag:yaml.org,2002:int', { kind: 'scalar', resolve: isInteger, construct: readInteger }),
      new Type('tag:yaml.org,2002:float', { kind: 'scalar', resolve: isFloat, construct: requireJsonNumber }),
      types.merge,
    ],
    explicit: [
      // Kubernetes has no bytes: they become a text.
      new Type('tag:yaml.org,2002:binary', { kind: 'scalar', resolve: types.binary.resolve, construct: text => new TextDecoder().decode(types.binary.construct(text) as Uint8Array) }),
      new Type('tag:yaml.org,2002:timestamp', { kind: 'scalar' }),
      new Type('tag:yaml.org,2002:set', { kind: 'mapping' }),
      ...['omap', 'pairs'].map(name => new Type(`tag:yaml.org,2002:${name}`, { kind: 'sequence' })),
    ],
  });
}

function requireJsonNumber(text: string): number {
  if (!isJsonNumber(text)) {
    throw new (jsYaml().YAMLException)(`${text} is not a number that Kubernetes accepts`);
  }
  return readFloat(text);
}
