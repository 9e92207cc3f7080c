import { Binary } from './binaries';
import { Contents } from './images';
import { Cluster, until } from '../cluster';
import { PodObserver } from '../observer';

/** What a preset's pod did on a cluster; times in seconds. */
export interface PodRun {
  /** From the sidecar's start to its open gate, as far as the kubelet tells. */
  readonly gateSeconds?: number;
  /** From the request to delete the pod to its end. */
  readonly deleteSeconds?: number;
  readonly exitCode?: number;
  /** What did not go as the preset says; empty if it held. */
  readonly broken: readonly string[];
}

type Files = { readonly [path: string]: string };

/** How long a pod may take to be up, and a Job to be complete. */
const PATIENCE_SECONDS = 60;

const WORK_SECONDS = 2;

/** The app, in the image of the test program: it runs until it is told to stop, or does a little work. */
export function appContents(program: string, kind: 'Deployment' | 'Job'): Contents {
  const life = kind === 'Job' ? ['-exit-after', String(WORK_SECONDS)] : ['-shutdown', '1'];
  return { programs: { '/program': program }, config: { Entrypoint: ['/program', 'run', ...life] } };
}

/** What a pod needs that no preset writes: Secrets, with the made-up values of the binary. */
export function secretsFor(spec: any, container: any, binary: Binary, files: Files): object[] {
  const secrets = new Map<string, { [key: string]: string }>();
  const put = (name: string, key: string, value: string) => secrets.set(name, { ...secrets.get(name), [key]: value });
  for (const { name, valueFrom } of container.env ?? []) {
    if (valueFrom?.secretKeyRef) {
      put(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key, binary.env?.[name] ?? 'made-up');
    }
  }
  for (const [path, text] of Object.entries(files)) {
    const mount = mountOf(container, path);
    const secret = spec.volumes?.find((volume: any) => volume.name === mount?.name)?.secret;
    if (secret) {
      put(secret.secretName, path.slice(mount.mountPath.length + 1), text);
    }
  }
  return [...secrets].map(([name, stringData]) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData }));
}

/** The made-up files that no volume brings. */
export function filesFor(container: any, files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !mountOf(container, path)));
}

function mountOf(container: any, path: string): any {
  return (container.volumeMounts ?? []).find(({ mountPath }: any) => path.startsWith(`${mountPath}/`));
}

/** Starts a pod, waits until its app runs, deletes it, and looks at what the kubelet said meanwhile. */
export async function playPod(cluster: Cluster, namespace: string, pod: any, sidecar: string, shutdownSeconds: number): Promise<PodRun> {
  const watched = new PodObserver(cluster, namespace, ({ metadata }) => metadata.name === pod.metadata.name);
  const broken: string[] = [];
  const times = new Times(watched, sidecar);
  try {
    await cluster.apply(namespace, [pod]);
    await until(PATIENCE_SECONDS, 'the app to run', () => times.look() && times.app?.state?.running !== undefined);
    broken.push(...times.broken);

    const began = Date.now();
    await cluster.send('DELETE', `/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}`);
    await until(pod.spec.terminationGracePeriodSeconds + 10, 'the pod to be gone', () => times.look() && watched.gone);
    const deleteSeconds = (Date.now() - began) / 1000;
    broken.push(...endProblems(times, shutdownSeconds));
    return { gateSeconds: times.gateSeconds, deleteSeconds, exitCode: times.sidecar?.state?.terminated?.exitCode, broken };
  } catch (error) {
    return { broken: [...broken, `${(error as Error).message}; the kubelet said: ${watched.events.slice(-2).map(({ message }) => message).join('; ')}`] };
  } finally {
    await watched.close();
  }
}

/** Runs a Job to its end. */
export async function playJob(cluster: Cluster, namespace: string, job: any): Promise<string[]> {
  const path = `/apis/batch/v1/namespaces/${namespace}/jobs/${job.metadata.name}`;
  try {
    await cluster.apply(namespace, [job]);
    await until(PATIENCE_SECONDS, 'the Job to complete', async () => (await cluster.get(path)).status?.succeeded === 1);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** What is seen of the two containers while the pod lives. */
class Times {
  public readonly broken: string[] = [];
  private startedAt?: number;
  private openAt?: number;

  constructor(private readonly watched: PodObserver, private readonly name: string) {}

  public get sidecar(): any {
    return this.watched.statuses().find(({ name }) => name === this.name);
  }

  public get app(): any {
    return this.watched.statuses().find(({ name }) => name !== this.name);
  }

  public get gateSeconds(): number | undefined {
    return this.openAt && this.startedAt && (this.openAt - this.startedAt) / 1000;
  }

  /** Notes what is new; always true. */
  public look(): boolean {
    const { sidecar, app } = this;
    if (sidecar?.state?.running) {
      this.startedAt ??= Date.now();
    }
    if (sidecar?.started) {
      this.openAt ??= Date.now();
    }
    if (app?.state?.running && this.openAt === undefined && this.broken.length === 0) {
      this.broken.push('the app ran before the gate was open');
    }
    return true;
  }
}

function endProblems({ sidecar, app }: Times, shutdownSeconds: number): string[] {
  const [ended, appEnded] = [sidecar?.state?.terminated, app?.state?.terminated];
  if (!ended || !appEnded) {
    return ['the kubelet did not say how the containers ended'];
  }
  // Whole seconds are all that a status has.
  const seconds = (Date.parse(ended.finishedAt) - Date.parse(appEnded.finishedAt)) / 1000;
  return [
    ...(sidecar.restartCount > 0 ? [`it was restarted ${sidecar.restartCount} times`] : []),
    ...(ended.exitCode === 0 ? [] : [`it ended with ${ended.exitCode}`]),
    ...(seconds < 0 ? ['it ended before the app'] : []),
    ...(seconds > shutdownSeconds ? [`it took ${seconds} s to end, and its preset says ${shutdownSeconds}`] : []),
  ];
}
