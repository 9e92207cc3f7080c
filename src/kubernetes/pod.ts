import { JobLimits, jobLimits } from './job-limits';
import { describeManifest, findTemplates, FoundTemplate, pathInManifest, templateIn } from './manifest';
import { unnamedContainer } from './workload-kinds';
import { follow, JsonObject } from '../data/json';
import { wholeNumber } from '../data/number';
import { DataPath, formatPath } from '../data/path';

/** What a container is to its pod: when it starts, and when it is told to stop, follows from this. */
export enum ContainerRole {
  /** An entry of `containers`: the app, or an old-style sidecar that starts and stops with it. */
  MAIN = 'main',
  /** An init container that must end before the next one starts. */
  INIT = 'init',
  /** An init container with `restartPolicy: Always`: it starts first, runs beside the app, and stops last. */
  SIDECAR = 'sidecar',
}

/** One container of a pod, with the part that it plays. */
export interface PodContainer {
  /** The container's name, unique in its pod. */
  readonly name: string;
  /** The part that it plays. */
  readonly role: ContainerRole;
  /** The container as the manifest has it. */
  readonly spec: any;
}

/** When a pod's containers are restarted after they end. */
export enum PodRestartPolicy {
  /** Whatever the exit code: what Deployments, StatefulSets and DaemonSets need. */
  ALWAYS = 'Always',
  /** After a failure only. */
  ON_FAILURE = 'OnFailure',
  /** Not at all: a failed pod is replaced as a whole, by its Job. */
  NEVER = 'Never',
}

const RESTART_POLICIES = Object.values(PodRestartPolicy);

/** The grace period that Kubernetes gives a pod that says nothing. */
export const DEFAULT_GRACE_PERIOD_SECONDS = 30;

/**
 * A pod as plain data, read from any manifest that holds one.
 *
 * The kinds of Kubernetes are known, those of Knative, Argo, Kubeflow, Ray and others, `List`s of them,
 * and everything else with a pod at `spec.template`.
 */
export class Pod {
  /**
   * Reads the one pod of a manifest.
   *
   * Throws when there is none, when there are several, or when the pod is malformed, and says which.
   *
   * @param manifest the object as Kubernetes would read it, for example one item of `Testing.synth(chart)`
   */
  public static fromManifest(manifest: any): Pod {
    const pods = Pod.allIn(manifest);
    if (pods.length !== 1) {
      throw new Error(pods.length === 0
        ? `${describeManifest(manifest)} holds no pod: give a Pod or something with a pod template`
        : `${describeManifest(manifest)} holds ${pods.length} pods, ${pods.map(pod => pod.title).join(', ')}: give one of them`);
    }
    return pods[0];
  }

  /**
   * Reads every pod of a manifest: none for a Service, several for a `List`.
   *
   * Throws when a pod is malformed.
   *
   * @param manifest the object as Kubernetes would read it
   */
  public static allIn(manifest: any): Pod[] {
    const found = findTemplates(manifest);
    if (found.problems.length > 0) {
      throw new Error(found.problems.map(problem => problem.message).join('\n'));
    }
    return found.templates.map(template => new Pod(template));
  }

  /** The pod of a template that was found in a manifest. @internal */
  public static _of(found: FoundTemplate): Pod {
    return new Pod(found);
  }

  /** The kind of the object that holds the pod, for example `Deployment`. */
  public readonly kind: string;
  /**
   * The name of the object that holds the pod.
   * @default - it has none, for example because it has a `generateName`
   */
  public readonly name?: string;
  /**
   * The namespace that the manifest says.
   * @default - it says none
   */
  public readonly namespace?: string;
  /** All containers in the order in which Kubernetes starts them: init containers and sidecars as listed, then the main ones. */
  public readonly containers: PodContainer[];
  /** When containers are restarted. A Job that does not say is read as `Never`, because `Always` is refused there. */
  public readonly restartPolicy: PodRestartPolicy;
  /**
   * The limits of the Job, or of the other kind that runs to completion, that makes this pod.
   * @default - nothing that runs to completion makes the pod
   */
  public readonly job?: JobLimits;
  /** The pod's labels and annotations, as the manifest has them. */
  public readonly metadata: any;
  /** The pod's spec, as the manifest has it. */
  public readonly spec: any;
  /** The object that holds the pod, as the manifest has it. */
  public readonly manifest: any;

  /**
   * The template that it was read from, and what is known of its kind.
   * @internal
   */
  public readonly _found: FoundTemplate;

  private readonly byName = new Map<string, PodContainer>();

