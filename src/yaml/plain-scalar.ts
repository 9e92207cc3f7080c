/** What words mean in the YAML of kubectl and the API server: YAML 1.1 without dates. */
export const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(text => [text, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(text => [text, false] as const),
]);
const NULLS: ReadonlySet<string> = new Set(['~', 'null', 'Null', 'NULL']);
const INTEGER = /^[-+]?(0[bB][01_]+|0[oO]?[0-7_]+|0[xX][\da-fA-F_]+|[1-9][\d_]*|0)$/;
/** Without its underscores, which may stand anywhere. */
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const NOT_A_JSON_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** The longest word with a meaning of its own: `false`. */
const LONGEST_WORD = 5;

/** The value of a text without quotes on one line; undefined when it is none that JSON keeps. */
export function readPlain(text: string): string | number | boolean | null | undefined {
  const first = text.charCodeAt(0);
  // Digits, and what may stand before them: + - .
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    return isInteger(text) ? readInteger(text) : !isFloat(text) ? text : isKept(text) ? readFloat(text) : undefined;
  }
  if (text.length > LONGEST_WORD) {
    return text;
  }
  return NULLS.has(text) ? null : BOOLEANS.get(text) ?? text;
}

/** Whether a copy by way of JSON keeps a number: minus zero loses its sign. */
function isKept(text: string): boolean {
  return isJsonNumber(text) && !Object.is(readFloat(text), -0);
}

export function isInteger(text: unknown): boolean {
  return typeof text === 'string' && INTEGER.test(text);
}

export function readInteger(text: string): number {
  const [, sign, digits] = /^([-+]?)(.*)$/.exec(text.replaceAll('_', ''))!;
  // A leading zero alone makes an octal number, which Number() knows as 0o.
  const amount = Number(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return sign === '-' && amount !== 0 ? -amount : amount;
}

export function isFloat(text: unknown): boolean {
  return typeof text === 'string' && /^[-+]?(?:\.?\d|\.[iInN])/.test(text)
    && (!isJsonNumber(text) || (FLOAT.test(text.replaceAll('_', '')) && Number.isFinite(readFloat(text))));
}

/** Whether a number is one that JSON has: not infinite, and a number. */
export function isJsonNumber(text: string): boolean {
  return !NOT_A_JSON_NUMBER.test(text);
}

export function readFloat(text: string): number {
  return Number(text.replaceAll('_', ''));
}
