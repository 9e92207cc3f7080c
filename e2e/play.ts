import { PodModel } from '../src';
import { Cluster, until, Versions } from './cluster';
import { compare, Comparison } from './compare';
import { Driver } from './driver';
import { PodObserver } from './observer';
import { behaviorOf } from './program';
import { asItHappened, record, Recording } from './recorder';
import { programsOf, Scene, synthesize } from './scenario';
import { Trace, TraceScenario } from './trace';

/** A scene as it was played: what happened, and what that says about the promise and the simulator. */
export interface Played {
  readonly trace: Trace;
  readonly comparison: Comparison;
  /** What broke the promise, in sentences. */
  readonly broken: string[];
  /** Why the trace cannot be trusted, in sentences. */
  readonly doubts: string[];
}

/** Plays a scene on a cluster, in a namespace of its own. */
export async function play(cluster: Cluster, versions: Versions, scene: Scene): Promise<Played> {
  const manifests = synthesize(scene, versions.kubernetes);
  const manifest = manifests.find(candidate => PodModel.allIn(candidate).length > 0);
  return cluster.inNamespace(scene.name, async namespace => {
    const observer = new PodObserver(cluster, namespace);
    const driver = new Driver(cluster, namespace, observer);
    try {
      await cluster.apply(namespace, manifests, scene.lenient);
      await until(90, 'a pod', () => observer.pod !== undefined);
      await scene.drive(driver);
      const seen = Date.now() / 1000;
      const job = await jobEnd(cluster, namespace, observer);
      await observer.close();
      const recording = record(observer, PodModel.fromManifest(manifest));
      const trace = traceOf(scene, versions, manifest, driver, { ...recording, seen, job });
      return { trace, comparison: compare(trace), broken: scene.judge?.(trace) ?? [], doubts: recording.doubts };
    } finally {
      await observer.close();
    }
  });
}

interface JobEnd {
  /** Seconds since 1970. */
  readonly start: number;
  readonly end?: string;
}

/** What the pod's Job came to: waits for it when the pod has ended. */
async function jobEnd(cluster: Cluster, namespace: string, observer: PodObserver): Promise<JobEnd | undefined> {
  const owner = observer.pod.metadata.ownerReferences?.find((reference: any) => reference.kind === 'Job');
  if (!owner) {
    return undefined;
  }
  const read = async (): Promise<JobEnd> => {
    const job = await cluster.get(`/apis/batch/v1/namespaces/${namespace}/jobs/${owner.name}`);
    const end = job.status?.conditions?.find((condition: any) => ['Complete', 'Failed'].includes(condition.type) && condition.status === 'True');
    return { start: Date.parse(job.status.startTime) / 1000, end: end && [end.type, end.reason].filter(Boolean).join(' ') };
  };
  if (observer.ended || observer.gone) {
    await until(30, `the end of job ${owner.name}`, async () => (await read()).end !== undefined).catch(() => undefined);
  }
  return read();
}

/** A recording, and what the end of it looked like. */
interface Seen extends Recording {
  /** When the last look was taken, in seconds since 1970. */
  readonly seen: number;
  readonly job: JobEnd | undefined;
}

function traceOf(scene: Scene, versions: Versions, manifest: any, driver: Driver, recording: Seen): Trace {
  const { seen, job } = recording;
  const { observer } = driver;
  const round = (seconds: number) => Math.round(seconds * 100) / 100;
  const created = job?.start ?? Date.parse(observer.pod.status.startTime) / 1000;
  const behaviors = Object.fromEntries(Object.entries(programsOf(scene)).map(([name, program]) => [name, behaviorOf(program)]));
  return {
    name: scene.name,
    promise: scene.promise,
    kubernetes: versions.kubernetes,
    runtime: versions.runtime,
    recorded: new Date().toISOString().slice(0, 10),
    manifest,
    scenario: {
      ...deletions(driver, recording.start),
      containers: asItHappened(behaviors, recording.events, driver.accidents),
    },
    observed: {
      created: Math.min(0, round(created - recording.start)),
      until: round(seen - recording.start),
      events: recording.events,
      phase: observer.phase,
      outcome: outcomeOf(driver, job?.end),
      ...(job?.end === undefined ? {} : { job: job.end }),
      ...notesOf(observer, Object.keys(behaviors)),
    },
  };
}

function deletions({ deletedAt, deleteGrace, deletedAgainAt, deleteAgainGrace }: Driver, start: number): Partial<TraceScenario> {
  const since = (instant: number) => Math.max(0, Math.round((instant - start) * 100) / 100);
  return {
    ...(deletedAt === undefined ? {} : { deleteAt: since(deletedAt) }),
    ...(deleteGrace === undefined ? {} : { deleteGracePeriod: deleteGrace }),
    ...(deletedAgainAt === undefined ? {} : { deleteAgainAt: since(deletedAgainAt), deleteAgainGracePeriod: deleteAgainGrace }),
  };
}

function outcomeOf({ observer, deletedAt }: Driver, job: string | undefined): string {
  if (deletedAt !== undefined) {
    return 'deleted';
  }
  if (observer.ended || observer.gone || job !== undefined) {
    return observer.phase === 'Succeeded' && !job?.startsWith('Failed') ? 'completed' : 'failed';
  }
  // A pod that still waits for its app, or has done part of its work and never comes to an end, is stuck.
  const isWork = observer.pod.spec.restartPolicy !== 'Always';
  const someDone = observer.pod.status.containerStatuses?.some((status: any) => status.state?.terminated);
  return observer.phase === 'Pending' || (isWork && someDone) ? 'stuck' : 'running';
}

function notesOf(observer: PodObserver, containers: readonly string[]): { notes?: { [name: string]: unknown } } {
  const delivered = containers.flatMap(name => observer.lines(name)).find(line => line.e === 'delivered');
  return delivered ? { notes: { lines: delivered.lines, last: delivered.last } } : {};
}
