import { readMesh } from '../../../src/core/mesh-option';
import { PodModel } from '../../../src/kubernetes/pod';
import { endingOf } from '../../../src/recognition/endings';
import { Recognition } from '../../../src/recognition/recognition';
import { batch } from '../../recognition/pods';
import { containerOf, DB, manualOf, planOf, script } from '../plans';

const ISTIO = 'curl -s -XPOST http://127.0.0.1:15020/quitquitquit';
const LINKERD = 'curl -s -XPOST http://127.0.0.1:4191/shutdown';
const SQL = 'curl -s -XPOST http://127.0.0.1:9091/quitquitquit';
const PROXY = { ...DB, args: ['--quitquitquit', ...DB.args as string[]] };
const OTHER = { ...DB, name: 'reports', args: ['--quitquitquit', '--admin-port=9092', '--port=5433', 'acme:europe-west1:reports'] };

const migrated = (text: string, ...sidecars: object[]) => {
  const plan = planOf(batch([script(text), ...(sidecars.length > 0 ? sidecars : [PROXY]) as typeof DB[]]));
  return { plan, text: containerOf(plan, 'app').command[2] };
};

test.each([
  ['lines', `/app/run\n${ISTIO}\n${SQL}\n`, `/app/run\n${ISTIO}\n:\n`],
  ['a semicolon', `/app/run; ${ISTIO}; ${SQL}`, `/app/run; ${ISTIO}; :`],
  ['the other order', `/app/run\n${SQL}\n${ISTIO}\n`, `/app/run\n${ISTIO}\n`],
  ['another mesh', `/app/run\n${LINKERD}; ${SQL}\n`, `/app/run\n${LINKERD}; :\n`],
  ['a chain', `/app/run\n${SQL} && ${ISTIO}\n`, `/app/run\n${ISTIO}\n`],
  ['a trap', `set -e\ntrap '${ISTIO}; ${SQL}' EXIT\n/app/run\n`, `set -e\ntrap '${ISTIO}; :' EXIT\n/app/run\n`],
  ['a kept code', `/app/run; rc=$?; ${SQL}; ${ISTIO}; exit $rc`, `/app/run; rc=$?; ${ISTIO}; exit $rc`],
])('the call to the proxy of a mesh stays when another sidecar becomes native: %s', (_name, before, after) => {
  const { plan, text } = migrated(before);

  expect(text).toBe(after);
  expect(containerOf(plan, 'db').args).not.toContain('--quitquitquit');
  expect(manualOf(plan, 'NS501')).toEqual([expect.stringMatching(/tells the proxy of (Istio|Linkerd) to quit/)]);
});

test('a command that calls two proxies stays, and so does the endpoint that it calls', () => {
  const before = `/app/run\n${ISTIO} http://127.0.0.1:9091/quitquitquit\n`;
  const { plan, text } = migrated(before);

  expect(text).toBe(before);
  expect(containerOf(plan, 'db').args).toContain('--quitquitquit');
  expect(manualOf(plan, 'NS501')).toContainEqual(expect.stringContaining('(localhost:9091/quitquitquit) stays, because the same command calls another proxy'));
  expect(manualOf(plan, 'NS503')).toEqual([expect.stringContaining("'app' still calls it")]);
});

test.each([
  ['two commands', `/app/run\n${SQL}\ncurl -XPOST localhost:9092/quitquitquit\n`],
  ['one command', `/app/run\n${SQL} http://localhost:9092/quitquitquit\n`],
])('two proxies that become native lose both calls and both endpoints: %s', (_name, before) => {
  const { plan, text } = migrated(before, PROXY, OTHER);

  expect(text).toBe('/app/run\n');
  expect([containerOf(plan, 'db').args, containerOf(plan, 'reports').args].flat()).not.toContain('--quitquitquit');
  expect(manualOf(plan, 'NS503')).toEqual([]);
});

describe('a loop over the ports of proxies', () => {
  const LOOP = (words: string) => `/app/run\nfor p in ${words}; do curl -s -XPOST http://localhost:$p/quitquitquit; done\n`;

  test.each([
    ['words', LOOP('9091 9092')],
    ['a variable', `PORTS="9091 9092"\n${LOOP('$PORTS')}`],
    ['whole addresses', '/app/run\nfor u in localhost:9091 localhost:9092; do curl -XPOST "http://$u/quitquitquit" || true; done\n'],
  ])('goes when all of them become native: %s', (_name, before) => {
    const { plan, text } = migrated(before, PROXY, OTHER);

    expect(text).not.toContain('curl');
    expect([containerOf(plan, 'db').args, containerOf(plan, 'reports').args].flat()).not.toContain('--quitquitquit');
    expect(manualOf(plan, 'NS503')).toEqual([]);
  });

  test('stays when one of them is the proxy of a mesh', () => {
    const { plan, text } = migrated(LOOP('15020 9091'));

    expect(text).toBe(LOOP('15020 9091'));
    expect(manualOf(plan, 'NS501')).toContainEqual(expect.stringContaining('(localhost:9091/quitquitquit) stays, because the same command calls another proxy'));
    expect(manualOf(plan, 'NS503')).toEqual([expect.stringContaining("'app' still calls it")]);
  });

  test.each([
    ['what another program prints', LOOP('$(cat /ports)')],
    ['more words than are looked at', LOOP(Array.from({ length: 40 }, (_, index) => 9091 + index).join(' '))],
  ])('is not guessed for %s', (_name, before) => {
    const { plan, text } = migrated(before);

    expect(text).toBe(before);
    expect(manualOf(plan, 'NS503')).toEqual([expect.stringContaining('its caller is not in the input')]);
  });
});

