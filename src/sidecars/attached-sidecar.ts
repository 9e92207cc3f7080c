import { ApiObject, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { DrainNotice } from './drain-notice';
import { ImageFit } from './image-fit';
import { NewerProps } from './newer-fields';
import { renderSidecar } from './render-sidecar';
import { SidecarAdditions } from './sidecar-additions';
import { GivenImage, imageFields } from './sidecar-images';
import { SidecarPart } from './sidecar-part';
import { scopeProblems } from './sidecar-scope';
import { StartupGate } from './startup-gate';
import { targetOf, versionInput } from './target-version';

/** The construct of a sidecar. */
interface SidecarConstruct extends Construct {
  readonly name: string;
  readonly startup: StartupGate;
  readonly shutdown: Duration;
  readonly container: kplus.Container;
}

/** What a sidecar got in its props, and its construct does not show. */
export interface GivenProps {
  readonly shutdownIsAssumed: boolean;
  readonly preStop: DrainNotice | undefined;
  readonly newer: NewerProps;
  readonly image: GivenImage;
  readonly fit: ImageFit;
}

/** Most sidecars have no additions. */
const NO_ADDITIONS = new SidecarAdditions();

/** A sidecar that is attached to a pod. There is one for each sidecar of an app, so it has no copies of what its construct knows. */
export class AttachedSidecar {
  /** `shutdown` is an assumption. */
  public readonly shutdownIsAssumed: boolean;
  private readonly preStop: DrainNotice | undefined;
  private readonly newer: NewerProps;
  private readonly image: GivenImage;
  private readonly fit: ImageFit;
  private added?: SidecarAdditions;

  constructor(public readonly construct: SidecarConstruct, { shutdownIsAssumed, preStop, newer, image, fit }: GivenProps) {
    this.shutdownIsAssumed = shutdownIsAssumed;
    this.preStop = preStop;
    this.newer = newer;
    this.image = image;
    this.fit = fit;
  }

  public get name(): string {
    return this.construct.name;
  }

  /** How long it needs after its stop signal. */
  public get shutdown(): Duration {
    return this.construct.shutdown;
  }

  /** Why it has no startup gate; undefined when it has one. */
  public get reasonForNoGate(): string | undefined {
    return this.construct.startup.reasonForNone;
  }

  /** The port that its gate checks. */
  public get gatePort(): number | undefined {
    return this.construct.startup.port;
  }

  /** What user code adds to it. */
  public get additions(): SidecarAdditions {
    this.added ??= new SidecarAdditions();
    return this.added;
  }

  /** What user code has added to it so far. */
  public get knownAdditions(): SidecarAdditions {
    return this.added ?? NO_ADDITIONS;
  }

  /** Renders the sidecar as it is now, so that everything user code adds to it later counts. */
  public render(object: ApiObject): SidecarPart {
    const { name, construct, preStop, newer, image: given, fit, knownAdditions: additions } = this;
    const { startup, container } = construct;
    return renderSidecar(object, { name, startup, container, additions, preStop, newer, construct, given, fit });
  }

  /** Everything that it is rendered from. */
  public get input(): unknown {
    const { name, construct, preStop, newer, image, fit, shutdown, shutdownIsAssumed, added } = this;
    const { container, startup } = construct;
    return [
      name, container._toKube(), container.mounts.map(({ volume }) => volume._toKube()), startup._toProbe(), startup.reasonForNone, startup.port,
      preStop?._toHandler(name), newer, image, fit, imageFields(construct, container.image, image), versionInput(targetOf(construct)), { ...added },
      shutdown.toMilliseconds(), shutdownIsAssumed,
    ];
  }

  /** Reports a scope that no longer has exactly one workload. */
  public validate(): string[] {
    return scopeProblems(this.name, this.construct.node.scope as Construct);
  }
}
