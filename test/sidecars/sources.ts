import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ApiObject, Chart, Cron, Helm, Include } from 'cdk8s';
import * as kplus28 from 'cdk8s-plus-28';
import * as kplus34 from 'cdk8s-plus-34';
import { Construct } from 'constructs';

export const KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'Pod'] as const;

export type Kind = typeof KINDS[number];

/** Where people have their workloads from: each makes one of a kind, for a sidecar to be added to. */
export type Source = (chart: Chart, kind: Kind) => Construct;

const MANIFESTS = path.join(__dirname, '..', 'fixtures', 'manifests', 'workloads.yaml');

type Plus = typeof kplus28 | typeof kplus34;

function fromPlus(kplus: Plus, scope: Construct, kind: Kind): Construct {
  const plus = kplus as typeof kplus28;
  const props = { containers: [{ name: 'app', image: 'ghcr.io/acme/app:1.0.0' }] };
  switch (kind) {
    case 'Deployment': return new plus.Deployment(scope, 'app', props);
    case 'StatefulSet': return new plus.StatefulSet(scope, 'app', { ...props, service: new plus.Service(scope, 'service', { ports: [{ port: 80 }] }) });
    case 'DaemonSet': return new plus.DaemonSet(scope, 'app', props);
    case 'Job': return new plus.Job(scope, 'app', props);
    case 'CronJob': return new plus.CronJob(scope, 'app', { ...props, schedule: Cron.daily() });
    case 'Pod': return new plus.Pod(scope, 'app', props);
  }
}

function fromImport(scope: Construct, kind: Kind): ApiObject {
  const { k8s } = kplus28;
  const labels = { app: 'app' };
  const selector = { matchLabels: labels };
  const spec = { containers: [{ name: 'app', image: 'ghcr.io/acme/app:1.0.0' }] };
  const server = { metadata: { labels }, spec };
  const job = { template: { spec: { ...spec, restartPolicy: 'Never' } } };
  switch (kind) {
    case 'Deployment': return new k8s.KubeDeployment(scope, 'app', { spec: { selector, template: server } });
    case 'StatefulSet': return new k8s.KubeStatefulSet(scope, 'app', { spec: { serviceName: 'app', selector, template: server } });
    case 'DaemonSet': return new k8s.KubeDaemonSet(scope, 'app', { spec: { selector, template: server } });
    case 'Job': return new k8s.KubeJob(scope, 'app', { spec: job });
    case 'CronJob': return new k8s.KubeCronJob(scope, 'app', { spec: { schedule: '0 3 * * *', jobTemplate: { spec: job } } });
    case 'Pod': return new k8s.KubePod(scope, 'app', { spec });
  }
}

function pick(include: Include, kind: Kind): ApiObject {
  return include.apiObjects.find(object => object.kind === kind)!;
}

/** A program that answers as `helm template` would. */
function standInHelm(): string {
  const program = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'helm-')), 'helm');
  fs.writeFileSync(program, `#!/bin/sh\nexec cat '${MANIFESTS}'\n`, { mode: 0o755 });
  return program;
}

/** What a team wraps around a workload to have its own defaults. */
class Wrapped extends Construct {
  constructor(scope: Construct, id: string, kind: Kind) {
    super(scope, id);
    new kplus28.ConfigMap(this, 'settings');
    fromPlus(kplus28, this, kind);
  }
}

export const SOURCES: { readonly [name: string]: Source } = {
  'cdk8s-plus-28': (chart, kind) => fromPlus(kplus28, chart, kind),
  'cdk8s-plus-34': (chart, kind) => fromPlus(kplus34, chart, kind),
  'cdk8s import': (chart, kind) => fromImport(chart, kind),
  'Include': (chart, kind) => pick(new Include(chart, 'manifests', { url: MANIFESTS }), kind),
  'Helm': (chart, kind) => pick(new Helm(chart, 'release', { chart: 'acme/shop', helmExecutable: standInHelm() }), kind),
  'a construct of one\'s own': (chart, kind) => new Wrapped(chart, 'wrapped', kind),
};

/** A custom resource with a pod template. */
export function rolloutIn(chart: Chart): ApiObject {
  return new ApiObject(chart, 'rollout', {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Rollout',
    spec: { replicas: 2, template: { spec: { containers: [{ name: 'app', image: 'ghcr.io/acme/app:1.0.0' }] } } },
  });
}
