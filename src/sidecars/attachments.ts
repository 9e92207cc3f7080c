import { ApiObject, Duration } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { surroundingsIn } from './app-objects';
import { Listening, ListenPort, withListening } from './listening';
import { PodResources } from './pod-resources';
import { PodTemplate } from './pod-template';
import { SidecarPart } from './sidecar-part';
import { SynthMemory } from './synth-memory';
import { targetOf } from './target-version';
import { wholeSeconds } from './whole-seconds';
import { workloadOf } from './workload-of';
import { meshNamed } from '../knowledge/meshes/mesh-names';
import { canMeet } from '../knowledge/meshes/two-meshes';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel } from '../kubernetes/pod';
import { Mesh } from '../meshes/mesh';
import { Recognition } from '../recognition/recognition';
import { Surroundings } from '../recognition/surroundings';

/** A sidecar that is attached to a pod. */
export interface AttachedSidecar {
  readonly name: string;
  readonly construct: Construct;
  /** How long it needs after its stop signal. */
  readonly shutdown: Duration;
  /** `shutdown` is an assumption. */
  readonly shutdownIsAssumed: boolean;
  /** Why it has no startup gate; undefined when it has one. */
  readonly reasonForNoGate: string | undefined;
  /** Renders the sidecar as it is now, so that everything user code adds to it later counts. */
  readonly render: (object: ApiObject) => SidecarPart;
}

/** The user's settings for the app and its pod. Undefined means not given. */
export interface PodSettings {
  shutdownSeconds?: number;
  preStopDelaySeconds?: number;
  imageHasSleep?: boolean;
  resources?: PodResources;
  /** The user set the grace period, even if to the value that cdk8s-plus always writes. Only our own workload classes know. */
  gracePeriodGiven?: boolean;
  /** Synth completes the pod: it has a sidecar, it joins a mesh, or the user gave settings for it. */
  managed?: boolean;
}

/** The settings that a user gives in one place. */
export interface GivenSettings {
  readonly shutdown?: Duration;
  readonly preStopDelay?: Duration;
  readonly imageHasSleep?: boolean;
  readonly resources?: PodResources;
}

/** Shared by all pods that have nothing of a kind: there is one of these objects for each workload of an app. */
const NONE: readonly never[] = [];

/** Everything that is attached to one pod template of an API object. */
export class PodAttachments {
  public readonly settings: PodSettings = {};
  public sidecars: readonly AttachedSidecar[] = NONE;
  /** Changes to the spec that holds the pod template, made last: for fields that the typed classes do not know. */
  public finishers: readonly ((spec: any) => void)[] = NONE;
  /** The ports that the programs of the sidecars listen on. */
  public listening: readonly Listening[] = NONE;
  private joined: readonly Mesh[] = [];

  constructor(public readonly owner: Attachments, public readonly template: PodTemplate) {}

  public get kubernetes(): KubernetesVersion {
    return targetOf(this.owner.object);
  }

  /** Whether the pod does its work and ends, as the pod of a Job does. */
  public get runsToCompletion(): boolean {
    return this.template.place.runsToCompletion === true;
  }

  /** The namespace of the workload, for objects that must be beside it. */
  public get namespace(): string | undefined {
    return this.owner.object.metadata.namespace;
  }

  /** The meshes that the pod joins: none, one, or one and another that redirects no traffic. */
  public get meshes(): readonly Mesh[] {
    return this.joined;
  }

  public addSidecar(sidecar: AttachedSidecar): void {
    this.manage();
    this.sidecars = [...this.sidecars, sidecar];
  }

  /** Adds what a sidecar's program listens on. Throws when another sidecar of the pod has one of the ports. */
  public addListening(sidecar: string, listens: readonly ListenPort[], gatePort?: number): void {
    this.listening = withListening(this.listening, { sidecar, listens, gatePort });
  }

