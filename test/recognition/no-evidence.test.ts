import * as fc from 'fast-check';
import { folders, mounting, service, WorkloadOptions } from './pods';
import { PodModel } from '../../src/kubernetes/pod';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { unclearTies } from '../../src/recognition/ties';
import { forAll } from '../for-all';
import { TestContainer } from '../simulator/pods';

const env = (name: string, value: string) => [{ name, value }];
const PORT = [{ containerPort: 8080 }];
const WEB: TestContainer = { name: 'c0', image: 'ghcr.io/acme/web:1.4.2', ports: PORT };

interface Sample extends WorkloadOptions {
  readonly containers: readonly TestContainer[];
}

/** Pods with helpers, with an app of a helper's program, and with ties that prove nothing. */
const SAMPLES: readonly Sample[] = [
  { containers: [WEB, { name: 'c1', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'] }] },
  { containers: [WEB, { name: 'c1', image: 'acme/tools:1', command: ['tini', '--', 'dockerd'] }] },
  { containers: [{ name: 'c0', image: 'openpolicyagent/opa:1.2.0', ports: [{ containerPort: 8181 }] }, { name: 'c1', image: 'acme/y:1' }], beside: [service(8181)] },
  { containers: [{ ...WEB, env: env('URL', 'http://localhost:9009') }, { name: 'c1', image: 'acme/a:1', ports: [{ containerPort: 9009 }] }] },
  { containers: [{ ...WEB, env: env('URL', 'http://localhost:9009') }, { name: 'c1', image: 'acme/a:1' }] },
  { containers: [WEB, { name: 'c1', image: 'acme/monitor:1', args: ['--target=http://localhost:8080'] }] },
  { containers: [WEB, { name: 'c1', image: 'quay.io/brancz/kube-rbac-proxy:v0.14.0', args: ['--secure-listen-address=:8443', '--upstream=http://127.0.0.1:8080'] }] },
  {
    containers: [mounting({ '/logs': 'shared' }, WEB), mounting({ '/in': 'shared' }, { name: 'c1', image: 'busybox:1.37.0', command: ['tail', '-F', '/in/a.log'] })],
    volumes: folders('shared'),
  },
  {
    containers: [mounting({ '/usr/share/nginx/html:ro': 'shared' }, { name: 'c0', image: 'nginx:1.27', ports: PORT }), mounting({ '/out': 'shared' }, { name: 'c1', image: 'acme/quotes:1' })],
    volumes: folders('shared'),
  },
  { containers: [{ ...WEB, env: env('POSTGRES_HOST', 'localhost') }, { name: 'c1', image: 'postgres:17', ports: [{ containerPort: 5432 }] }] },
  {
    containers: [{ ...WEB, env: env('POSTGRES_HOST', 'localhost') }, mounting({ '/data': 'claim' }, { name: 'c1', image: 'postgres:17', ports: [{ containerPort: 5432 }] })],
    volumes: [{ name: 'claim', persistentVolumeClaim: { claimName: 'data' } }],
  },
  { containers: [{ name: 'c0', image: 'acme/worker:1', env: env('HTTPS_PROXY', 'http://localhost:3128') }, { name: 'c1', image: 'acme/a:1', ports: [{ containerPort: 3128 }] }] },
  { containers: [{ ...WEB, args: ['--host=localhost', '--port=5900'] }, { name: 'c1', image: 'acme/a:1', ports: [{ containerPort: 5900 }] }], beside: [service(8080)] },
  { containers: [WEB, { name: 'c1', image: 'nats:2', ports: [{ containerPort: 4222 }] }], beside: [service(8080)] },
  { containers: [WEB, { name: 'c1', image: 'curlimages/curl:8.5.0', command: ['sh', '-c', 'until curl -sf localhost:8080; do sleep 1; done; sleep infinity'] }], beside: [service(8080)] },
  { containers: [WEB, { name: 'c1', image: 'acme/tools:1', command: ['sh', '-c', '# keeps the pod warm\nwhile true; do\n  sleep 60\ndone\n'] }] },
  { containers: [WEB, { name: 'c1', image: 'prom/mysqld-exporter:v0.15.0', ports: [{ containerPort: 9104 }] }] },
  { containers: [{ ...WEB, env: env('UP', 'http://localhost:8081') }, { name: 'c1', image: 'haproxy:3.0' }] },
  { containers: [{ ...WEB, env: env('LOG_URL', 'http://localhost:9009') }, { name: 'c1', image: 'acme/log-ambassador:1' }], beside: [service(8080)] },
  { containers: [{ name: 'c0', image: 'prom/blackbox-exporter:v0.25.0', ports: PORT }, { name: 'c1', image: 'jimmidyson/configmap-reload:v0.9.0', args: ['--webhook-url=http://localhost:8080/-/reload'] }] },
  { containers: [{ ...WEB, env: env('DNS', '127.0.0.1#5053') }, { name: 'c1', image: 'cloudflare/cloudflared:2024.11.0', args: ['proxy-dns'], env: [...env('TUNNEL_DNS_ADDRESS', '0.0.0.0'), ...env('TUNNEL_DNS_PORT', '5053')] }] },
];

/** Names that look like evidence, and some that do not. */
const NAMES = fc.uniqueArray(fc.constantFrom('app', 'main', 'sidecar', 'proxy', 'agent', 'shop', 'web', 'server', 'exporter', 'db', 'cache', 'helper', 'x', 'init-me', 'frontend'),
  { minLength: 3, maxLength: 3 });

/** What is told of the containers, by their position. */
function verdicts({ containers, volumes, beside = [] }: Sample, workload: string, names: readonly string[], labels: object = { app: 'web' }): string[] {
  const named = containers.map((container, index) => ({ ...container, name: names[index] }));
  const recognition = new Recognition(PodModel.fromManifest({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: workload },
    spec: { template: { metadata: { labels }, spec: { containers: named, ...(volumes ? { volumes } : {}) } } },
  }), new Surroundings(beside));
  const at = (name: string) => names.indexOf(name);
  return [
    ...recognition.helpers.map(helper => `${at(helper.container.name)} ${helper.direction}`),
    ...unclearTies(recognition).map(tie => `${at(tie.to.name)} unclear`),
    `app ${recognition.app ? at(recognition.app.container.name) : 'unknown'}`,
  ];
}

test('names of containers and workloads, and labels that no Service selects by, change no verdict', () => {
  forAll(fc.property(fc.constantFrom(...SAMPLES), NAMES, fc.constantFrom('shop', 'web', 'opa', 'proxy'), (sample, names, workload) => {
    expect(verdicts(sample, workload, names, { 'app': 'web', 'app.kubernetes.io/name': workload })).toEqual(verdicts(sample, 'plain', ['c0', 'c1', 'c2']));
  }));
});

test('an unrelated container changes no verdict about the others', () => {
  // What calls nobody, shares nothing and has no port has nothing to do with the others.
  const unrelated = fc.constantFrom<TestContainer>(
    { name: 'c2', image: 'ghcr.io/acme/idle:1' },
    { name: 'c2', image: 'ghcr.io/acme/cleaner:2', command: ['/cleaner'], env: env('INTERVAL', '60') },
    { name: 'c2', image: 'ghcr.io/acme/mailer:2', env: env('SMTP_URL', 'smtp://mail.shop:25') },
    { name: 'c2', image: 'busybox:1.37.0', command: ['sh', '-c', 'while true; do date > /tmp/now; sleep 60; done'] },
    mounting({ '/own': 'own', '/etc/key:ro': 'key' }, { name: 'c2', image: 'ghcr.io/acme/keeper:1', args: ['--folder=/own', '--key=/etc/key/a'] }),
    { name: 'c2', image: 'ghcr.io/acme/batch:1', readinessProbe: { exec: { command: ['/ready'] } }, resources: { requests: { memory: '4Gi' } } },
  );
  const declared = SAMPLES.filter(sample => sample.containers.length === 2 && !isByElimination(sample));

  forAll(fc.property(fc.constantFrom(...declared), unrelated, fc.boolean(), (sample, extra, isFirst) => {
    const names = ['c0', 'c1', 'c2'];
    const alone = verdicts(sample, 'plain', names);
    const beside = isFirst
      ? verdicts({ ...sample, containers: [extra, ...sample.containers] }, 'plain', ['c2', 'c0', 'c1']).map(text => text.replace(/\d/, digit => String(Number(digit) - 1)))
      : verdicts({ ...sample, containers: [...sample.containers, extra] }, 'plain', names);
    expect(beside).toEqual(alone);
  }));
});

test('comments, unknown labels and annotations, and what is only listed beside the pod change no verdict', () => {
  const beside = [
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'other' }, spec: { selector: { app: 'other' }, ports: [{ port: 9009 }] } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'notes' }, data: { 'a.conf': 'url: http://localhost:9009' } },
  ];
  const remarks = fc.constantFrom('# curl localhost:8080', '  # cp /in/a.log /out', '# exec /cloud_sql_proxy', '# wait for localhost:9009', '#');

  forAll(fc.property(fc.constantFrom(...SAMPLES), remarks, (sample, remark) => {
    const names = ['c0', 'c1', 'c2'];
    const remarked = sample.containers.map(container => (Array.isArray(container.command)
      ? { ...container, command: container.command.map((word: unknown) => String(word).replace(/^(?=.*\n)/, `${remark}\n`)) }
      : container));
    expect(verdicts({ ...sample, containers: remarked, beside: [...sample.beside ?? [], ...beside] }, 'plain', names, { app: 'web', tier: remark })).toEqual(verdicts(sample, 'plain', names));
  }), { numRuns: 600 });
});

test('the order of two containers changes no verdict', () => {
  forAll(fc.property(fc.constantFrom(...SAMPLES), sample => {
    const turned = verdicts({ ...sample, containers: [...sample.containers].reverse() }, 'plain', ['c1', 'c0']).map(text => text.replace(/\d/, digit => String(1 - Number(digit))));
    expect(turned.sort()).toEqual(verdicts(sample, 'plain', ['c0', 'c1']).sort());
  }));
});

/** Where no port is declared, and no image is made to be called, a third container may be the one that is called. */
function isByElimination({ containers }: Sample): boolean {
  return containers.every(({ image, ports }, index) => index === 0 || (ports === undefined && !/haproxy|ambassador|cloudflared/.test(String(image)))) && containers[0].env !== undefined;
}