  private constructor(found: FoundTemplate) {
    const spec: JsonObject = found.template.spec;
    this._found = found;
    this.manifest = found.manifest;
    this.spec = spec;
    this.metadata = found.template.metadata ?? {};
    this.kind = stringOrNothing(found.manifest.kind) ?? 'Pod';
    this.name = stringOrNothing(follow(found.manifest, ['metadata', 'name']));
    this.namespace = stringOrNothing(follow(found.manifest, ['metadata', 'namespace']));
    this.job = jobLimits(found);
    this.restartPolicy = restartPolicy(found, this.job !== undefined);
    this.containers = [
      ...(spec.initContainers ?? []).map((container: JsonObject) => ({ name: container.name, role: initRole(container), spec: container })),
      ...spec.containers.map((container: JsonObject, index: number) =>
        ({ name: container.name ?? unnamedContainer(found.workload, index, spec.containers.length), role: ContainerRole.MAIN, spec: container })),
    ];
    for (const container of this.containers) {
      this.byName.set(container.name, container);
    }
  }

  /** What the pod's workload is called: `Deployment/web`, and with the path of the template where the workload has several. */
  public get title(): string {
    const template = this._template;
    return template === undefined ? this._workload : `${this._workload} (${template})`;
  }

  /** From the manifest to the pod's spec, for example `spec.template.spec`. */
  public get path(): string {
    return formatPath(this._specPath);
  }

  /** Whether the pod does its work and ends: a Job's, or one that is not restarted forever. */
  public get runsToCompletion(): boolean {
    return this.job !== undefined || this.restartPolicy !== PodRestartPolicy.ALWAYS;
  }

  /**
   * What the object that holds the pod is called, whichever of its pods is meant.
   * @internal
   */
  public get _workload(): string {
    return `${this.kind}/${this.name ?? follow(this.manifest, ['metadata', 'generateName']) ?? '(no name)'}`;
  }

  /**
   * The path of the pod's template, where the object has several; undefined where there is nothing to tell apart.
   * @internal
   */
  public get _template(): string | undefined {
    return this._found.isOneOfSeveral ? formatPath(this._found.path) : undefined;
  }

  /**
   * From the manifest to the pod's spec, step by step.
   * @internal
   */
  public get _specPath(): DataPath {
    return pathInManifest(this._found, []);
  }

  /**
   * Whether something outside of the pod ends a container once the work is done.
   * @internal
   */
  public _isEndedByController(name: string): boolean {
    return this._found.readFrom?.endedByController.includes(name) === true;
  }

  /**
   * From the manifest to a part of the pod's spec, step by step.
   * @internal
   */
  public _pathTo(inSpec: DataPath): DataPath {
    return pathInManifest(this._found, inSpec);
  }

  /**
   * The same pod in a manifest that was changed; undefined when it is gone.
   * @internal
   */
  public _in(manifest: any): Pod | undefined {
    const found = templateIn(manifest, this._found);
    return found && new Pod(found);
  }

  /** How long the pod has to stop, `terminationGracePeriodSeconds`. */
  public get gracePeriodSeconds(): number {
    return wholeNumber(this.spec.terminationGracePeriodSeconds) ?? DEFAULT_GRACE_PERIOD_SECONDS;
  }

  /** The containers of `containers`, in order. */
  public get mains(): PodContainer[] {
    return this.containers.filter(isMain);
  }

  /** The native sidecars, in the order in which they start. They stop in the reverse order. */
  public get sidecars(): PodContainer[] {
    return this.containers.filter(isSidecar);
  }

  /**
   * Finds a container by name. Throws and lists the known names when there is none.
   * @param name the container's name
   */
  public container(name: string): PodContainer {
    const container = this.byName.get(name);
    if (!container) {
      throw new Error(`${this.title} has no container '${name}': it has ${[...this.byName.keys()].map(known => `'${known}'`).join(', ')}`);
    }
    return container;
  }
}

function isMain(container: PodContainer): boolean {
  return container.role === ContainerRole.MAIN;
}

function isSidecar(container: PodContainer): boolean {
  return container.role === ContainerRole.SIDECAR;
}

function initRole(container: JsonObject): ContainerRole {
  return container.restartPolicy === 'Always' ? ContainerRole.SIDECAR : ContainerRole.INIT;
}

function restartPolicy({ manifest, path, place, template }: FoundTemplate, inJob: boolean): PodRestartPolicy {
  const beside = place.restartPolicyBeside ? follow(manifest, [...path.slice(0, -1), 'restartPolicy']) : undefined;
  const known = RESTART_POLICIES.find(policy => policy === (beside ?? template.spec.restartPolicy));
  return known ?? (inJob ? PodRestartPolicy.NEVER : PodRestartPolicy.ALWAYS);
}

function stringOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
