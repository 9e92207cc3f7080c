import { reaches, Release } from '../../kubernetes/release';

/** A version of a mesh, as its user gave it. */
export interface MeshVersion {
  /** As it was given. */
  readonly text: string;
  /** The numbers of it; those of an edge release are year, month and number. */
  readonly release: Release;
  /** Whether it is one of Linkerd's edge releases, which count by date. */
  readonly edge: boolean;
}

/** The first release with something, and the first edge release with it where the mesh has edge releases. */
export interface MeshBound {
  readonly version: string;
  readonly edge?: string;
}

/** A run of minors about which this library knows something; both ends belong to it. */
export interface KnownVersions {
  readonly from: string;
  readonly to: string;
  /** Whether it is a run of edge releases, month by month. */
  readonly edge?: boolean;
}

const VERSION = /^(edge-|v)?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4})(?:[-+][0-9A-Za-z][0-9A-Za-z.+-]*)?)?$/;

/**
 * Reads a version of a mesh; throws when it is none, or one that this library knows nothing about.
 * @param mesh the mesh's name, for the sentence
 * @param text for example `2.20`, `v1.29.1` or, for Linkerd, `edge-26.8.3`
 * @param known the versions that are known
 */
export function knownMeshVersion(mesh: string, text: string, known: readonly KnownVersions[]): MeshVersion {
  const version = readMeshVersion(mesh, text, known);
  if (!isKnownVersion(version, known)) {
    throw new Error(`${mesh} version '${text}' is unsupported; supported: ${known.map(describe).join(', or ')}`);
  }
  return version;
}

/** Whether this library knows something about a version. */
export function isKnownVersion(version: MeshVersion, known: readonly KnownVersions[]): boolean {
  return known.some(run => (run.edge ?? false) === version.edge && isMinorWithin(version.release, run));
}

/** Reads a version of a mesh, known or not; throws when it is none. */
export function readMeshVersion(mesh: string, text: string, known: readonly KnownVersions[]): MeshVersion {
  // A string, whatever another language or a plain JavaScript program gives.
  const found = VERSION.exec(String(text));
  const edge = found?.[1] === 'edge-';
  if (!found || (edge && !known.some(run => run.edge))) {
    throw new Error(`${mesh} version '${text}' is not a version: write it like ${newest(known)}`);
  }
  const [major, minor, patch] = found.slice(2).map(part => part === undefined ? undefined : Number(part));
  return { text: String(text), edge, release: { major: major!, minor: minor!, patch } };
}

/** The newest version that this library knows, of the stable channel. */
export function newestMeshVersion(mesh: string, known: readonly KnownVersions[]): MeshVersion {
  return readMeshVersion(mesh, newest(known), known);
}

/** Whether a version has what began with the bound. */
export function isSince(version: MeshVersion, bound: MeshBound): boolean {
  return version.edge ? bound.edge !== undefined && reaches(version.release, bound.edge) : reaches(version.release, bound.version);
}

/** A bound in the words of a version's own channel: `2.15`, or `edge-23.11.4` for somebody with an edge release. */
export function describeBound(version: MeshVersion, bound: MeshBound): string {
  return version.edge ? `edge-${bound.edge}` : bound.version;
}

/** Months and minors alike: the patch does not matter. */
function isMinorWithin(release: Release, run: KnownVersions): boolean {
  const number = ({ major, minor }: { readonly major: number; readonly minor: number }) => major * 10_000 + minor;
  const [from, to] = [run.from, run.to].map(text => text.split('.').map(Number)).map(([major, minor]) => number({ major, minor }));
  return number(release) >= from && number(release) <= to;
}

function newest(known: readonly KnownVersions[]): string {
  return known.filter(run => !run.edge).map(run => run.to).slice(-1)[0];
}

function describe(run: KnownVersions): string {
  const [from, to] = [run.from, run.to].map(minor => run.edge ? `edge-${minor}` : minor);
  return from === to ? from : `from ${from} to ${to}`;
}
