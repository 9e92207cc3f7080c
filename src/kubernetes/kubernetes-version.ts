import { isOnByDefault, KubernetesFeature, sidecarSupport, SidecarSupport } from './features';
import { bugsOf, KnownBug } from './kubelet-bugs';
import { compareReleases, parseRelease, reaches, Release } from './release';

/** The minors for which the Kubernetes facts of this library were checked. */
const OLDEST_KNOWN = { major: 1, minor: 20 };
const NEWEST_KNOWN = { major: 1, minor: 37 };

/** The default version: the first with stable sidecars. */
const DEFAULT_VERSION = '1.33';

/**
 * Describes what a version of Kubernetes supports, and which of its bugs affect sidecars.
 *
 * Use the version of the nodes. A version without a patch stands for the newest patch of its minor, so bugs that a later patch fixed do not count.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 */
export class KubernetesVersion {
  /** The default version: 1.33, the first with stable sidecars. */
  public static readonly DEFAULT: KubernetesVersion = KubernetesVersion.of(DEFAULT_VERSION);

  /**
   * Parses a version as people and clusters write it.
   *
   * Throws if it is not a version, or a version that this library does not support.
   *
   * @param version for example `1.33`, `v1.33.2`, `1.33.2-gke.100` or `v1.33.0+k3s1`
   */
  public static of(version: string): KubernetesVersion {
    const release = parseRelease(version);
    const { major, minor } = release;
    if (major !== OLDEST_KNOWN.major || minor < OLDEST_KNOWN.minor || minor > NEWEST_KNOWN.minor) {
      const range = [OLDEST_KNOWN, NEWEST_KNOWN].map(known => `${known.major}.${known.minor}`).join(' to ');
      throw new Error(`Kubernetes version '${version}' is not supported: the supported versions are ${range}`);
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

  /** How this version supports native sidecars. */
  public get sidecars(): SidecarSupport {
    return sidecarSupport(this);
  }

  /** The bugs of this version that affect pods with sidecars. */
  public get knownBugs(): KnownBug[] {
    return bugsOf(this);
  }

  /**
   * Tells whether this version has a feature turned on by default.
   * @param feature the feature
   */
  public supports(feature: KubernetesFeature): boolean {
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
    return compareReleases(this, other);
  }

  /** Returns the version without a leading v and without the suffix of a distribution: `1.33` or `1.33.2`. */
  public toString(): string {
    return [this.major, this.minor, this.patch].filter(part => part !== undefined).join('.');
  }
}
