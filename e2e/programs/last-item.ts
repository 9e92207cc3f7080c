import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BINARIES, find, versionOf, whyNotRunnable } from './binaries';
import { contentsOf, makeImage } from './images';
import { CARRIERS, Carrier } from './last-item-carriers';
import { SidecarJob } from '../../src';
import { Cluster, until } from '../cluster';

/** What arrived of the last items of an app. */
export interface LastItem {
  readonly preset: string;
  readonly version: string;
  /** What arrived: `deployment` from a pod that was deleted, `job` from a Job of 0.2 s. */
  readonly arrived: readonly string[];
  readonly broken: readonly string[];
}

const APP_IMAGE = 'registry.local/cdk8s-sidecars-last-app:1';
const SINK_IMAGE = 'registry.local/cdk8s-sidecars-last-sink:1';
export const SINK_PORT = 18080;
const COUNT_PORT = 18081;
const PATIENCE_SECONDS = 90;
const LABELS = { 'pod-security.kubernetes.io/enforce': 'restricted' };
const RESTRICTED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const POD_RESTRICTED = { runAsNonRoot: true, runAsUser: 10000, runAsGroup: 10000, seccompProfile: { type: 'RuntimeDefault' } };
/** What must arrive. */
const ITEMS = ['item-000001', 'item-000002', 'item-000003'];

/** Deletes a pod whose app writes its last item when it is told to stop, and runs a Job of 0.2 s; looks for the items behind the sidecar. */
export async function playLastItems(cluster: Cluster, load: string, only: readonly string[]): Promise<LastItem[]> {
  const carriers = CARRIERS.filter(({ preset }) => only.length === 0 || only.some(part => preset.includes(part)));
  if (carriers.length === 0) {
    return [];
  }
  console.log('\nThe last item of a pod that is deleted, and of a Job of 0.2 s');
  makeImage(APP_IMAGE, { programs: { '/usr/bin/busybox': find('busybox')! }, applets: ['sh', 'sleep', 'wget', 'cat', 'date'], config: { Env: ['PATH=/usr/bin'] } }, load);
  const script = readFileSync(join(__dirname, 'outages', 'sink.mjs'), 'utf8');
  makeImage(SINK_IMAGE, { programs: { '/usr/bin/node': process.execPath }, files: { '/sink.mjs': script }, config: { Env: ['PATH=/usr/bin'] } }, load);
  const results: LastItem[] = [];
  for (const carrier of carriers) {
    results.push(...await playCarrier(cluster, load, carrier));
  }
  return results;
}

async function playCarrier(cluster: Cluster, load: string, carrier: Carrier): Promise<LastItem[]> {
  const { preset, program } = carrier;
  const binary = BINARIES.find(one => one.program === program)!;
  const path = find(binary.file);
  const version = path ? versionOf(path, binary.version) : '';
  const reason = whyNotRunnable(binary, path, version);
  if (!path || reason) {
    console.log(`${preset}: NOT RUN, ${reason}`);
    return [];
  }
  const image = `registry.local/cdk8s-sidecars-last-${binary.file}:${version}`;
  const [arrived, broken]: [string[], string[]] = [[], []];
  try {
    arrived.push(...await cluster.inNamespace('last', namespace => play(cluster, namespace, carrier, spec => {
      makeImage(image, { ...contentsOf(binary, path, spec, {}), ...carrier.image?.() }, load);
      return image;
    }, load), LABELS));
    broken.push(...ITEMS.filter(item => !arrived.includes(item)).map(item => `${item} did not arrive`));
  } catch (error) {
    broken.push((error as Error).message);
  }
  console.log(`${preset} ${version}: ${arrived.length} of ${ITEMS.length} arrived${broken.length > 0 ? `; BROKEN: ${broken.join(', ')}` : ''}`);
  return [{ preset, version, arrived, broken }];
}

async function play(cluster: Cluster, namespace: string, carrier: Carrier, imageOf: (container: any) => string, load: string): Promise<string[]> {
  const server = carrier.server(SINK_IMAGE, SINK_PORT, COUNT_PORT, load);
  await cluster.apply(namespace, [...server.objects ?? [], podOf('backend', [server.container])]);
  const address = await ready(cluster, namespace, 'backend');
  await server.prepare?.(cluster, namespace);

  const chart = new Chart(Testing.app(), 'last', { disableResourceNameHashes: true });
  const containers = (name: string, act: string) => [{ name, image: APP_IMAGE, command: ['sh', '-c', act], securityContext: { user: 10000, group: 10000 } }];
  const deployment = new kplus.Deployment(chart, 'web', { containers: containers('web', carrier.serving) });
  const sidecar = carrier.make(deployment, address);
  carrier.make(new SidecarJob(chart, 'export', { containers: containers('export', carrier.working), activeDeadline: Duration.minutes(5) }), address);
  const documents: any[] = Testing.synth(chart);
  const templates = documents.flatMap(({ spec }) => spec?.template ?? []);
  const image = imageOf(templates[0].spec.initContainers[0]);
  templates.forEach(template => restrict(template.spec, sidecar.name, image));

  const [{ spec: { template } }, job] = ['Deployment', 'Job'].map(kind => documents.find(document => document.kind === kind));
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels: template.metadata?.labels }, spec: template.spec };
  await cluster.apply(namespace, [...documents.filter(({ kind }) => kind === 'ConfigMap'), pod, job]);
  await ready(cluster, namespace, 'web');
  const seen = await server.seenWhileRunning?.(cluster, namespace) ?? [];
  const path = `/api/v1/namespaces/${namespace}/pods/web`;
  await cluster.send('DELETE', path);
  await until(PATIENCE_SECONDS, 'the pod to be gone', () => cluster.get(path).then(() => false, () => true));
  await until(PATIENCE_SECONDS, 'the Job to complete', async () => (await cluster.get(`/apis/batch/v1/namespaces/${namespace}/jobs/${job.metadata.name}`)).status?.succeeded === 1);
  const counted: string[] = server.countPort ? await cluster.get(`/api/v1/namespaces/${namespace}/pods/backend:${server.countPort}/proxy/`) : [];
  return [...seen, ...counted, ...await server.seenInJob?.(cluster, namespace, job.metadata.name) ?? []];
}

async function ready(cluster: Cluster, namespace: string, pod: string): Promise<string> {
  let status: any;
  await until(PATIENCE_SECONDS, `the pod '${pod}'`, async () => {
    ({ status } = await cluster.get(`/api/v1/namespaces/${namespace}/pods/${pod}`));
    return status.containerStatuses?.every((one: any) => one.ready) === true;
  });
  return status.podIP;
}

/** What the namespace asks of every pod, and images that no node may try to pull. */
function restrict(spec: any, sidecar: string, image: string): void {
  spec.securityContext = { ...spec.securityContext, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
  for (const container of [...spec.initContainers, ...spec.containers]) {
    container.imagePullPolicy = 'Never';
    container.image = container.name === sidecar ? image : container.image;
    container.securityContext = { ...container.securityContext, ...RESTRICTED };
  }
}

function podOf(name: string, containers: readonly object[]): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      terminationGracePeriodSeconds: 1,
      securityContext: POD_RESTRICTED,
      containers: containers.map(container => ({ name, imagePullPolicy: 'Never', securityContext: RESTRICTED, ...container })),
    },
  };
}
