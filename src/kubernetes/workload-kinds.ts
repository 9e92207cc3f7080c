import { onlyPlaceOf, parseTemplatePath, TemplatePath } from './template-path';
import { isObject } from '../data/json';
import { DataPath } from '../data/path';

/** How often a Job retries when it does not say. */
export const DEFAULT_BACKOFF_LIMIT = 6;

/** The label that the pods of a Job carry with its name. */
export const JOB_LABEL = 'job-name';

/** Where an object limits how long its pods may run and how often they are retried. */
export interface LimitsPlace {
  /** The path of the object with `activeDeadlineSeconds`; `beside` means beside the pod template. */
  readonly at: string;
  /**
   * How often a failed pod is retried where the object does not say, for kinds that count retries as a Job does.
   * @default - the object's retries are not read
   */
  readonly retries?: number;
}

/** A place in the objects of a kind where a pod template stands. */
export interface PodPlace {
  /** From the object to the template: `spec.template`; `[*]` and `.*` stand for every item. Empty for the object itself. */
  readonly at: string;
  /** Its pods run to completion. */
  readonly runsToCompletion?: boolean;
  readonly limits?: LimitsPlace;
  /** The restart policy of the pods stands beside the template, not in it. */
  readonly restartPolicyBeside?: boolean;
  /** An Argo Workflows template, which is no pod template: see `argo-template.ts`. */
  readonly argo?: boolean;
}

/** A kind of object that makes pods: everything that this library knows about it. A new kind is one row. */
export interface WorkloadKind {
  readonly kind: string;
  /** Its API groups; the core group is the empty string. An empty list means any group. */
  readonly groups: readonly string[];
  /** Where its pod templates stand. Of two places that lead to one template the first counts. */
  readonly pods: readonly PodPlace[];
  /** A field that Kubernetes requires for this kind; an object that lacks it and an image is a patch. */
  readonly mustHave?: 'selector' | 'restartPolicy';
  /** Every object of this kind has its template, so one without it is malformed. */
  readonly alwaysHasPod?: boolean;
  /** Its pods keep volumes of their own, which the pod template does not name. */
  readonly stateful?: boolean;
  /** It runs one pod on every node. */
  readonly onEveryNode?: boolean;
  /** The class of cdk8s-plus for it. */
  readonly plus?: string;
  /** The label that its pods carry with the object's name. */
  readonly podLabel?: string;
  /** It makes Jobs, and those make the pods. */
  readonly makesJobs?: boolean;
  /** `spec.selector` holds the labels themselves. */
  readonly plainSelector?: boolean;
  /** The name of a container that has none; with a number where there are several. */
  readonly unnamedContainer?: string;
  /** The API server rejects a change of its containers, so that the object must be made anew. */
  readonly fixed?: boolean;
  /** Why its pods cannot have native sidecars. */
  readonly refusesNative?: string;
  /** The user's configuration adds it. */
  readonly configured?: boolean;
}

const TEMPLATE: readonly PodPlace[] = [{ at: 'spec.template' }];
const BATCH = { runsToCompletion: true, limits: { at: 'beside', retries: DEFAULT_BACKOFF_LIMIT } } as const;
const NATIVE_TO_KUBERNETES = { alwaysHasPod: true } as const;
const KNATIVE = {
  groups: ['serving.knative.dev'],
  pods: TEMPLATE,
  unnamedContainer: 'user-container',
  refusesNative: 'is run by Knative, which does not allow restartPolicy on init containers, so its sidecars stay ordinary containers',
};

