import { featureOfGate } from './feature-gates';
import { FEATURES, isOnByDefault, sidecarSupport, SidecarSupport } from './features';
import { bugsOf, KnownBug } from './kubelet-bugs';
import { KubernetesFeature } from './kubernetes-feature';
import { compareReleases, parseRelease, reaches, Release } from './release';
import { textOf as spoken } from '../data/any-value';
import { checkValue, required, TEXTS, VERSION } from '../data/arguments';
import { inTypeScript } from '../data/language';

/** The minors for which the Kubernetes facts of this library were checked. */
const OLDEST_KNOWN: Release = { major: 1, minor: 20, patch: 0 };
export const NEWEST_KNOWN: Release = { major: 1, minor: 37 };

/** The default version: the first with stable sidecars. */
const DEFAULT_VERSION = '1.33';

/**
 * Describes what a version of Kubernetes supports, and which of its bugs affect sidecars.
 *
 * Use the version of the nodes. A version without a patch stands for the newest patch of its minor, so bugs that a later patch fixed do not count.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 *
 * @exampleMetadata fixture=workload
 * @example
 * PodLifecycle.target(app, KubernetesVersion.of('1.34'));
 */
export class KubernetesVersion {
  /** The default version: 1.33, the first with stable sidecars. */
  public static readonly DEFAULT: KubernetesVersion = KubernetesVersion.of(DEFAULT_VERSION);

  /**
   * Parses a version as people and clusters write it.
   *
   * A version newer than the newest that this library knows is treated as the newest known one: see `newerThanKnown`. Throws if the text is not a
   * version, or a version older than 1.20.
   *
   * @param version for example `1.33`, `v1.33.2`, `1.33.2-gke.100` or `v1.33.0+k3s1`
   */
  public static of(version: string): KubernetesVersion {
    const release = parseRelease(version);
    if (compareReleases(release, OLDEST_KNOWN) < 0) {
      throw new Error(`Kubernetes version '${version}' is not supported: the oldest supported version is ${OLDEST_KNOWN.major}.${OLDEST_KNOWN.minor}`);
    }
    return compareReleases(release, NEWEST_KNOWN) > 0 ? new KubernetesVersion(NEWEST_KNOWN, textOf(release)) : new KubernetesVersion(release);
  }

  /** The first number of the version: 1. */
  public readonly major: number;
  /** The second number of the version: 33 in 1.33.2. */
  public readonly minor: number;
  /**
   * The third number of the version: 2 in 1.33.2.
   * @default - the newest patch of the minor
   */
  public readonly patch?: number;

  /**
   * The version that was given, if it is newer than every version that this library knows. This version is then the newest known one.
   * @default - the version that was given is known
   */
  public readonly newerThanKnown?: string;

  /** The features whose feature gates are assumed to be on although they are off by default. */
  public readonly assumedFeatures: KubernetesFeature[];

  private constructor(release: Release, newerThanKnown?: string, assumedFeatures: KubernetesFeature[] = []) {
    this.assumedFeatures = assumedFeatures;
    this.major = release.major;
    this.minor = release.minor;
    this.patch = release.patch;
    this.newerThanKnown = newerThanKnown;
  }

  /** How this version supports native sidecars. */
  public get sidecars(): SidecarSupport {
    return sidecarSupport(this);
  }

  /** The bugs of this version that affect pods with sidecars. */
  public get knownBugs(): KnownBug[] {
    return bugsOf(this);
  }

  /**
   * Returns this version with feature gates turned on that are off by default.
   *
   * Throws if a gate is unknown, or if this version does not have it yet.
   *
   * @param gates the names of the gates, for example `RestartAllContainersOnContainerExits`
   */
  public withFeatureGates(gates: string[]): KubernetesVersion {
    checkValue('the list of feature gates', gates, required(TEXTS), inTypeScript);
    const added = gates.map(gate => featureOfGate(this, gate)).filter(feature => !this.supports(feature));
    return added.length === 0 ? this : new KubernetesVersion(this, this.newerThanKnown, [...new Set([...this.assumedFeatures, ...added])]);
  }

  /**
   * Tells whether this version has a feature turned on, by default or by a feature gate that is assumed to be on.
   * @param feature the feature
   */
  public supports(feature: KubernetesFeature): boolean {
    if (typeof feature !== 'string' || !Object.hasOwn(FEATURES, feature)) {
      throw new Error(`the feature '${spoken(feature)}' is unknown: pass a KubernetesFeature, for example KubernetesFeature.NATIVE_SIDECARS`);
    }
    return isOnByDefault(this, feature);
  }

  /**
   * Tells whether this version is the given one or newer. Throws if the argument is not a version.
   *
   * The argument 1.29 stands for the first release of that minor, so both 1.29 and 1.29.0 are at least 1.29.
   *
   * @param version for example `1.29` or `1.29.8`
   */
  public isAtLeast(version: string): boolean {
    return reaches(this, version);
  }

  /**
   * Compares two versions: returns a negative number if this one is older, a positive number if it is newer, and 0 if they are the same.
   *
   * A version without a patch is newer than any patch of its minor.
   *
   * @param other the version to compare with
   */
  public compareTo(other: KubernetesVersion): number {
    checkValue('the version to compare with', other, required(VERSION), inTypeScript);
    return compareReleases(this, other);
  }

  /** Returns the version without a leading v and without the suffix of a distribution: `1.33` or `1.33.2`. */
  public toString(): string {
    return textOf(this);
  }
}

function textOf({ major, minor, patch }: Release): string {
  return [major, minor, patch].filter(part => part !== undefined).join('.');
}
