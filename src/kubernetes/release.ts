import { textOf } from '../data/any-value';

/** A Kubernetes release; without a patch, it stands for the newest patch of its minor. */
export interface Release {
  readonly major: number;
  readonly minor: number;
  readonly patch?: number;
  /** The features whose feature gates are assumed to be on although they are off by default. */
  readonly assumedFeatures?: readonly string[];
}

/** A range of releases. Bounds are written like 1.29.8, or 1.29 for the first release of that minor. */
export interface ReleaseRange {
  /** The first release of the range. */
  readonly from: string;
  /** The first release after the range; without it the range is open. */
  readonly before?: string;
}

/** `1.33`, `v1.33.2`, and the suffixes of distributions: `1.33.2-gke.100`, `v1.33.0+k3s1`. */
const RELEASE = /^v?(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})(?:\.(0|[1-9]\d{0,3})(?:[-+][0-9A-Za-z][0-9A-Za-z.+-]*)?)?$/;

/** Parses a version as people and distributions write it; throws if it is not a version. */
export function parseRelease(text: string): Release {
  const found = RELEASE.exec(textOf(text));
  if (!found) {
    throw new Error(`Kubernetes version '${textOf(text)}' is not a version: write it like 1.33 or 1.33.2`);
  }
  const [, major, minor, patch] = found;
  return { major: Number(major), minor: Number(minor), patch: patch === undefined ? undefined : Number(patch) };
}

/** Returns a negative number if a is older than b, a positive number if it is newer, and 0 if they are the same. */
export function compareReleases(a: Release, b: Release): number {
  if (a.major !== b.major) {
    return a.major - b.major;
  }
  if (a.minor !== b.minor) {
    return a.minor - b.minor;
  }
  const [patch, other] = [a.patch ?? Infinity, b.patch ?? Infinity];
  return patch === other ? 0 : Math.sign(patch - other);
}

/** Whether a release is the bound or newer; the bound 1.29 is the first release of that minor. */
export function reaches(release: Release, bound: string): boolean {
  const first = firstReleases.get(bound) ?? firstReleaseOf(bound);
  firstReleases.set(bound, first);
  return compareReleases(release, first) >= 0;
}

/** Every pod is judged by the same few bounds. */
const firstReleases = new Map<string, Release>();

function firstReleaseOf(bound: string): Release {
  const release = parseRelease(bound);
  return { ...release, patch: release.patch ?? 0 };
}

/** Whether a release lies in a run of releases. */
export function isWithin(release: Release, range: ReleaseRange): boolean {
  return reaches(release, range.from) && (range.before === undefined || !reaches(release, range.before));
}

/** A run of releases in words: `1.28 to 1.31`, `1.29.0 to 1.29.7`, `1.28 and later`. */
export function describeRange(range: ReleaseRange): string {
  const from = parseRelease(range.from);
  const minor = `${from.major}.${from.minor}`;
  if (range.before === undefined) {
    return `${from.patch ? range.from : minor} and later`;
  }
  const before = parseRelease(range.before);
  if (before.patch) {
    const lastPatch = `${before.major}.${before.minor}.${before.patch - 1}`;
    return range.from === lastPatch ? lastPatch : `${range.from} to ${lastPatch}`;
  }
  const lastMinor = `${before.major}.${before.minor - 1}`;
  if (from.patch) {
    return `${range.from} to the last ${lastMinor}`;
  }
  return minor === lastMinor ? minor : `${minor} to ${lastMinor}`;
}

/** The first release of each minor after the ranges, oldest first: the ends of the ranges, and the first minor that is in none of them. */
export function firstWithout(ranges: readonly ReleaseRange[]): string[] {
  const ends = ranges.flatMap(range => range.before ?? []).filter(end => !ranges.some(range => startsAgain(range, end)));
  const last = ends.length === 0 ? undefined : parseRelease(ends[ends.length - 1]);
  return last?.patch ? [...ends, `${last.major}.${last.minor + 1}.0`] : ends;
}

/** Whether a range starts after the end of another one, in the same minor. */
function startsAgain(range: ReleaseRange, end: string): boolean {
  const [from, before] = [parseRelease(range.from), parseRelease(end)];
  return from.major === before.major && from.minor === before.minor && reaches(from, end);
}
