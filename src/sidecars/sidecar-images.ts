import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { PULL_POLICY } from './kinds';
import { checkMirror, parseImage } from './mirrored-image';
import { checkValue } from '../caller/refusal';
import { CONSTRUCT, required } from '../data/arguments';

/** Which images a mirror has, and under which names. */
export interface MirrorOptions {
  /**
   * The registry whose images the mirror has, for example `quay.io`. A mirror of one registry takes precedence over a mirror of all.
   * @default - the mirror has the images of all registries
   */
  readonly registry?: string;
  /**
   * Whether the names in the mirror contain the original registry: `registry.example.com/mirror/docker.io/library/redis:8.2`.
   * @default false
   */
  readonly keepRegistry?: boolean;
  /**
   * Whether the mirror also has the images that you set explicitly, with `image` of a preset or of a `NativeSidecar`.
   * @default false
   */
  readonly explicitImages?: boolean;
}

/** A mirror that was set on a scope. */
interface Mirror extends MirrorOptions {
  readonly prefix: string;
}

// Beside the tree, as the target version is.
const scopes = new WeakMap<IConstruct, SidecarImages>();

/**
 * Decides for all sidecars below a scope from which registry their images come, and when the kubelet pulls them.
 *
 * Use it for clusters that can only reach a registry of their own. Synth looks it up, so it also applies to sidecars that you created before.
 *
 * @exampleMetadata fixture=workload
 * @example
 * SidecarImages.of(app).mirror('registry.example.com/mirror');
 */
export class SidecarImages {
  /**
   * Returns the image settings of a scope. The nearest scope wins, for each setting.
   * @param scope an app, a chart or a workload
   */
  public static of(scope: IConstruct): SidecarImages {
    checkValue('the scope of SidecarImages', scope, required(CONSTRUCT));
    const images = scopes.get(scope) ?? new SidecarImages();
    scopes.set(scope, images);
    return images;
  }

  private readonly mirrors: Mirror[] = [];
  private policy?: kplus.ImagePullPolicy;

  private constructor() {}

  /**
   * Takes the default images of the presets in the catalog from a mirror.
   *
   * The mirror replaces the registry; path, tag and digest stay: `docker.io/library/redis:8.2` becomes `registry.example.com/mirror/library/redis:8.2`. An image that
   * you set explicitly stays unchanged, unless `explicitImages` is set.
   *
   * @param mirror the registry, with a path if it has one, for example `registry.example.com/mirror`
   * @param options how the registry names the images, and which images it has
   */
  public mirror(mirror: string, options: MirrorOptions = {}): void {
    const prefix = checkMirror('the mirror', mirror);
    if (options.registry !== undefined && options.registry !== null) {
      checkMirror('\'registry\' of the mirror', options.registry);
    }
    this.mirrors.unshift({ ...options, prefix });
  }

  /**
   * Sets the pull policy of all sidecars that do not set `imagePullPolicy` themselves.
   * @param policy when the kubelet pulls images
   */
  public pullPolicy(policy: kplus.ImagePullPolicy): void {
    checkValue('the pull policy of SidecarImages', policy, required(PULL_POLICY));
    this.policy = policy;
  }

  /**
   * The mirror of a registry; a mirror of all registries comes after one of this registry, an earlier call after a later one.
   * @internal
   */
  public _mirrorOf(registry: string, isExplicit: boolean): { readonly prefix: string; readonly keepRegistry?: boolean } | undefined {
    const fitting = this.mirrors.filter(mirror => !isExplicit || mirror.explicitImages);
    return fitting.find(mirror => mirror.registry === registry) ?? fitting.find(mirror => (mirror.registry ?? undefined) === undefined);
  }

  /** @internal */
  public get _policy(): kplus.ImagePullPolicy | undefined {
    return this.policy;
  }
}

/** Which of a sidecar's image settings the user made. */
export interface GivenImage {
  readonly imageIsExplicit: boolean;
  readonly policyIsExplicit: boolean;
}

/** The fields that scopes decide of a sidecar's container; those that they leave alone are absent. */
export function imageFields(sidecar: IConstruct, image: string, given: GivenImage): { readonly image?: string; readonly imagePullPolicy?: string } {
  const around = settingsAround(sidecar);
  if (around.length === 0) {
    return {};
  }
  const { registry, rest } = parseImage(image);
  const mirror = first(around, images => images._mirrorOf(registry, given.imageIsExplicit));
  const policy = given.policyIsExplicit ? undefined : first(around, images => images._policy);
  return {
    ...(mirror && !image.startsWith(`${mirror.prefix}/`) ? { image: `${mirror.prefix}/${mirror.keepRegistry ? `${registry}/` : ''}${rest}` } : {}),
    ...(policy ? { imagePullPolicy: policy } : {}),
  };
}

/** The settings of the scopes of a construct, the nearest first. */
function settingsAround(construct: IConstruct): SidecarImages[] {
  const around: SidecarImages[] = [];
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
    const images = scopes.get(scope);
    if (images) {
      around.push(images);
    }
  }
  return around;
}

function first<T>(around: readonly SidecarImages[], read: (images: SidecarImages) => T | undefined): T | undefined {
  for (const images of around) {
    const value = read(images);
    if (value !== undefined) {
      return value;
    }
  }
  return undefined;
}