/** Kubernetes' own kinds. */
const OWN: readonly WorkloadKind[] = [
  { kind: 'Deployment', groups: ['apps', 'extensions'], pods: TEMPLATE, mustHave: 'selector', plus: 'Deployment', ...NATIVE_TO_KUBERNETES },
  { kind: 'StatefulSet', groups: ['apps'], pods: TEMPLATE, mustHave: 'selector', plus: 'StatefulSet', stateful: true, ...NATIVE_TO_KUBERNETES },
  { kind: 'DaemonSet', groups: ['apps', 'extensions'], pods: TEMPLATE, mustHave: 'selector', plus: 'DaemonSet', onEveryNode: true, ...NATIVE_TO_KUBERNETES },
  { kind: 'Job', groups: ['batch'], pods: [{ at: 'spec.template', ...BATCH }], mustHave: 'restartPolicy', plus: 'Job', podLabel: JOB_LABEL, fixed: true, ...NATIVE_TO_KUBERNETES },
  {
    kind: 'CronJob',
    groups: ['batch'],
    pods: [{ at: 'spec.jobTemplate.spec.template', ...BATCH }],
    mustHave: 'restartPolicy',
    plus: 'CronJob',
    makesJobs: true,
    ...NATIVE_TO_KUBERNETES,
  },
  { kind: 'Pod', groups: [''], pods: [{ at: '' }], plus: 'Pod', fixed: true, ...NATIVE_TO_KUBERNETES },
  { kind: 'PodTemplate', groups: [''], pods: [{ at: 'template' }], ...NATIVE_TO_KUBERNETES },
  { kind: 'ReplicaSet', groups: ['apps', 'extensions'], pods: TEMPLATE, mustHave: 'selector', ...NATIVE_TO_KUBERNETES },
  { kind: 'ReplicationController', groups: [''], pods: TEMPLATE, plainSelector: true, ...NATIVE_TO_KUBERNETES },
];

/** Kinds of others that are not simply a pod template at `spec.template`, or of which more is known. */
const CUSTOM: readonly WorkloadKind[] = [
  { kind: 'DeploymentConfig', groups: ['apps.openshift.io'], pods: TEMPLATE, plainSelector: true },
  { kind: 'Service', podLabel: 'serving.knative.dev/service', ...KNATIVE },
  { kind: 'Configuration', podLabel: 'serving.knative.dev/configuration', ...KNATIVE },
  { kind: 'Rollout', groups: ['argoproj.io'], pods: TEMPLATE },
  { kind: 'Workflow', groups: ['argoproj.io'], pods: [argo('spec')], podLabel: 'workflows.argoproj.io/workflow' },
  { kind: 'WorkflowTemplate', groups: ['argoproj.io'], pods: [argo('spec')] },
  { kind: 'ClusterWorkflowTemplate', groups: ['argoproj.io'], pods: [argo('spec')] },
  { kind: 'CronWorkflow', groups: ['argoproj.io'], pods: [argo('spec.workflowSpec')] },
  { kind: 'CloneSet', groups: ['apps.kruise.io'], pods: TEMPLATE },
  { kind: 'StatefulSet', groups: ['apps.kruise.io'], pods: TEMPLATE, stateful: true },
  { kind: 'DaemonSet', groups: ['apps.kruise.io'], pods: TEMPLATE, onEveryNode: true },
  { kind: 'BroadcastJob', groups: ['apps.kruise.io'], pods: [{ at: 'spec.template', runsToCompletion: true, limits: { at: 'spec.completionPolicy' } }] },
  { kind: 'JobSet', groups: ['jobset.x-k8s.io'], pods: [{ at: 'spec.replicatedJobs[*].template.spec.template', ...BATCH }], podLabel: 'jobset.sigs.k8s.io/jobset-name' },
  { kind: 'ScaledJob', groups: ['keda.sh'], pods: [{ at: 'spec.jobTargetRef.template', ...BATCH }], podLabel: 'scaledjob.keda.sh/name' },
  { kind: 'Job', groups: ['batch.volcano.sh'], pods: [{ at: 'spec.tasks[*].template', runsToCompletion: true }], podLabel: 'volcano.sh/job-name' },
  {
    kind: 'LeaderWorkerSet',
    groups: ['leaderworkerset.x-k8s.io'],
    pods: [{ at: 'spec.leaderWorkerTemplate.leaderTemplate' }, { at: 'spec.leaderWorkerTemplate.workerTemplate' }],
    podLabel: 'leaderworkerset.sigs.k8s.io/name',
  },
  kubeflow('MPIJob', [replica('mpi', 'Launcher', true), replica('mpi', '*', false)]),
  kubeflow('PyTorchJob', [replica('pytorch', '*', true)]),
  // A parameter server serves until the operator deletes it.
  kubeflow('TFJob', [replica('tf', 'PS', false), replica('tf', '*', true)]),
  kubeflow('XGBoostJob', [replica('xgb', '*', true)]),
  kubeflow('PaddleJob', [replica('paddle', '*', true)]),
  kubeflow('JAXJob', [replica('jax', '*', true)]),
  { kind: 'RayCluster', groups: ['ray.io'], pods: ray('spec'), podLabel: 'ray.io/cluster' },
  { kind: 'RayService', groups: ['ray.io'], pods: ray('spec.rayClusterConfig') },
  // The submitter's pod is a Job's; the operator takes the cluster down when that Job is done.
  { kind: 'RayJob', groups: ['ray.io'], pods: [{ at: 'spec.submitterPodTemplate', runsToCompletion: true }, ...ray('spec.rayClusterSpec')] },
  { kind: 'Fleet', groups: ['agones.dev'], pods: [{ at: 'spec.template.spec.template' }], podLabel: 'agones.dev/fleet' },
];

