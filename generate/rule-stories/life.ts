import { DrawnPod } from '../../src/drawing/drawn-pod';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { formatShutdowns, SHUTDOWN_ANNOTATION } from '../../src/kubernetes/shutdown-annotation';
import { ContainerBehavior } from '../../src/simulator/scenario';
import { simulate } from '../../src/simulator/simulator';

/** A container as a manifest writes it; one without an image gets that of its name. */
export interface StoryContainer {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** One life of a pod: its containers, and what they do. */
export interface Life {
  readonly inits?: readonly StoryContainer[];
  readonly mains: readonly StoryContainer[];
  readonly grace?: number;
  /** Fields of the Job; a server otherwise. */
  readonly job?: object;
  /** Other fields of the pod. */
  readonly pod?: object;
  readonly annotations?: { readonly [name: string]: string };
  readonly deleteAt?: number;
  readonly does?: { readonly [container: string]: ContainerBehavior };
  /** Whether the manifest declares how long its containers take to stop. */
  readonly declaresShutdowns?: boolean;
  /** The containers that the manifest does not have, because a mesh adds them. */
  readonly injected?: readonly string[];
}

/** A pod that breaks a rule, and one that does not. */
export interface Story {
  readonly wrong: Life;
  readonly right: Life;
  /** Requests still arrive for this long. */
  readonly requestsSeconds?: number;
  /** The version of the kubelet, where it matters. */
  readonly kubernetes?: string;
  /** The mesh of the cluster, as `check --mesh` takes it. */
  readonly mesh?: string;
  /** The objects beside the workload. */
  readonly beside?: readonly object[];
}

const IMAGES: { readonly [container: string]: string } = {
  cache: 'memcached:1.6.45-alpine',
  daprd: 'ghcr.io/dapr/daprd:1.18.0',
  db: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
  docker: 'docker:28-dind',
  logs: 'cr.fluentbit.io/fluent/fluent-bit:5.1.1',
  proxy: 'docker.io/envoyproxy/envoy:distroless-v1.39.0',
};

/** What the pictures of a rule show: a pod that breaks it, and one that does not. */
export function livesOf({ wrong, right, ...story }: Story): [DrawnPod, DrawnPod] {
  return [drawn(wrong, story), drawn(right, story)];
}

/** The manifest of a life as its author writes it, without what a mesh adds. */
export function manifestOf({ injected = [], ...life }: Life): object {
  const own = ({ name }: StoryContainer) => !injected.includes(name);
  return asItRuns({ ...life, inits: life.inits?.filter(own), mains: life.mains.filter(own) });
}

function drawn(life: Life, { requestsSeconds, kubernetes }: Omit<Story, 'wrong' | 'right'>): DrawnPod {
  const pod = PodModel.fromManifest(asItRuns(life));
  const version = kubernetes === undefined ? undefined : KubernetesVersion.of(kubernetes);
  const result = simulate(pod, { kubernetes: version, deleteAt: life.deleteAt, containers: { ...life.does } });
  return { pod, result, injected: life.injected, requestsSeconds };
}

function asItRuns({ inits = [], mains, grace, job, pod, annotations, does = {}, declaresShutdowns }: Life): object {
  const shutdowns = Object.fromEntries(Object.entries(does).flatMap(([name, { shutdown }]) => shutdown === undefined ? [] : [[name, shutdown]]));
  const name = job ? 'export' : 'web';
  const spec = {
    initContainers: inits.map(withImage),
    containers: mains.map(withImage),
    terminationGracePeriodSeconds: grace,
    restartPolicy: job ? 'Never' : 'Always',
    ...pod,
  };
  const declared = declaresShutdowns ? { [SHUTDOWN_ANNOTATION]: formatShutdowns(shutdowns) } : {};
  const template = { metadata: { labels: { app: name }, annotations: { ...annotations, ...declared } }, spec };
  return job
    ? { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { ...job, template } }
    : { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: { selector: { matchLabels: { app: name } }, template } };
}

function withImage(container: StoryContainer): StoryContainer {
  return { image: IMAGES[container.name] ?? `ghcr.io/acme/${container.name}:1.4.2`, ...container };
}