test.each([
  ['the first has moved its own', [{ ...OTHER, name: 'first' }, PROXY], 'db'],
  ['only one of them is open', [{ ...DB, name: 'first' }, PROXY], 'db'],
  ['the second is told it', [{ ...PROXY, args: ['--quitquitquit', '--admin-port', '9095', 'a:b:c'] }, { ...DB, name: 'second', args: ['--quitquitquit', '--admin-port', '9091', 'a:b:d'] }], 'second'],
  ['a variable moves it', [{ ...PROXY, name: 'first', env: [{ name: 'CSQL_PROXY_ADMIN_PORT', value: '9095' }] }, PROXY], 'db'],
])('the admin port of each proxy tells which one is told to quit: %s', (_name, sidecars, told) => {
  const recognition = batch([script(`/app/run; ${SQL}`), ...sidecars as typeof DB[]]);

  expect(recognition.leftovers('quit-call').map(({ target }) => target)).toEqual([told]);
});

test('the command of a proxy that tells it to quit names its admin port', () => {
  const recognition = batch([script('/app/run; cloud-sql-proxy shutdown --admin-port=9092'), PROXY, OTHER]);

  expect(recognition.leftovers('quit-call').map(({ target }) => target)).toEqual(['reports']);
});

test('a hook that only calls two proxies goes as a whole', () => {
  const plan = planOf(batch([script('/app/run', { lifecycle: { preStop: { exec: { command: ['sh', '-c', `${SQL}; curl -XPOST localhost:9092/quitquitquit`] } } } }), PROXY, OTHER]));

  expect(containerOf(plan, 'app').lifecycle).toBeUndefined();
});

test('a call to an unknown port stays while a container that it can be for stays ordinary', () => {
  const before = '/app/run\ncurl -XPOST localhost:7777/quitquitquit\n';
  const envoy = { name: 'edge', image: 'docker.io/envoyproxy/envoy:v1.32.1' };
  const { text } = migrated(before, envoy, { ...envoy, name: 'second' });
  const beside = migrated(before, { name: 'one', image: 'ghcr.io/acme/one:1' }, { name: 'two', image: 'ghcr.io/acme/two:1' });

  expect([text, beside.text]).toEqual(['/app/run\n', before]);
});

describe('a call that no sidecar of the manifest answers stays when they become native', () => {
  const VAULT = 'curl -XPOST localhost:8200/agent/v1/quit';
  const LOGS = { name: 'logs', image: 'docker.io/fluent/fluent-bit:3.2.2' };

  test.each([
    ['the path of Vault, beside a database proxy', `/app/run; ${VAULT}`, [DB]],
    ['the path of Vault, beside a log shipper', `/app/run; ${VAULT}`, [LOGS]],
    ['another port, beside a database proxy', '/app/run; curl -XPOST localhost:7777/quitquitquit', [PROXY]],
    ['another port, beside a program without such a path', '/app/run; curl -XPOST localhost:7777/quitquitquit', [LOGS]],
  ])('%s', (_name, before, sidecars) => {
    const { plan, text } = migrated(before, ...sidecars);

    expect(plan.edits.length).toBeGreaterThan(0);
    expect(text).toBe(before);
    expect(manualOf(plan, 'NS501')).toEqual([expect.stringContaining('remove the call once that sidecar is native')]);
  });

  test('while the call to the sidecar that becomes native goes', () => {
    const { plan, text } = migrated(`/app/run; ${SQL}; ${VAULT}`);

    expect(text).toBe(`/app/run; ${VAULT}`);
    expect(containerOf(plan, 'db').args).not.toContain('--quitquitquit');
  });

  test('also when the proxy of a mesh is what becomes native', () => {
    const annotations = { 'sidecar.istio.io/inject': 'true', 'sidecar.istio.io/nativeSidecar': 'true' };
    const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers: [script(`/app/run; ${ISTIO}; ${VAULT}`)] } };
    const pod = PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template } });

    expect(containerOf(planOf(new Recognition(pod), { mesh: readMesh('istio@1.29') }), 'app').command[2]).toBe(`/app/run; ${VAULT}`);
  });
});

test('a call to the port that a proxy was moved from stays, because something else may be there', () => {
  const { plan, text } = migrated(`/app/run; ${SQL}`, OTHER);

  expect(text).toBe(`/app/run; ${SQL}`);
  expect(manualOf(plan, 'NS501')).toEqual([expect.stringContaining("(localhost:9091/quitquitquit) stays, because 'reports' listens for it on port 9092: edit it by hand")]);
});

test.each([
  ['came last', `/app/run; ${SQL}`, true],
  ['stands in a function under a trap', `stop() { echo bye; ${SQL}; }\ntrap stop EXIT\n/app/run`, false],
  ['stands behind an exit of its own', `/app/run || exit 1\n${SQL} || true`, false],
  ['stands in both branches', `if ! /app/run; then\n  ${SQL}\n  exit 1\nfi\n${SQL}`, false],
])('the plan tells that failures show only if they did not: the call %s', (_name, before, isTold) => {
  expect(migrated(before).plan.consequences.some(one => one.includes('so its failures show'))).toBe(isTold);
});

test('every sidecar that a script quits is known to end', () => {
  const proxy = { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.26.0' };
  const recognition = batch([script(`/app/run; ${SQL}; ${ISTIO}`), PROXY, proxy]);
  const ends = ['db', 'istio-proxy'].map(name => endingOf(recognition, recognition.pod.container(name))?.text);

  expect(ends).toEqual(['localhost:9091/quitquitquit', 'localhost:15020/quitquitquit']);
});
