import { dump } from 'js-yaml';

const NAMESPACES = 40;
const SQL = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1';

/**
 * What `kubectl get deploy,sts,ds,job,cronjob -A -o yaml --show-managed-fields` prints: one List of workloads with managed fields and status. Of ten workloads,
 * seven have a sidecar with a problem.
 */
export function clusterDump(workloads: number): string {
  const items = Array.from({ length: workloads }, (_, index) => dump([workload(index)], { lineWidth: -1, noRefs: true, noArrayIndent: true }));
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

const MAKERS = [proxied, quitting, plain, logging, proxied, scheduled, stopping, plain, quitting, agent];

function workload(index: number): object {
  return MAKERS[index % MAKERS.length](index);
}

function proxied(index: number): object {
  const app = container('web', `ghcr.io/acme/web:1.4.${index % 100}`, { command: ['/bin/sh', '-c', 'until nc -z 127.0.0.1 5432; do sleep 1; done; exec /app/serve'] });
  const db = container('db', SQL, { args: ['--port=5432', `acme:europe-west1:shop-${index}`], lifecycle: { preStop: { exec: { command: ['sleep', '20'] } } } });
  return serving('Deployment', `web-${index}`, index, { containers: [app, db] });
}

function stopping(index: number): object {
  const db = container('db', SQL, { restartPolicy: 'Always', args: [`acme:europe-west1:shop-${index}`], lifecycle: { preStop: { exec: { command: ['/cloud-sql-proxy', 'shutdown'] } } } });
  return serving('StatefulSet', `orders-${index}`, index, { initContainers: [db], containers: [container('orders', `ghcr.io/acme/orders:5.0.${index % 100}`)] });
}

function logging(index: number): object {
  const logs = container('logs', 'fluent/fluent-bit:3.2.2', { volumeMounts: [{ name: 'logs', mountPath: '/logs' }] });
  const app = container('api', `ghcr.io/acme/api:4.1.${index % 100}`, { volumeMounts: [{ name: 'logs', mountPath: '/logs' }] });
  return serving('Deployment', `api-${index}`, index, { containers: [app, logs], volumes: [{ name: 'logs', emptyDir: {} }] });
}

function plain(index: number): object {
  return serving('Deployment', `front-${index}`, index, { containers: [container('front', `ghcr.io/acme/front:2.${index % 100}`)] });
}

function agent(index: number): object {
  return serving('DaemonSet', `agent-${index}`, index, { containers: [container('agent', 'ghcr.io/acme/agent:1.0')] });
}

function quitting(index: number): object {
  return object('batch/v1', 'Job', `report-${index}`, index, { backoffLimit: 3, template: { metadata: {}, spec: jobPod(index) } });
}

function scheduled(index: number): object {
  return object('batch/v1', 'CronJob', `nightly-${index}`, index, { schedule: '0 3 * * *', jobTemplate: { spec: { template: { spec: jobPod(index) } } } });
}

function jobPod(index: number): object {
  const app = container('report', `ghcr.io/acme/report:2.0.${index % 100}`, { command: ['/bin/sh', '-c', 'set -eu\n/app/report\ncurl -s -X POST http://localhost:9091/quitquitquit\n'] });
  const sql = container('sql', SQL, { args: ['--quitquitquit', '--port=5432', `acme:europe-west1:shop-${index}`] });
  return { restartPolicy: 'Never', containers: [app, sql], ...POD };
}

const POD = { dnsPolicy: 'ClusterFirst', schedulerName: 'default-scheduler', securityContext: {}, terminationGracePeriodSeconds: 30 };

function serving(kind: string, name: string, index: number, pod: object): object {
  const labels = { app: name };
  return object('apps/v1', kind, name, index, {
    ...(kind === 'DaemonSet' ? {} : { replicas: 3 }),
    revisionHistoryLimit: 10,
    selector: { matchLabels: labels },
    template: { metadata: { creationTimestamp: null, labels }, spec: { restartPolicy: 'Always', ...pod, ...POD } },
  });
}

function container(name: string, image: string, more: object = {}): object {
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    ...more,
  };
}

function object(apiVersion: string, kind: string, name: string, index: number, spec: object): object {
  return {
    apiVersion,
    kind,
    metadata: {
      annotations: { 'deployment.kubernetes.io/revision': '3' },
      creationTimestamp: '2026-05-04T09:12:44Z',
      generation: 3,
      labels: { 'app': name, 'app.kubernetes.io/managed-by': 'Helm' },
      managedFields: [
        managed(apiVersion, 'helm', spec),
        managed(apiVersion, 'kube-controller-manager', { status: { availableReplicas: {}, conditions: {}, observedGeneration: {}, readyReplicas: {} } }),
      ],
      name,
      namespace: `team-${index % NAMESPACES}`,
      resourceVersion: String(800_000 + index),
      uid: `0d5c9a57-3b0e-4f7e-9d2c-${String(index).padStart(12, '0')}`,
    },
    spec,
    status: { observedGeneration: 3, conditions: [{ lastTransitionTime: '2026-05-04T09:12:50Z', message: 'as desired', reason: 'AsDesired', status: 'True', type: 'Available' }] },
  };
}

function managed(apiVersion: string, manager: string, fields: object): object {
  return { apiVersion, fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': ownedFields(fields) }, manager, operation: 'Update', time: '2026-05-04T09:12:44Z' };
}

function ownedFields(value: unknown): object {
  if (Array.isArray(value)) {
    return Object.fromEntries(value.map((item, index) => [`k:{"name":"${(item as { name?: string } | null)?.name ?? index}"}`, { '.': {}, ...ownedFields(item) }]));
  }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, own]) => [`f:${key}`, ownedFields(own)])) : {};
}
