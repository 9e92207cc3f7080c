import { ApiObject, Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { surroundingsIn } from './app-objects';
import { AttachedSidecar } from './attached-sidecar';
import { Listening, ListenPort } from './listening';
import { PodResources } from './pod-resources';
import { PodTemplate } from './pod-template';
import { SynthMemory } from './synth-memory';
import { targetOf } from './target-version';
import { wholeSeconds } from './whole-seconds';
import { workloadOf } from './workload-of';
import { refusal } from '../caller/refusal';
import { member } from '../data/wording';
import { meshNamed } from '../knowledge/meshes/mesh-names';
import { canMeet } from '../knowledge/meshes/two-meshes';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel } from '../kubernetes/pod';
import { Mesh } from '../meshes/mesh';
import { Recognition } from '../recognition/recognition';
import { Surroundings } from '../recognition/surroundings';

/** The user's settings for the app and its pod. Undefined means not given. */
export interface PodSettings {
  readonly shutdownSeconds?: number;
  readonly preStopDelaySeconds?: number;
  readonly imageHasSleep?: boolean;
  readonly resources?: PodResources;
  /** The user set the grace period, even if to the value that cdk8s-plus always writes. Only our own workload classes know. */
  readonly gracePeriodGiven?: boolean;
  /** Synth completes the pod: it has a sidecar, it joins a mesh, or the user gave settings for it. */
  readonly managed?: boolean;
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
const NO_SETTINGS: PodSettings = {};
const ONLY_MANAGED: PodSettings = { managed: true };

/** Everything that is attached to one pod template of an API object. */
export class PodAttachments {
  public settings: PodSettings = NO_SETTINGS;
  public sidecars: readonly AttachedSidecar[] = NONE;
  /** Changes to the spec that holds the pod template, made last: for fields that the typed classes do not know. */
  public finishers: readonly ((spec: any) => void)[] = NONE;
  /** What the programs of sidecars listen on, where it is declared. */
  private declaredListening: readonly Listening[] = NONE;
  private joined: readonly Mesh[] = NONE;

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
    // A list that is spread has room for sixteen more.
    this.sidecars = this.sidecars.concat(sidecar);
  }

  /** The ports that the programs of the sidecars listen on. */
  public get listening(): readonly Listening[] {
    const declared = (name: string) => this.declaredListening.find(({ sidecar }) => sidecar === name);
    return this.sidecars.map(({ name, gatePort }) => declared(name) ?? { sidecar: name, listens: NONE, gatePort });
  }

  /** Sets what a sidecar's program listens on. Synth refuses all ports that another container has, together with what else is wrong between the two. */
  public addListening(sidecar: string, listens: readonly ListenPort[]): void {
    this.declaredListening = [...this.declaredListening.filter(other => other.sidecar !== sidecar), { sidecar, listens, gatePort: undefined }];
  }

  public addFinisher(finisher: (spec: any) => void): void {
    this.finishers = this.finishers.concat(finisher);
  }

  /** Leaves the grace period to the user. */
  public keepGracePeriod(): void {
    this.settings = { ...this.settings, gracePeriodGiven: true };
  }

  /** Takes over the settings that are given; the others stay. Throws when a time was given before, with another value. */
  public configure(given: GivenSettings): void {
    const { settings } = this;
    this.settings = {
      ...settings,
      shutdownSeconds: this.onlyValue('shutdown', settings.shutdownSeconds, given.shutdown),
      preStopDelaySeconds: this.onlyValue('preStopDelay', settings.preStopDelaySeconds, given.preStopDelay),
      imageHasSleep: given.imageHasSleep ?? settings.imageHasSleep,
      resources: given.resources ?? settings.resources,
    };
  }

  /** The value of a time. Of two owners that give it different values, neither can know that the other one wins. */
  private onlyValue(property: string, known: number | undefined, given: Duration | undefined): number | undefined {
    const seconds = given ? wholeSeconds(given) : known;
    if (known !== undefined && seconds !== known) {
      throw refusal`${member(property)} of '${this.owner.workload.node.path}' is already ${known} s, so it cannot be ${seconds} s as well: set it in one place`;
    }
    return seconds;
  }

  /** Makes synth complete the pod. Throws when the object does not hold it as a pod template. */
  public manage(): void {
    const { place, path } = this.template;
    if (place.argo) {
      throw new Error(`synth cannot change the pod of '${this.owner.workload.node.path}', because '${path}' is an Argo Workflows template: list helper containers under 'sidecars' of that template, and Argo stops them when the main container exits`);
    }
    this.settings = this.settings === NO_SETTINGS ? ONLY_MANAGED : { ...this.settings, managed: true };
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
    this.pods = this.pods.concat(added);
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
