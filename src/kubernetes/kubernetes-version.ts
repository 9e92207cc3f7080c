import { isOnByDefault, KubernetesFeature, sidecarSupport, SidecarSupport } from './features';
import { bugsOf, KnownBug } from './kubelet-bugs';
import { compareReleases, parseRelease, reaches, Release } from './release';

/** What is written in this library about Kubernetes was checked for these minors, and for none outside of them. */
const OLDEST_KNOWN = { major: 1, minor: 20 };
const NEWEST_KNOWN = { major: 1, minor: 37 };

/** The version that is meant when nobody says one: the first with stable sidecars. */
const DEFAULT_VERSION = '1.33';

/**
 * A version of Kubernetes: what it can do for sidecars, and which of its mistakes to expect.
 *
 * Give the version of the nodes. Without a patch the newest patch of that minor is meant, so bugs that a later patch repaired do not count.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 */
export class KubernetesVersion {
  /** The version that is meant when nobody says one: 1.33, the first with stable sidecars. */
  public static readonly DEFAULT: KubernetesVersion = KubernetesVersion.of(DEFAULT_VERSION);

  /**
   * Reads a version as people and clusters write it.
   *
   * Throws when it is no version, or one that this library knows nothing about.
   *
   * @param version for example `1.33`, `v1.33.2`, `1.33.2-gke.100` or `v1.33.0+k3s1`
   */
  public static of(version: string): KubernetesVersion {
    const release = parseRelease(version);
    const { major, minor } = release;
    if (major !== OLDEST_KNOWN.major || minor < OLDEST_KNOWN.minor || minor > NEWEST_KNOWN.minor) {
      const range = [OLDEST_KNOWN, NEWEST_KNOWN].map(known => `${known.major}.${known.minor}`).join(' to ');
      throw new Error(`Kubernetes version '${version}' is not known here: ${range} are`);
    }
    return new KubernetesVersion(release);
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

  private constructor(release: Release) {
    this.major = release.major;
    this.minor = release.minor;
    this.patch = release.patch;
  }

  /** How far native sidecars have come in this version. */
  public get sidecars(): SidecarSupport {
    return sidecarSupport(this);
  }

  /** The bugs that a pod with sidecars may run into in this version. */
  public get knownBugs(): KnownBug[] {
    return bugsOf(this);
  }

  /**
   * Tells whether this version has a feature without anyone turning it on.
   * @param feature the feature in question
   */
  public supports(feature: KubernetesFeature): boolean {
    return isOnByDefault(this, feature);
  }

  /**
   * Tells whether this version is the given one or a newer one; throws when it is given something else.
   *
   * 1.29 stands for its newest patch when it is this version, and for its first release when it is asked about: both 1.29 and 1.29.0 are at least 1.29.
   *
   * @param version for example `1.29` or `1.29.8`
   */
  public isAtLeast(version: string): boolean {
    return reaches(this, version);
  }

  /**
   * Tells which of two versions is the older one: negative when it is this one, positive when it is the other one, 0 when they are the same.
   *
   * A version without a patch is newer than any patch of its minor.
   *
   * @param other the version to compare with
   */
  public compareTo(other: KubernetesVersion): number {
    return compareReleases(this, other);
  }

  /** The version as it was given, without a leading v and without what a distribution appended: `1.33` or `1.33.2`. */
  public toString(): string {
    return [this.major, this.minor, this.patch].filter(part => part !== undefined).join('.');
  }
}
