import { JobLimits, jobLimits } from './job-limits';
import { describeManifest, findTemplates, FoundTemplate, pathInManifest, templateIn } from './manifest';
import { unnamedContainer } from './workload-kinds';
import { follow, JsonObject } from '../data/json';
import { wholeNumber } from '../data/number';
import { DataPath, formatPath } from '../data/path';

/** The role of a container in its pod, which decides when it starts and stops. */
export enum ContainerRole {
  /** An entry of `containers`: the app, or an old-style sidecar that starts and stops with it. */
  MAIN = 'main',
  /** A regular init container, which must succeed before the next one starts. */
  INIT = 'init',
  /** An init container with `restartPolicy: Always`: it starts first, runs beside the app, and stops last. */
  SIDECAR = 'sidecar',
}

/** One container of a pod, with its role. */
export interface PodContainer {
  /** The container's name, unique in its pod. */
  readonly name: string;
  /** The container's role. */
  readonly role: ContainerRole;
  /** The container as in the manifest. */
  readonly spec: JsonObject;
}

/** When the kubelet restarts the containers of a pod after they exit. */
export enum PodRestartPolicy {
  /** Always, whatever the exit code. Deployments, StatefulSets and DaemonSets require it. */
  ALWAYS = 'Always',
  /** Only after a failure. */
  ON_FAILURE = 'OnFailure',
  /** Never: the Job replaces a failed pod as a whole. */
  NEVER = 'Never',
}

const RESTART_POLICIES = Object.values(PodRestartPolicy);

/** The default grace period of Kubernetes. */
export const DEFAULT_GRACE_PERIOD_SECONDS = 30;

/**
 * Reads a pod from any manifest that contains one, as plain data.
 *
 * Supports the workload kinds of Kubernetes, of Knative, Argo, Kubeflow, Ray and others, `List`s of them,
 * and any other object with a pod at `spec.template`.
 */
export class PodModel {
  /**
   * Reads the pod of a manifest.
   *
   * Throws if the manifest contains no pod, several pods, or a malformed pod.
   *
   * @param manifest a Kubernetes object, for example one item of `Testing.synth(chart)`
   */
  public static fromManifest(manifest: any): PodModel {
    const pods = PodModel.allIn(manifest);
    if (pods.length !== 1) {
      throw new Error(pods.length === 0
        ? `${describeManifest(manifest)} contains no pod: pass a Pod or an object with a pod template`
        : `${describeManifest(manifest)} contains ${pods.length} pods, ${pods.map(pod => pod.title).join(', ')}: pass one of them`);
    }
    return pods[0];
  }

  /**
   * Reads every pod of a manifest: none for a Service, several for a `List`.
   *
   * Throws if a pod is malformed.
   *
   * @param manifest a Kubernetes object
   */
  public static allIn(manifest: any): PodModel[] {
    const found = findTemplates(manifest);
    if (found.problems.length > 0) {
      throw new Error(found.problems.map(problem => problem.message).join('\n'));
    }
    return found.templates.map(template => new PodModel(template));
  }

  /** The pod of a template that was found in a manifest. @internal */
  public static _of(found: FoundTemplate): PodModel {
    return new PodModel(found);
  }

  /** The kind of the object that contains the pod, for example `Deployment`. */
  public readonly kind: string;
  /**
   * The namespace in the manifest.
   * @default - the manifest names no namespace
   */
  public readonly namespace?: string;
  /** All containers in the order in which Kubernetes starts them: init containers and sidecars as listed, then the main ones. */
  public readonly containers: PodContainer[];
  /** When the kubelet restarts containers. Defaults to `Never` in a Job, because Kubernetes rejects `Always` there. */
  public readonly restartPolicy: PodRestartPolicy;
  /**
   * The limits of the Job, or of another kind that runs to completion, that creates this pod.
   * @default - no such object creates the pod
   */
  public readonly job?: JobLimits;
  /** The pod's labels and annotations as in the manifest. */
  public readonly metadata: JsonObject;
  /** The pod's spec as in the manifest. */
  public readonly spec: JsonObject;
  /** The object that contains the pod, as in the manifest. */
  public readonly manifest: JsonObject;

  /**
   * The template that it was read from, and what is known of its kind.
   * @internal
   */
  public readonly _found: FoundTemplate;

  private readonly byName = new Map<string, PodContainer>();
  // Many rules ask for these.
  private foundMains?: PodContainer[];
  private foundSidecars?: PodContainer[];

  private constructor(found: FoundTemplate) {
    const spec: JsonObject = found.template.spec;
    this._found = found;
    this.manifest = found.manifest;
    this.spec = spec;
    this.metadata = found.template.metadata ?? {};
    this.kind = stringOrNothing(found.manifest.kind) ?? 'Pod';
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

  /**
   * The name of the object that contains the pod.
   * @default - it has no name, for example because it has a `generateName`
   */
  public get name(): string | undefined {
    return stringOrNothing(follow(this.manifest, ['metadata', 'name']));
  }

  /** Names the pod in messages: `Deployment/web`, with the path of the template where the workload has several. */
  public get title(): string {
    const template = this._template;
    return template === undefined ? this._workload : `${this._workload} (${template})`;
  }

  /** From the manifest to the pod's spec, for example `spec.template.spec`. */
  public get path(): string {
    return formatPath(this._pathTo([]));
  }

  /** Whether the pod runs to completion: a Job's pod, or one that is not always restarted. */
  public get runsToCompletion(): boolean {
    return this.job !== undefined || this.restartPolicy !== PodRestartPolicy.ALWAYS;
  }

  /**
   * Names the object that contains the pod, whichever of its pods this is.
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
   * Whether something outside the pod stops a container once the work is done.
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
   * The same pod in a changed manifest; undefined when it no longer exists.
   * @internal
   */
  public _in(manifest: any): PodModel | undefined {
    const found = templateIn(manifest, this._found);
    return found && new PodModel(found);
  }

  /** The grace period of the pod, `terminationGracePeriodSeconds`. */
  public get gracePeriodSeconds(): number {
    return wholeNumber(this.spec.terminationGracePeriodSeconds) ?? DEFAULT_GRACE_PERIOD_SECONDS;
  }

  /** The containers of `containers`, in order. */
  public get mains(): PodContainer[] {
    this.foundMains ??= this.containers.filter(isMain);
    return this.foundMains;
  }

  /** The native sidecars, in the order in which they start. They stop in the reverse order. */
  public get sidecars(): PodContainer[] {
    this.foundSidecars ??= this.containers.filter(isSidecar);
    return this.foundSidecars;
  }

  /**
   * Finds a container by name. Throws and lists the names of the pod's containers if there is none.
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
