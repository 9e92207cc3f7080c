import type { LoadOptions, Schema, Type as YamlType } from 'js-yaml';
import { MAX_DEPTH } from './depth';
import { jsYaml } from './lazy';

const BOOLEANS = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(text => [text, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(text => [text, false] as const),
]);
const INTEGER = /^[-+]?(0[bB][01_]+|0[oO]?[0-7_]+|0[xX][\da-fA-F_]+|[1-9][\d_]*|0)$/;
/** Without its underscores, which may stand anywhere. */
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const NOT_A_JSON_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

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
  const { types } = library as unknown as { readonly types: { readonly merge: YamlType; readonly binary: YamlType } };
  return CORE_SCHEMA.extend({
    implicit: [
      new Type('tag:yaml.org,2002:bool', {
        kind: 'scalar',
        resolve: text => BOOLEANS.has(text),
        construct: text => BOOLEANS.get(text),
      }),
      new Type('tag:yaml.org,2002:int', {
        kind: 'scalar',
        resolve: text => typeof text === 'string' && INTEGER.test(text),
        construct: readInteger,
      }),
      new Type('tag:yaml.org,2002:float', { kind: 'scalar', resolve: isFloat, construct: readFloat }),
      types.merge,
    ],
    explicit: [types.binary],
  });
}

function isFloat(text: unknown): boolean {
  return typeof text === 'string' && /^[-+]?(?:\.?\d|\.[iInN])/.test(text)
    && (NOT_A_JSON_NUMBER.test(text) || (FLOAT.test(text.replaceAll('_', '')) && Number.isFinite(Number(text.replaceAll('_', '')))));
}

function readFloat(text: string): number {
  if (NOT_A_JSON_NUMBER.test(text)) {
    throw new (jsYaml().YAMLException)(`${text} is not a number that Kubernetes accepts`);
  }
  return Number(text.replaceAll('_', ''));
}

function readInteger(text: string): number {
  const [, sign, digits] = /^([-+]?)(.*)$/.exec(text.replaceAll('_', ''))!;
  // A leading zero alone makes an octal number, which Number() knows as 0o.
  const amount = Number(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return sign === '-' && amount !== 0 ? -amount : amount;
}
