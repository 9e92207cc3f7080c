import { describeManifest, findTemplates, FoundTemplate, knativeName } from './manifest';
import { follow, isObject, JsonObject } from '../data/json';
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

/** What a Job says about the pods that it makes. */
export interface JobLimits {
  /**
   * How many seconds after its start the Job is failed and its pods are deleted.
   * @default - the Job may run forever
   */
  readonly activeDeadlineSeconds?: number;
  /**
   * How often a Job retries. Under `restartPolicy: OnFailure` the restarts of *all* containers count, sidecars included.
   * @default 6
   */
  readonly backoffLimit?: number;
}

/** The grace period that Kubernetes gives a pod that says nothing. */
export const DEFAULT_GRACE_PERIOD_SECONDS = 30;

/** How often a Job retries when it does not say. */
export const DEFAULT_BACKOFF_LIMIT = 6;

/**
 * A pod as plain data, read from any manifest that holds one.
 *
 * Pods, Deployments, StatefulSets, DaemonSets, ReplicaSets, ReplicationControllers, Jobs, CronJobs and PodTemplates are known, `List`s of them,
 * and everything else with a pod at `spec.template`, such as Argo Rollouts.
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
  /** From the manifest to the pod's spec, for example `spec.template.spec`. */
  public readonly path: string;
  /** All containers in the order in which Kubernetes starts them: init containers and sidecars as listed, then the main ones. */
  public readonly containers: PodContainer[];
  /** When containers are restarted. A Job that does not say is read as `Never`, because `Always` is refused there. */
  public readonly restartPolicy: PodRestartPolicy;
  /**
   * What the Job around this pod says.
   * @default - the pod does not belong to a Job
   */
  public readonly job?: JobLimits;
  /** The pod's labels and annotations, as the manifest has them. */
  public readonly metadata: any;
  /** The pod's spec, as the manifest has it. */
  public readonly spec: any;
  /** The object that holds the pod, as the manifest has it. */
  public readonly manifest: any;

  /**
   * From the manifest to the pod's spec, step by step.
   * @internal
   */
  public readonly _specPath: DataPath;

  private readonly byName = new Map<string, PodContainer>();

  private constructor(found: FoundTemplate) {
    const spec: JsonObject = found.template.spec;
    this.manifest = found.manifest;
    this.spec = spec;
    this.metadata = found.template.metadata ?? {};
    this.kind = stringOrNothing(found.manifest.kind) ?? 'Pod';
    this.name = stringOrNothing(follow(found.manifest, ['metadata', 'name']));
    this.namespace = stringOrNothing(follow(found.manifest, ['metadata', 'namespace']));
    this._specPath = [...found.path, 'spec'];
    this.path = formatPath(this._specPath);
    this.job = jobLimits(found);
    this.restartPolicy = restartPolicy(spec.restartPolicy, this.job !== undefined);
    this.containers = [
      ...(spec.initContainers ?? []).map((container: JsonObject) => ({ name: container.name, role: initRole(container), spec: container })),
      ...spec.containers.map((container: JsonObject, index: number) =>
        ({ name: container.name ?? knativeName(index, spec.containers.length), role: ContainerRole.MAIN, spec: container })),
    ];
    for (const container of this.containers) {
      this.byName.set(container.name, container);
    }
  }

  /** How a person calls it: `Deployment/web`. */
  public get title(): string {
    return `${this.kind}/${this.name ?? follow(this.manifest, ['metadata', 'generateName']) ?? '(no name)'}`;
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

function restartPolicy(value: unknown, inJob: boolean): PodRestartPolicy {
  const known = RESTART_POLICIES.find(policy => policy === value);
  return known ?? (inJob ? PodRestartPolicy.NEVER : PodRestartPolicy.ALWAYS);
}

function jobLimits(found: FoundTemplate): JobLimits | undefined {
  if (found.manifest.kind !== 'Job' && found.manifest.kind !== 'CronJob') {
    return undefined;
  }
  const spec = follow(found.manifest, found.path.slice(0, -1));
  if (!isObject(spec)) {
    return undefined;
  }
  return {
    activeDeadlineSeconds: wholeNumber(spec.activeDeadlineSeconds),
    // With a limit for each index, Kubernetes sets no limit for the whole Job.
    backoffLimit: wholeNumber(spec.backoffLimit) ?? (spec.backoffLimitPerIndex === undefined ? DEFAULT_BACKOFF_LIMIT : Number.MAX_SAFE_INTEGER),
  };
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

function stringOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
