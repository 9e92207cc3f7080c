import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, NativeSidecar, PodLifecycle, StartupGate } from '../src';
import { Cluster, pause, until, Versions } from './cluster';
import { PodObserver } from './observer';
import { withOrdinaryProxy } from './ordinary-proxy';
import { IMAGE, RESOURCES } from './program';

const ROLLOUTS = 3;
const REPLICAS = 2;
/** Requests a second that the client sends; it sends no more than the limit, and for no longer than the time. */
const RATE = 40;
const MOST_REQUESTS = 12_000;
const LONGEST_SECONDS = 280;
/** The client knows of a change of the endpoints so many seconds late, as what stands between a Service and its clients does. */
const PROPAGATION = 1;
/** The app still works so many seconds after its stop signal. */
const DRAIN = 3;

const CONTAINER = { image: IMAGE, imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT, resources: RESOURCES };
const INBOUND = 15006;
const HEALTH = 15021;

/** Where the proxy stands: a native sidecar, or an ordinary container beside the app. */
export type Pattern = 'native' | 'ordinary';

/** What became of the traffic of one pattern. */
export interface Traffic {
  readonly inbound: { readonly requests: number; readonly failures: number; readonly reasons: { readonly [reason: string]: number } };
  readonly outbound: { readonly requests: number; readonly failures: number };
  readonly pods: number;
}

/** Both patterns under the same load. */
export interface RollingUpdate {
  readonly kubernetes: string;
  readonly runtime: string;
  readonly recorded: string;
  readonly rollouts: number;
  readonly replicas: number;
  readonly requestsPerSecond: number;
  readonly propagationSeconds: number;
  readonly native: Traffic;
  readonly ordinary: Traffic;
}

/** Rolls a Deployment under a request loop, in both patterns at the same time. */
export async function rollingUpdate(cluster: Cluster, versions: Versions): Promise<RollingUpdate> {
  const [native, ordinary] = await Promise.all((['native', 'ordinary'] as const).map(pattern =>
    cluster.inNamespace(`rolling-${pattern}`, namespace => new Stage(cluster, namespace, versions, pattern).play())));
  return {
    ...versions,
    recorded: new Date().toISOString().slice(0, 10),
    rollouts: ROLLOUTS,
    replicas: REPLICAS,
    requestsPerSecond: RATE,
    propagationSeconds: PROPAGATION,
    native,
    ordinary,
  };
}

/** One pattern: an upstream, a Deployment that calls it through its proxy, and a client that calls the Deployment. */
class Stage {
  private readonly stop = new AbortController();
  private readonly apps = new Map<string, PodObserver>();

  constructor(
    private readonly cluster: Cluster,
    private readonly namespace: string,
    private readonly versions: Versions,
    private readonly pattern: Pattern,
  ) {}

  public async play(): Promise<Traffic> {
    const { cluster, namespace } = this;
    const core = `/api/v1/namespaces/${namespace}`;
    try {
      await cluster.apply(namespace, helpers());
      await until(60, 'the upstream and the client', async () => (await this.address('upstream')) !== '' && (await this.address('client')) !== '');
      void cluster.watch(`${core}/pods`, this.stop.signal, (_type, pod) => this.meet(pod)).catch(() => undefined);
      void this.feedClient();
      await cluster.apply(namespace, manifests(this.pattern, this.versions.kubernetes, await this.address('upstream')));
      await this.rolledOut();
      await pause(3);
      for (let rollout = 1; rollout <= ROLLOUTS; rollout++) {
        const template = { metadata: { annotations: { rollout: String(rollout) } } };
        await cluster.send('PATCH', this.deployment, { spec: { template } }, 'application/strategic-merge-patch+json');
        await this.rolledOut();
      }
      await pause(2);
      return await this.count();
    } finally {
      this.stop.abort();
      await Promise.all([...this.apps.values()].map(app => app.close()));
    }
  }

  private async count(): Promise<Traffic> {
    await this.tellClient('stop', undefined);
    await until(20, 'the last answers', async () => (await this.cluster.get(this.client('counts'))).inFlight === 0);
    const { requests, failures, reasons } = await this.cluster.get(this.client('counts'));
    const reports = [...this.apps.values()].map(app => app.lines('app').filter(line => line.e === 'outbound').pop());
    const sum = (field: 'calls' | 'failed') => reports.reduce((total, report) => total + Number(report?.[field] ?? 0), 0);
    return { inbound: { requests, failures, reasons }, outbound: { requests: sum('calls'), failures: sum('failed') }, pods: this.apps.size };
  }

