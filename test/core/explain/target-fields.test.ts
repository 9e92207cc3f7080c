import { check, explain, migrate } from '../../../src/core';
import { JsonObject } from '../../../src/data/json';

function deployment(spec: object): JsonObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { metadata: { labels: { app: 'web' } }, spec } } };
}

function source(object: object) {
  return [{ name: 'web.yaml', text: JSON.stringify(object) }];
}

function explained(object: object, kubernetesVersion: string) {
  return explain(source(object), { kubernetesVersion });
}

const POD_LEVEL = deployment({
  resources: { requests: { cpu: '2' } },
  containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', resources: { requests: { cpu: '100m' } } }],
});

test('requests of the pod count only where the target has them', () => {
  expect(explained(POD_LEVEL, '1.34').resources.requests).toEqual({ cpu: '2' });
  expect(explained(POD_LEVEL, '1.33').resources.requests).toEqual({ cpu: '100m' });
  expect(explained(POD_LEVEL, '1.33').known).toEqual([
    'the pod has resources of its own, which Kubernetes 1.33 drops silently, so only the requests and limits of its containers count (NS602)',
  ]);
});

test('migrate counts them alike', () => {
  const helper = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2', args: ['acme:europe-west1:orders'] };
  const { spec } = POD_LEVEL.spec.template;
  const object = deployment({ ...spec, containers: [...spec.containers, helper] });
  const requests = (kubernetesVersion: string) => migrate(source(object), { kubernetesVersion }).pods[0].requests?.after.cpu;

  expect([requests('1.33'), requests('1.34')]).toEqual(['100m', '2']);
});

test('a dropped grace period of a probe, a dropped limit per index and other dropped fields do not act', () => {
  const probe = { exec: { command: ['false'] }, terminationGracePeriodSeconds: 1 };
  const object = deployment({ containers: [{ name: 'web', livenessProbe: probe, startupProbe: probe }, { name: 'b', livenessProbe: probe }] });
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'export' },
    spec: { completionMode: 'Indexed', backoffLimitPerIndex: 1, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'work' }] } } },
  };

  expect(JSON.stringify(explained(object, '1.24').pod.spec)).not.toContain('terminationGracePeriodSeconds');
  expect(JSON.stringify(explained(object, '1.25').pod.spec).split('terminationGracePeriodSeconds')).toHaveLength(4);
  expect([explained(job, '1.28').pod.job?.backoffLimit, explained(job, '1.29').pod.job?.backoffLimit]).toEqual([6, Number.MAX_SAFE_INTEGER]);
});

test('a refused field is told, and the timeline assumes that the pod was accepted', () => {
  const object = deployment({ containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', lifecycle: { preStop: { sleep: { seconds: 5 } } } }] });

  const { known, assumptions } = explained(object, '1.29');

  expect(known).toContain("'web' has a sleep hook, which is off by default in Kubernetes 1.29: it refuses the pod (NS602)");
  expect(assumptions).toContain('Kubernetes 1.29 accepts the workload, although it refuses a field of it');
  expect(check(source(object), { kubernetesVersion: '1.29' }).findings.map(finding => finding.rule)).toContain('NS602');
  expect([explained(object, '1.30')].flatMap(one => [...one.known, ...one.assumptions]).join()).not.toMatch(/NS602|accepts/);
});

test('a field that no known version has is told, and the timeline assumes that it changes nothing', () => {
  const object = deployment({ containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', stopAfter: 'proxy' }] });

  expect(explained(object, '1.36').assumptions).toContain("the unknown field 'stopAfter' of 'web' changes nothing (NS623)");
  expect(check(source(object), { kubernetesVersion: '1.36' }).findings.map(finding => finding.rule)).toContain('NS623');
});

test('a file for variables that nothing writes is an assumption of the timeline', () => {
  const env = [{ name: 'TOKEN', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'app.env', key: 'TOKEN' } } }];
  const object = deployment({ volumes: [{ name: 'env', emptyDir: {} }], containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', env }] });

  expect(explained(object, '1.36').assumptions).toContain("app.env is in 'env' when 'web' starts, although no earlier container can write it (NS122)");
});

test('so is a file that a sidecar without a startup probe writes', () => {
  const env = [{ name: 'TOKEN', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'app.env', key: 'TOKEN' } } }];
  const writer = { name: 'writer', image: 'ghcr.io/acme/login:1.0.0', restartPolicy: 'Always', volumeMounts: [{ name: 'env', mountPath: '/env' }] };
  const assumed = (sidecar: object) => explained(deployment({
    volumes: [{ name: 'env', emptyDir: {} }], initContainers: [sidecar], containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', env }],
  }), '1.36').assumptions.filter(sentence => sentence.startsWith('app.env'));

  expect(assumed(writer)).toEqual(["app.env is in 'env' when 'web' starts, although 'writer' may write it later: no startup probe holds the container back (NS101)"]);
  expect(assumed({ ...writer, startupProbe: { exec: { command: ['test', '-s', '/env/app.env'] } } })).toEqual([]);
});

test.each<[string, string, object, string]>([
  ['NS205', '1.33', { containers: [{ name: 'web', restartPolicy: 'Always' }] },
    "ordinary container 'web' has a restartPolicy, which does not make it a sidecar, and Kubernetes 1.33 rejects the pod (NS205)"],
  ['NS105', '1.36', { initContainers: [{ name: 'init', startupProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: 'web' }] },
    "init container 'init' has 'startupProbe' but no restartPolicy: Always, so the API server rejects the pod (NS105)"],
  ['NS616', '1.36', { containers: [{ name: 'web', ports: [{ containerPort: 70000 }] }] }, "'web' declares port 70000, which the API server rejects (NS616)"],
])('a pod that the API server rejects by %s is told, and the timeline assumes that it was accepted', (_, version, spec, text) => {
  const { known, assumptions } = explained(deployment(spec), version);

  expect(known).toContain(text);
  expect(assumptions).toContain(`Kubernetes ${version} accepts the workload, although it rejects it as it is`);
});
