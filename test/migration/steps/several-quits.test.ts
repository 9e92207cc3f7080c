import { endingOf } from '../../../src/recognition/endings';
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

test('a hook that only calls two proxies goes as a whole', () => {
  const plan = planOf(batch([script('/app/run', { lifecycle: { preStop: { exec: { command: ['sh', '-c', `${SQL}; curl -XPOST localhost:9092/quitquitquit`] } } } }), PROXY, OTHER]));

  expect(containerOf(plan, 'app').lifecycle).toBeUndefined();
});

test('a call to an unknown port stays while a container that it can be for stays ordinary', () => {
  const before = '/app/run\ncurl -XPOST localhost:7777/quitquitquit\n';
  const { text } = migrated(before, DB, { ...DB, name: 'reports', args: ['--port=5433', 'a:b:c'] });
  const beside = migrated(before, { name: 'one', image: 'ghcr.io/acme/one:1' }, { name: 'two', image: 'ghcr.io/acme/two:1' });

  expect([text, beside.text]).toEqual(['/app/run\n', before]);
});

test('every sidecar that a script quits is known to end', () => {
  const proxy = { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.26.0' };
  const recognition = batch([script(`/app/run; ${SQL}; ${ISTIO}`), PROXY, proxy]);
  const ends = ['db', 'istio-proxy'].map(name => endingOf(recognition, recognition.pod.container(name))?.text);

  expect(ends).toEqual(['localhost:9091/quitquitquit', 'localhost:15020/quitquitquit']);
});