  public addFinisher(finisher: (spec: any) => void): void {
    this.finishers = [...this.finishers, finisher];
  }

  /** Takes over the settings that are given; the others stay. Throws when a time was given before, with another value. */
  public configure(given: GivenSettings): void {
    const { settings } = this;
    settings.shutdownSeconds = this.onlyValue('shutdown', settings.shutdownSeconds, given.shutdown);
    settings.preStopDelaySeconds = this.onlyValue('preStopDelay', settings.preStopDelaySeconds, given.preStopDelay);
    settings.imageHasSleep = given.imageHasSleep ?? settings.imageHasSleep;
    settings.resources = given.resources ?? settings.resources;
  }

  /** The value of a time. Of two owners that give it different values, neither can know that the other one wins. */
  private onlyValue(property: string, known: number | undefined, given: Duration | undefined): number | undefined {
    const seconds = given ? wholeSeconds(given) : known;
    if (known !== undefined && seconds !== known) {
      throw new Error(`'${property}' of '${this.owner.workload.node.path}' is already ${known} s, so it cannot be ${seconds} s as well: set it in one place`);
    }
    return seconds;
  }

  /** Makes synth complete the pod. Throws when the object does not hold it as a pod template. */
  public manage(): void {
    const { place, path } = this.template;
    if (place.argo) {
      throw new Error(`synth cannot change the pod of '${this.owner.workload.node.path}', because '${path}' is an Argo Workflows template: list helper containers under 'sidecars' of that template, and Argo stops them when the main container exits`);
    }
    this.settings.managed = true;
  }

  /** Makes the pod join a mesh. Throws when it has joined one that excludes it, or when the mesh cannot serve it. */
  public join(mesh: Mesh): void {
    const rival = this.joined.find(({ name }) => !canMeet(meshNamed(name), meshNamed(mesh.name)));
    if (rival) {
      throw new Error(`'${this.owner.workload.node.path}' has already joined ${rival.name}, so it cannot join ${mesh.name}: a pod can only be in one mesh, so remove one of them`);
    }
    mesh.join({ isJob: this.runsToCompletion, kubernetes: this.kubernetes });
    this.manage();
    this.joined = [...this.joined, mesh];
  }
}

/** Everything that is attached to one API object: the only per-object state of this library. */
export class Attachments {
  /** The construct that a person calls the workload. */
  public readonly workload: IConstruct;
  /** The pods that have attachments: one, unless the object has several pod templates. */
  public pods: readonly PodAttachments[] = NONE;
  /** Why findings are accepted, by rule id. */
  public acknowledgments: ReadonlyMap<string, string> | undefined;

  /**
   * @param memory remembers for as long as a synth lasts
   */
  constructor(public readonly object: ApiObject, public readonly memory: SynthMemory) {
    this.workload = workloadOf(object);
  }

  /** The other objects of the app. */
  public get surroundings(): Surroundings {
    return surroundingsIn(this.object, this.memory);
  }

  /** Recognizes one of the object's pods among the other objects of the app. */
  public recognize(pod: PodModel): Recognition {
    return new Recognition(pod, this.surroundings);
  }

  /** The attachments of one of the object's pods. */
  public podAt(template: PodTemplate): PodAttachments {
    const known = this.pods.find(pod => pod.template.path === template.path);
    if (known) {
      return known;
    }
    const added = new PodAttachments(this, template);
    this.pods = [...this.pods, added];
    return added;
  }

  public acknowledge(rule: string, reason: string): void {
    this.acknowledgments = new Map(this.acknowledgments).set(rule, reason);
  }
}

const registry = new WeakMap<ApiObject, Attachments>();

/** What is attached to an API object; undefined when nothing is. */
export function attachmentsOf(object: ApiObject): Attachments | undefined {
  return registry.get(object);
}

/** Makes an API object one that things can be attached to. */
export function register(attachments: Attachments): void {
  registry.set(attachments.object, attachments);
}
