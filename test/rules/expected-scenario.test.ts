import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Recognition } from '../../src/recognition/recognition';
import { StopTimesByContainer, stopTimesOf } from '../../src/rules/engine/stop-times';
import { expectScenario } from '../../src/rules/expected-scenario';
import { simulate } from '../../src/simulator/simulator';
import { GATE, jobOf, podOf, sidecar } from '../simulator/pods';

const PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';
const QUIT = ['sh', '-c', './export; curl -X POST localhost:9091/quitquitquit'];

function expected(pod: PodModel, stops: StopTimesByContainer = stopTimesOf(pod)) {
  const result = expectScenario({ pod, kubernetes: KubernetesVersion.DEFAULT, stops, recognition: new Recognition(pod) });
  return { ...result, outcome: simulate(pod, result.scenario).outcome };
}

describe('a shutdown time comes from', () => {
  test.each<[string, object, number | undefined, string[]]>([
    ['the program that the image is known to be', { image: PROXY }, 2, ["'db' (Cloud SQL Auth Proxy 2.25.3) stops within 2 s"]],
    ['the flags of that program', { image: PROXY, args: ['--max-sigterm-delay=9s', 'acme:europe-west1:orders'] }, 10, ["'db' (Cloud SQL Auth Proxy 2.25.3) stops within 10 s"]],
    ['its own variables', { image: PROXY, env: [{ name: 'CSQL_PROXY_MIN_SIGTERM_DELAY', value: '1m' }] }, 61, ["'db' (Cloud SQL Auth Proxy 2.25.3) stops within 61 s"]],
    ['an assumption where a flag cannot be read', { image: PROXY, args: ['--max-sigterm-delay=$(DELAY)'] }, 5, []],
    ['an assumption where the program is not known', { image: 'ghcr.io/acme/db:1.0.0' }, 5, []],
    ['the time that a program may drain', { image: 'timberio/vector:0.57.0-alpine' }, 60, ["'db' (Vector 0.57.0) stops within 60 s"]],
  ])('%s', (_source, container, seconds, known) => {
    const { scenario, known: sentences, assumptions } = expected(podOf([{ name: 'web' }], [sidecar('db', container)], { terminationGracePeriodSeconds: 120 }));

    expect([scenario.containers?.db.shutdown, sentences]).toEqual([seconds, known]);
    expect(assumptions.some(sentence => sentence.includes("after SIGTERM 'db'"))).toBe(known.length === 0);
  });

  test('the annotation, and no time is told as at once', () => {
    const pod = podOf([{ name: 'web' }], [sidecar('db')]);
    Object.assign(pod.metadata, { annotations: { 'cdk8s-sidecars/shutdown-seconds': 'db=0' } });

    expect(expected(pod).known).toEqual(["'db' stops at once, as the annotation cdk8s-sidecars/shutdown-seconds declares"]);
  });

  test('the annotation before the program, and from code before both', () => {
    const pod = podOf([{ name: 'web' }], [sidecar('db', { image: PROXY })]);
    Object.assign(pod.metadata, { annotations: { 'cdk8s-sidecars/shutdown-seconds': 'db=7' } });

    expect(expected(pod).scenario.containers?.db.shutdown).toBe(7);
    expect(expected(pod).known).toEqual(["'db' stops within 7 s, as the annotation cdk8s-sidecars/shutdown-seconds declares"]);
    expect(expected(pod, { db: { shutdown: 3 } }).scenario.containers?.db.shutdown).toBe(3);
  });

  test('the program also where it helps as an ordinary container', () => {
    const mount = (mountPath: string) => ({ volumeMounts: [{ name: 'html', mountPath }] });
    const containers = [{ name: 'web', image: 'nginx:1.27', ...mount('/usr/share/nginx/html') }, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.4.0', ...mount('/git') }];
    const { scenario, known } = expected(podOf(containers, [], { volumes: [{ name: 'html', emptyDir: {} }] }));

    expect([scenario.containers?.sync.shutdown, scenario.containers?.web.shutdown]).toEqual([2, 30]);
    expect(known).toEqual(["'sync' (git-sync 4.4.0) stops within 2 s"]);
  });

  test('the same assumption for an ordinary helper as for a sidecar', () => {
    const web = { name: 'web', env: [{ name: 'DB', value: 'localhost:5432' }] };
    const { scenario, assumptions } = expected(podOf([web, { name: 'db', image: PROXY, args: ['--max-sigterm-delay=$(DELAY)'] }]));

    expect([scenario.containers?.web.shutdown, scenario.containers?.db.shutdown]).toEqual([30, 5]);
    expect(assumptions.slice(-2)).toEqual(["after SIGTERM 'web' needs 30 s", "after SIGTERM 'db' needs 5 s"]);
  });

  test('an assumption for an app that happens to be a known program', () => {
    expect(expected(podOf([{ name: 'web', image: 'memcached:1.6.45-alpine' }])).scenario.containers?.web.shutdown).toBe(30);
  });
});

describe('a Job', () => {
  test('never completes beside a helper that never ends', () => {
    expect(expected(jobOf([{ name: 'export' }, { name: 'db', image: PROXY }])).outcome).toBe('stuck');
  });

  test('completes when its work tells the helper to quit', () => {
    const { outcome, known } = expected(jobOf([{ name: 'export', command: QUIT }, { name: 'db', image: PROXY, args: ['--quitquitquit'] }]));

    expect(outcome).toBe('completed');
    expect(known).toContain("'export' stops 'db' when the work is done (localhost:9091/quitquitquit)");
  });
});

describe('a pod never starts', () => {
  const web = { name: 'web', ports: [{ containerPort: 8080 }] };

  test('when a gate asks the app (NS104), although it is assumed to be deleted otherwise', () => {
    const { outcome, scenario, known } = expected(podOf([web], [sidecar('proxy', { startupProbe: GATE })]));

    expect([outcome, scenario.deleteAt]).toEqual(['stuck', undefined]);
    expect(known).toEqual([expect.stringMatching(/^the startup probe of sidecar 'proxy' checks port 8080 .* the pod never starts \(NS104\)$/)]);
  });

  test('when an init container waits for what comes later (NS109)', () => {
    const migrate = { name: 'migrate', command: ['sh', '-c', 'until nc -z localhost 5432; do sleep 1; done; ./migrate'] };

    const { outcome, known } = expected(podOf([{ name: 'db', ports: [{ containerPort: 5432 }] }], [migrate]));

    expect([outcome, known.length]).toEqual(['stuck', 1]);
  });

  test('when a postStart hook waits for what comes later (NS112)', () => {
    const lifecycle = { postStart: { exec: { command: ['sh', '-c', 'until curl -fs localhost:8080/ready; do sleep 1; done'] } } };
    const gated = { lifecycle, startupProbe: { httpGet: { path: '/up', port: 9901 } } };

    const ordinary = expected(podOf([{ name: 'proxy', lifecycle }, web]));
    const native = expected(podOf([web], [sidecar('proxy', gated)]));

    expect([ordinary.outcome, native.outcome]).toEqual(['stuck', 'stuck']);
    expect(ordinary.known).toEqual([expect.stringMatching(/waits for 'web'.* \(NS112\)$/)]);
    expect(simulate(podOf([{ name: 'proxy', lifecycle }, web]), ordinary.scenario).why).toBe("the postStart hook of 'proxy' never ends, so 'web' never starts");
  });

  test('when Kubernetes does not know sidecars', () => {
    const pod = podOf([web], [sidecar('proxy')]);

    const { scenario } = expectScenario({ pod, kubernetes: KubernetesVersion.of('1.27'), stops: {}, recognition: new Recognition(pod) });

    expect(simulate(pod, scenario).outcome).toBe('stuck');
  });
});

test('a first process that ignores SIGTERM is killed (NS306)', () => {
  const { scenario, known, assumptions } = expected(podOf([{ name: 'web' }], [sidecar('logs', { command: ['tail', '-F', '/logs/app.log'] })]));

  expect(scenario.containers?.logs.ignoresSigterm).toBe(true);
  expect(known).toEqual([expect.stringContaining('(NS306)')]);
  expect(assumptions.join()).not.toContain('logs');
});

test('a preStop hook whose command the image lacks takes no time (NS307)', () => {
  const lifecycle = { preStop: { exec: { command: ['sleep', '20'] } } };
  const { scenario, known } = expected(podOf([{ name: 'web' }, { name: 'db', image: PROXY, lifecycle }]));

  expect([scenario.containers?.db.preStop, scenario.containers?.web.shutdown]).toEqual([0, 30]);
  expect(known).toContainEqual(expect.stringContaining('(NS307)'));
});

test('a preStop hook that stops a native sidecar makes it exit before the app (NS303)', () => {
  const lifecycle = { preStop: { exec: { command: ['/cloud-sql-proxy', 'shutdown'] } } };
  const pod = podOf([{ name: 'web' }], [sidecar('db', { image: PROXY, lifecycle })]);
  const { scenario, known } = expected(pod);

  expect(simulate(pod, scenario).events.filter(({ event }) => event === 'exited').map(({ container }) => container)).toEqual(['db', 'web']);
  expect(known).toContainEqual(expect.stringMatching(/^the preStop hook of sidecar 'db' .* \(NS303\)$/));
});

test.each([['600', 600], ['10m', 600], ['1h', 3600]])('a helper under a time limit of %s exits then with the code of timeout, and the pod fails', (limit, seconds) => {
  const proxy = { name: 'db', image: PROXY, command: ['timeout', limit, '/cloud-sql-proxy', 'acme:europe-west1:orders'] };
  const { scenario, known, assumptions, outcome } = expected(jobOf([{ name: 'work', image: 'acme/work:1' }, proxy]));

  expect([scenario.containers?.db.exitsAfter, scenario.containers?.db.exitCode, outcome]).toEqual([seconds, 124, 'failed']);
  expect(known).toContain(`'db' exits after its time limit (timeout ${limit}), with code 124`);
  expect(assumptions.filter(sentence => sentence.includes("'db'"))).toEqual([]);
});

test.each([
  ['an option of timeout', { command: ['timeout', '--preserve-status', '600', '/cloud-sql-proxy', 'a:b:c'] }],
  ['BusyBox', { image: `${PROXY}-alpine`, command: ['timeout', '600', '/cloud-sql-proxy', 'a:b:c'] }],
  ['a script', { command: ['sh', '-c', 'timeout 600 /cloud-sql-proxy a:b:c || true'] }],
])('a helper under a time limit ends as its program does, because of %s', (_name, container) => {
  const { known, outcome } = expected(jobOf([{ name: 'work', image: 'acme/work:1' }, { name: 'db', image: PROXY, ...container }]));

  expect(outcome).toBe('completed');
  expect(known).toContain("'db' exits after its time limit (timeout 600)");
});