/** Anything else with a pod at `spec.template` is a workload, too. */
const OTHER: WorkloadKind = { kind: '', groups: [], pods: TEMPLATE };

function argo(workflow: string): PodPlace {
  return { at: `${workflow}.templates[*]`, runsToCompletion: true, limits: { at: workflow }, argo: true };
}

function ray(cluster: string): readonly PodPlace[] {
  return [{ at: `${cluster}.headGroupSpec.template` }, { at: `${cluster}.workerGroupSpecs[*].template` }];
}

function replica(framework: string, role: string, ends: boolean): PodPlace {
  const at = `spec.${framework}ReplicaSpecs.${role}.template`;
  return { at, restartPolicyBeside: true, ...(ends ? { runsToCompletion: true, limits: { at: 'spec.runPolicy' } } : {}) };
}

function kubeflow(kind: string, pods: readonly PodPlace[]): WorkloadKind {
  return { kind, groups: ['kubeflow.org'], pods, podLabel: 'training.kubeflow.org/job-name' };
}

/** A kind with its paths parsed. */
export interface KindOfPods extends WorkloadKind {
  readonly paths: readonly TemplatePath[];
  /** Where the template is, or should be, in every object of the kind; undefined for a kind whose objects may lack it or have several. */
  readonly onlyPath?: DataPath;
}

/** The kinds of objects that make pods: those that are known, and those that the user adds. */
export class WorkloadKinds {
  public static readonly KNOWN = new WorkloadKinds([...OWN, ...CUSTOM]);

  private readonly byKind = new Map<string, KindOfPods[]>();

  public constructor(public readonly rows: readonly WorkloadKind[]) {
    for (const row of rows) {
      this.byKind.set(row.kind, [...this.byKind.get(row.kind) ?? [], parsed(row)]);
    }
  }

  /** The same kinds with others before them. Throws a sentence when a path of theirs cannot be read. */
  public with(own: readonly WorkloadKind[]): WorkloadKinds {
    return own.length === 0 ? this : new WorkloadKinds([...own, ...this.rows]);
  }

  /** The kind of an object; any object that is not known may hold a pod at `spec.template`. */
  public of(manifest: unknown): KindOfPods {
    const { kind, apiVersion } = isObject(manifest) ? manifest : {} as { kind?: unknown; apiVersion?: unknown };
    const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : undefined;
    return this.find(String(kind), group) ?? OTHER_PARSED;
  }

  /** The kind of that name; undefined when it is not known. Without a group any does. */
  public find(kind: string, group: string | undefined): KindOfPods | undefined {
    return this.byKind.get(kind)?.find(({ groups }) => group === undefined || groups.length === 0 || groups.includes(group)
      // Kubernetes' own groups have no dot: a wrong one is a mistake, not a kind of another project.
      || (!group.includes('.') && groups.some(known => !known.includes('.'))));
  }
}

const OTHER_PARSED = parsed(OTHER);

/** What a container without a name is called. */
export function unnamedContainer(kind: WorkloadKind, index: number, count: number): string {
  return count === 1 ? String(kind.unnamedContainer) : `${kind.unnamedContainer}-${index}`;
}

function parsed(row: WorkloadKind): KindOfPods {
  const paths = row.pods.map(place => parseTemplatePath(place.at));
  return { ...row, paths, onlyPath: row.alwaysHasPod ? onlyPlaceOf(paths[0]) : undefined };
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}
