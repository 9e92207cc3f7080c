import { Cluster, pause, until } from './cluster';
import { PodObserver } from './observer';

/** How long a scene may wait for anything. */
const PATIENCE = 90;

/** A container settles this long after it is ready, so that nothing of its start is still under way. */
const SETTLE = 2;

/** How long the containers of a pod may need that is deleted by force. */
const AFTER_FORCE = 6;

/** Does things to a pod, and remembers when. */
export class Driver {
  /** When the pod was told to go, in seconds since 1970. */
  public deletedAt: number | undefined;
  /** The grace period that the deletion asked for, in seconds. */
  public deleteGrace: number | undefined;
  /** When it was told once more, in seconds since 1970, and with which grace period. */
  public deletedAgainAt: number | undefined;
  public deleteAgainGrace: number | undefined;
  public readonly accidents: { container: string; kind: 'crash' | 'liveness' }[] = [];

  constructor(private readonly cluster: Cluster, private readonly namespace: string, public readonly observer: PodObserver) {}

  /** Waits until a container is ready and nothing of the start is under way. */
  public async settled(container: string): Promise<void> {
    await this.observer.ready(container, PATIENCE);
    await pause(SETTLE);
  }

  /** Waits until so many seconds after the first line of a container, so that two scenes can be compared. */
  public async age(container: string, seconds: number): Promise<void> {
    await this.observer.said(container, 'start');
    await pause(Math.max(0, this.observer.lines(container)[0].t + seconds - Date.now() / 1000));
  }

  /** Waits. */
  public async pause(seconds: number): Promise<void> {
    await pause(seconds);
  }

  /** Deletes the pod, with another grace period if one is given, and waits until it is gone; 0 forces the deletion. */
  public async delete(grace?: number): Promise<void> {
    await this.startToDelete(grace);
    await this.gone();
    if (grace === 0) {
      // The object goes at once, the containers some seconds later.
      await pause(AFTER_FORCE);
    }
  }

  /** Deletes the pod, some seconds later once more with another grace period, and waits until it is gone. */
  public async deleteTwice(later: number, grace: number): Promise<void> {
    await this.startToDelete();
    await pause(later);
    this.deletedAgainAt = Date.now() / 1000;
    this.deleteAgainGrace = grace;
    await this.cluster.send('DELETE', this.path, { gracePeriodSeconds: grace });
    await this.gone();
  }

  private async startToDelete(grace?: number): Promise<void> {
    this.deletedAt = Date.now() / 1000;
    this.deleteGrace = grace;
    this.observer.isForced = grace === 0;
    await this.cluster.send('DELETE', this.path, grace === undefined ? undefined : { gracePeriodSeconds: grace });
  }

  /** Evicts the pod by the Eviction API and waits until it is gone. */
  public async evict(): Promise<void> {
    this.deletedAt = Date.now() / 1000;
    await this.cluster.send('POST', `${this.path}/eviction`, {
      apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: this.name, namespace: this.namespace },
    });
    await this.gone();
  }

  /** Makes the process of a container crash. */
  public async crash(container: string): Promise<void> {
    this.happens(container, 'crash');
    const exits = this.observer.lines(container).filter(line => line.e === 'exit').length;
    const command = ['exec', '-n', this.namespace, this.name, '-c', container, '--', '/program', 'end', '-code=1'];
    // The command may die with the container that it ends; whether that has ended is asked below.
    await this.cluster.kubectl(command).catch(() => undefined);
    await this.observer.said(container, 'exit', exits + 1, 10);
  }

  /** Notes that something will happen to a container that only the run can date. */
  public happens(container: string, kind: 'crash' | 'liveness'): void {
    this.accidents.push({ container, kind });
  }

  /** Waits until the pod's work is over. */
  public async ended(): Promise<void> {
    await until(PATIENCE, 'the pod to end', () => this.observer.ended || this.observer.gone);
  }

  public async gone(): Promise<void> {
    await until(PATIENCE, 'the pod to be gone', () => this.observer.gone);
  }

  private get name(): string {
    return this.observer.pod.metadata.name;
  }

  private get path(): string {
    return `/api/v1/namespaces/${this.namespace}/pods/${this.name}`;
  }
}
