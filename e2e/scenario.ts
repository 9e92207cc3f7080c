import { ApiObject, App, Chart, Cron, Duration, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, NativeSidecar, PodModel, PodLifecycle, SidecarCronJob, SidecarJob, StartupGate } from '../src';
import { Driver } from './driver';
import { containerOf, hookCommand, IMAGE, isGated, Program, programArgs, RESOURCES, STATE } from './program';
import { Trace } from './trace';

/** The containers of a pod, each list in its order. */
export interface Cast {
  readonly sidecars?: { readonly [name: string]: Program };
  readonly inits?: { readonly [name: string]: Program };
  readonly mains: { readonly [name: string]: Program };
}

/** What else is said about the workload. */
export interface Setting {
  readonly kind?: 'pod' | 'deployment' | 'job' | 'cronjob' | 'plain-job';
  /** The grace period; computed by the construct unless said. */
  readonly grace?: number;
  readonly restartPolicy?: kplus.RestartPolicy;
  /** The Job's deadline in seconds; far away unless said. */
  readonly deadline?: number;
  readonly backoffLimit?: number;
  /** The pod's own deadline in seconds. */
  readonly podDeadline?: number;
  /** Rules that the scenario breaks on purpose. */
  readonly breaks?: string[];
}

/** A pod that is played on a real kubelet. */
export interface Scene extends Setting {
  readonly name: string;
  /** What must hold, in a sentence. */
  readonly promise: string;
  /** The first minor of Kubernetes 1 that accepts it; any unless said. */
  readonly since?: number;
  /** It is applied without validation, so that an API server drops fields that it does not know. */
  readonly lenient?: boolean;
  readonly cast: Cast;
  /** Adds to the workload what is special about it. */
  readonly finish?: (workload: kplus.Workload | kplus.Pod, sidecars: { [name: string]: NativeSidecar }) => void;
  /** What somebody else does to the manifest before it reaches the kubelet, for example an injector. */
  readonly inject?: (manifest: any) => any;
  /** Does things to the pod; when it returns, the story is over. */
  readonly drive: (driver: Driver) => Promise<void>;
  /** What broke the promise, in sentences. */
  readonly judge?: (trace: Trace) => string[];
}

/** All programs of a cast, by container name. */
export function programsOf({ cast }: Scene): { [name: string]: Program } {
  return { ...cast.sidecars, ...cast.inits, ...cast.mains };
}

/** The manifests of a scene, by the constructs. */
export function synthesize(scene: Scene, version: string): any[] {
  const app = new App();
  PodLifecycle.target(app, KubernetesVersion.of(version));
  const chart = new Chart(app, 'e2e');
  const ports = new Map(Object.keys(programsOf(scene)).map((name, index) => [name, 8080 + index]));
  const port = (name: string) => ports.get(name)!;
  const workload = makeWorkload(chart, scene, port);
  const sidecars: { [name: string]: NativeSidecar } = {};
  for (const [name, program] of Object.entries(scene.cast.sidecars ?? {})) {
    sidecars[name] = addSidecar(workload, name, program, port(name));
  }
  scene.finish?.(workload, sidecars);
  if (scene.podDeadline !== undefined) {
    ApiObject.of(workload).addJsonPatch(JsonPatch.add('/spec/activeDeadlineSeconds', scene.podDeadline));
  }
  const life = PodLifecycle.of(workload, scene.grace === undefined ? { shutdown: Duration.seconds(longestShutdown(scene)) } : {});
  (scene.breaks ?? []).forEach(rule => life.acknowledge(rule, 'the scenario is about what happens then'));
  return chart.toJson().map((manifest: any) => (scene.inject && PodModel.allIn(manifest).length > 0 ? scene.inject(manifest) : manifest));
}

function longestShutdown({ cast }: Scene): number {
  return Math.max(1, ...Object.values(cast.mains).map(main => Math.ceil((main.shutdown ?? 0) + (main.preStop ?? 0))));
}

function makeWorkload(chart: Chart, scene: Scene, port: (name: string) => number): kplus.Workload | kplus.Pod {
  const list = (programs: { readonly [name: string]: Program } = {}) => Object.entries(programs)
    .map(([name, program]) => containerOf(name, program, port(name)));
  const props = {
    metadata: { name: scene.name },
    containers: list(scene.cast.mains),
    initContainers: list(scene.cast.inits),
    terminationGracePeriod: scene.grace === undefined ? undefined : Duration.seconds(scene.grace),
    restartPolicy: scene.restartPolicy,
  };
  const job = {
    ...props,
    restartPolicy: scene.restartPolicy ?? kplus.RestartPolicy.NEVER,
    activeDeadline: Duration.seconds(scene.deadline ?? 600),
    backoffLimit: scene.backoffLimit ?? 0,
  };
  switch (scene.kind ?? 'pod') {
    case 'deployment': return new kplus.Deployment(chart, 'workload', { ...props, restartPolicy: undefined, replicas: 1 });
    case 'job': return new SidecarJob(chart, 'workload', job);
    case 'cronjob': return new SidecarCronJob(chart, 'workload', { ...job, schedule: Cron.everyMinute(), startingDeadline: Duration.seconds(100) });
    case 'plain-job': return new kplus.Job(chart, 'workload', { ...job, activeDeadline: scene.deadline === undefined ? undefined : job.activeDeadline });
    default: return new kplus.Pod(chart, 'workload', props);
  }
}

function addSidecar(workload: kplus.Workload | kplus.Pod, name: string, program: Program, port: number): NativeSidecar {
  const sidecar = new NativeSidecar(workload, name, {
    image: IMAGE,
    args: programArgs(program, port),
    resources: RESOURCES,
    startup: gateOf(program, port),
    shutdown: Duration.millis(Math.max(1, program.shutdown ?? 0) * 1000),
    ...(program.sickAfter === undefined ? {} : {
      liveness: kplus.Probe.fromHttpGet('/live', { port, periodSeconds: Duration.seconds(1), failureThreshold: 1 }),
    }),
  });
  const hook = hookCommand(program);
  if (hook) {
    // Laid over, because a drain notice that takes this long or ends its sidecar is refused, and some scenes are about just that.
    sidecar.addOverlay({ lifecycle: { preStop: { exec: { command: hook } } } });
  }
  if (program.gate === 'command' || program.sickAfter !== undefined) {
    sidecar.container.mount(STATE, kplus.Volume.fromEmptyDir(sidecar, 'state', `${name}-state`));
  }
  return sidecar;
}

function gateOf(program: Program, port: number): StartupGate {
  const options = program.patience === undefined ? {} : { patience: Duration.seconds(program.patience) };
  if (!isGated(program)) {
    return StartupGate.none('nobody waits for it in this scenario');
  }
  switch (program.gate) {
    case 'tcp': return StartupGate.tcpSocket(port, options);
    case 'command': return StartupGate.command(['/program', 'check', '-file', `${STATE}/ready`], options);
    default: return StartupGate.httpGet('/ready', port, options);
  }
}
