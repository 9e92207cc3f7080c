/** Something that a program understands from a version on. */
export interface Since {
  /** The first version that understands it: major and minor. */
  readonly version: readonly [number, number];
  /** What it is, as the object of a sentence: `the exporter name otlp_grpc`. */
  readonly what: string;
}

const VERSION = /(?<!\d)(\d+)\.(\d+)/;
const PATCH = /(?<!\d)\d+\.\d+\.(\d+)/;
const MAJOR_ONLY = /^v?(\d+)(?=-|$)/;

/** Reads a version such as `v1.25.2-alpine`; a number alone counts as its first minor. Undefined when the text shows none. */
export function parseVersion(text: string): readonly [number, number] | undefined {
  const full = VERSION.exec(text);
  const major = full ? undefined : MAJOR_ONLY.exec(text);
  return full ? [Number(full[1]), Number(full[2])] : major ? [Number(major[1]), 0] : undefined;
}

/** Whether a text such as `v3` or `7-alpine` names only a major version: it moves on with its minors. */
export function isMajorOnly(text: string): boolean {
  return !VERSION.test(text) && MAJOR_ONLY.test(text);
}

/** Reads the third number of a version such as `v1.25.2-alpine`; undefined when the text shows none. */
export function parsePatch(text: string): number | undefined {
  const patch = PATCH.exec(text)?.[1];
  return patch === undefined ? undefined : Number(patch);
}

/** Whether a version is at least another one. */
export function isAtLeast([major, minor]: readonly [number, number], least: readonly [number, number]): boolean {
  return major > least[0] || (major === least[0] && minor >= least[1]);
}