  /** Follows the log of every pod of the Deployment. */
  private meet(pod: any): void {
    const { uid, name } = pod.metadata;
    if (name.startsWith('web-') && !this.apps.has(uid)) {
      this.apps.set(uid, new PodObserver(this.cluster, this.namespace, candidate => candidate.metadata.uid === uid));
    }
  }

  /** Tells the client which pods are ready, a little late. */
  private async feedClient(): Promise<void> {
    let last = '';
    const path = `/apis/discovery.k8s.io/v1/namespaces/${this.namespace}/endpointslices`;
    await this.cluster.watch(path, this.stop.signal, (_type, slice) => {
      const ready: any[] = (slice.endpoints ?? []).filter((endpoint: any) => endpoint.conditions?.ready !== false);
      const addresses = ready.map(endpoint => `http://${endpoint.addresses[0]}:${INBOUND}/`).sort();
      if (addresses.join() !== last && slice.ports?.length > 0) {
        last = addresses.join();
        void pause(PROPAGATION).then(() => this.tellClient('addresses', addresses)).catch(() => undefined);
      }
    }).catch(() => undefined);
  }

  private async tellClient(what: string, body: unknown): Promise<void> {
    await this.cluster.send('PUT', this.client(what), body, 'application/json', false);
  }

  private client(path: string): string {
    return `/api/v1/namespaces/${this.namespace}/pods/client:8080/proxy/${path}`;
  }

  private get deployment(): string {
    return `/apis/apps/v1/namespaces/${this.namespace}/deployments/web`;
  }

  private async address(pod: string): Promise<string> {
    const { status } = await this.cluster.get(`/api/v1/namespaces/${this.namespace}/pods/${pod}`);
    return status.containerStatuses?.[0].ready ? status.podIP : '';
  }

  /** Waits until only pods of the newest kind are left, and they are ready. */
  private async rolledOut(): Promise<void> {
    await until(120, 'the rollout', async () => {
      const { metadata, status } = await this.cluster.get(this.deployment);
      const pods = await this.cluster.get(`/api/v1/namespaces/${this.namespace}/pods`);
      const left = pods.items.filter((pod: any) => pod.metadata.name.startsWith('web-')).length;
      const counts = [status.updatedReplicas, status.availableReplicas, left];
      return status.observedGeneration === metadata.generation && counts.every(count => count === REPLICAS);
    });
  }
}

function helpers(): any[] {
  const chart = new Chart(new App(), 'helpers');
  const limits = [`-rate=${RATE}`, `-limit=${MOST_REQUESTS}`, `-seconds=${LONGEST_SECONDS}`];
  for (const [name, args] of Object.entries({ upstream: ['upstream'], client: ['client', ...limits] })) {
    new kplus.Pod(chart, name, { metadata: { name }, containers: [{ ...CONTAINER, name, args }] });
  }
  return chart.toJson();
}

function manifests(pattern: Pattern, version: string, upstream: string): any[] {
  const app = new App();
  PodLifecycle.target(app, KubernetesVersion.of(version));
  const chart = new Chart(app, 'web');
  const deployment = new kplus.Deployment(chart, 'web', {
    metadata: { name: 'web' },
    replicas: REPLICAS,
    containers: [{
      ...CONTAINER,
      name: 'app',
      args: ['app', `-drain=${DRAIN}`],
      readiness: kplus.Probe.fromHttpGet('/ready', { port: 8080, periodSeconds: Duration.seconds(1) }),
    }],
  });
  new NativeSidecar(deployment, 'proxy', {
    image: IMAGE,
    args: ['proxy', `-upstream=http://${upstream}:8080`],
    resources: RESOURCES,
    startup: StartupGate.httpGet('/ready', HEALTH),
    shutdown: Duration.seconds(2),
  });
  PodLifecycle.of(deployment, { shutdown: Duration.seconds(DRAIN + 1) });
  new kplus.Service(chart, 'service', { metadata: { name: 'web' }, selector: deployment, ports: [{ port: 80, targetPort: INBOUND }] });
  const synthesized = chart.toJson();
  return pattern === 'native' ? synthesized : synthesized.map(manifest => (manifest.kind === 'Deployment' ? withOrdinaryProxy(manifest) : manifest));
}
