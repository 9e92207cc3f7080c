import { Cluster, until } from './cluster';

/** A line that the test program wrote. */
export interface Line {
  /** Seconds since 1970. */
  readonly t: number;
  /** What happened. */
  readonly e: string;
  readonly code?: number;
  readonly [field: string]: unknown;
}

/** What a kubelet said in an event. */
export interface KubeEvent {
  readonly at: number;
  readonly reason: string;
  readonly message: string;
  /** The container that it is about, if it is about one. */
  readonly container?: string;
}

/** Watches the first pod that appears in a namespace: its status, its containers' logs and the kubelet's events, to the end. */
export class PodObserver {
  public pod: any;
  public gone = false;
  /** The pod is deleted by force: nothing tells how its containers end but their logs. */
  public isForced = false;
  /** When the kubelet began to restart all containers, in seconds since 1970. */
  public readonly restartsOfAll: number[] = [];
  public readonly events: KubeEvent[] = [];
  private readonly seen = new Map<string, Map<string, Line>>();
  private readonly codes = new Map<string, Map<string, number>>();
  private readonly instances = new Set<string>();
  private readonly streams: Promise<void>[] = [];
  private readonly stop = new AbortController();

  constructor(private readonly cluster: Cluster, private readonly namespace: string, private readonly matches: (pod: any) => boolean = () => true) {
    const root = `/api/v1/namespaces/${namespace}`;
    void cluster.watch(`${root}/pods`, this.stop.signal, (type, pod) => this.podChanged(type, pod)).catch(() => undefined);
    void cluster.watch(`${root}/events`, this.stop.signal, (_type, event) => this.eventCame(event)).catch(() => undefined);
  }

  /** Stops watching, once the logs that are still being read have ended. */
  public async close(): Promise<void> {
    if (this.gone || this.ended) {
      await Promise.race([Promise.all(this.streams), new Promise(resolve => setTimeout(resolve, 3000))]);
    }
    this.stop.abort();
  }

  /** Everything that a container's processes wrote, by time. */
  public lines(container: string): Line[] {
    return [...(this.seen.get(container)?.values() ?? [])].sort((a, b) => a.t - b.t);
  }

  /** The exit codes of a container's ended processes, in order, as the kubelet has them. */
  public exitCodes(container: string): number[] {
    return [...(this.codes.get(container)?.values() ?? [])];
  }

  public get phase(): string {
    return this.pod?.status?.phase ?? 'Pending';
  }

  /** Whether the pod's work is over: its phase will not change any more. */
  public get ended(): boolean {
    return this.phase === 'Succeeded' || this.phase === 'Failed';
  }

  /** Waits until a container has said something so many times. */
  public async said(container: string, event: string, times = 1, seconds = 60): Promise<void> {
    await until(seconds, `'${container}' to say ${event} ${times} times`, () => this.lines(container).filter(line => line.e === event).length >= times);
  }

  /** Waits until the kubelet knows that a container runs, and that it is ready. */
  public async ready(container: string, seconds = 60): Promise<void> {
    await until(seconds, `'${container}' to be ready`, () => this.statuses().some(status => status.name === container && status.ready)).catch((error: Error) => {
      const said = this.events.filter(event => event.reason !== 'Unhealthy').slice(-1).map(event => event.message).join();
      throw new Error(`${error.message}; the kubelet's last word: ${said}`);
    });
  }

  public statuses(): any[] {
    const status = this.pod?.status ?? {};
    return [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  }

  private podChanged(type: string, pod: any): void {
    if (this.pod ? pod.metadata?.uid !== this.pod.metadata.uid : !this.matches(pod)) {
      return;
    }
    if (isRestartingAll(pod) && !isRestartingAll(this.pod)) {
      this.restartsOfAll.push(Date.now() / 1000);
    }
    this.pod = pod;
    this.gone ||= type === 'DELETED';
    for (const status of this.statuses()) {
      this.containerChanged(status);
    }
  }

  private containerChanged(status: any): void {
    for (const [state, isCurrent] of [[status.lastState, false], [status.state, true]] as const) {
      const ended = state?.terminated;
      const id: string | undefined = ended?.containerID ?? (isCurrent && state?.running ? status.containerID : undefined);
      if (id && ended) {
        this.remember(this.codes, status.name, id, ended.exitCode);
      }
      const key = `${id} ${ended ? 'ended' : 'running'}`;
      if (id && !this.instances.has(key)) {
        this.instances.add(key);
        this.streams.push(this.readLog(status.name, isCurrent, !ended));
      }
    }
  }

  private async readLog(container: string, isCurrent: boolean, follow: boolean): Promise<void> {
    const { name } = this.pod.metadata;
    const path = `/api/v1/namespaces/${this.namespace}/pods/${name}/log?container=${container}${isCurrent ? '' : '&previous=true'}${follow ? '&follow=true' : ''}`;
    await this.cluster.lines(path, this.stop.signal, text => {
      // What is no JSON was not written by the test program, but by the kubelet about a log that is gone.
      if (text.startsWith('{')) {
        this.remember(this.seen, container, text, JSON.parse(text) as Line);
      }
    }).catch(() => undefined);
  }

  private remember<T>(memory: Map<string, Map<string, T>>, container: string, key: string, value: T): void {
    const known = memory.get(container) ?? new Map<string, T>();
    memory.set(container, known);
    if (!known.has(key)) {
      known.set(key, value);
    }
  }

  private eventCame(event: any): void {
    if (!this.pod || event.involvedObject?.uid !== this.pod.metadata.uid) {
      return;
    }
    this.events.push({
      at: Date.parse(event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp) / 1000,
      reason: event.reason,
      message: event.message,
      container: /\{(.+)\}/.exec(event.involvedObject.fieldPath ?? '')?.[1],
    });
  }
}

function isRestartingAll(pod: any): boolean {
  return pod?.status?.conditions?.some((condition: any) => condition.type === 'AllContainersRestarting' && condition.status === 'True') ?? false;
}
