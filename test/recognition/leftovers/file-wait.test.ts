import { find, whatIsLeft } from './look';
import { podOf, TestContainer } from '../../simulator/pods';

const CONFIG = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'vault' }, data: { 'agent.hcl': 'template {\n  destination = "/vault/secrets/db.env"\n}\n' } };
const SECRETS = { name: 'secrets', mountPath: '/vault/secrets' };
const VAULT = {
  name: 'vault-agent',
  image: 'hashicorp/vault:1.18.2',
  args: ['agent', '-config=/etc/vault/agent.hcl'],
  volumeMounts: [SECRETS, { name: 'config', mountPath: '/etc/vault' }],
};
const VOLUMES = { volumes: [{ name: 'secrets', emptyDir: {} }, { name: 'config', configMap: { name: 'vault' } }] };
const app = (script: string): TestContainer => ({ name: 'app', command: ['sh', '-c', script], volumeMounts: [{ ...SECRETS, mountPath: '/secrets' }] });
const pod = (script: string, ...others: readonly TestContainer[]) => podOf([app(script), VAULT, ...others], [], VOLUMES);
const waits = (script: string, ...others: readonly TestContainer[]) => find('wait-loop', pod(script, ...others), [CONFIG]);

describe('a loop that waits for a file of a sidecar', () => {
  test.each([
    ['while', 'while [ ! -f /secrets/db.env ]; do sleep 1; done; exec /app'],
    ['until', 'until test -s /secrets/db.env; do echo waiting; sleep 1; done; exec /app'],
    ['a negated test', 'while ! test -e "/secrets/db.env"; do sleep 1; done; exec /app'],
    ['bash', 'until [[ -f /secrets/db.env ]]\ndo\n  sleep 1\ndone\nexec /app'],
  ])('goes if the startup probe of the sidecar waits for that file: %s', (_name, script) => {
    const [found, ...more] = waits(script);

    expect(more).toEqual([]);
    expect(found).toMatchObject({ container: 'app', target: 'vault-agent', text: '/secrets/db.env' });
    expect(found.asksBehind).toBeUndefined();
    expect(whatIsLeft(found, pod(script))).toEqual({ 'containers.0.command.2': 'exec /app' });
  });

  test('is found if a probe of its own waits for the file, unless the probe asks for less', () => {
    const probed = (flag: string) => podOf([app('until [ -s /secrets/db.env ]; do sleep 1; done; exec /app'),
      { ...VAULT, startupProbe: { exec: { command: ['test', flag, '/vault/secrets/db.env'] } } }], [], VOLUMES);

    expect([probed('-s'), probed('-f')].map(one => find('wait-loop', one)[0].asksBehind)).toEqual([undefined, true]);
  });

  test.each([
    ['another file', 'while [ ! -f /secrets/tls.crt ]; do sleep 1; done; exec /app', { asksBehind: true, places: [] }],
    ['a file that the script removes', 'rm -f /secrets/db.env; while [ ! -f /secrets/db.env ]; do sleep 1; done; exec /app', { places: [] }],
  ])('stays for %s', (_name, script, left) => {
    expect(waits(script)).toMatchObject([{ target: 'vault-agent', ...left }]);
  });

  test.each([
    ['the other way around', 'while [ -f /secrets/db.env ]; do sleep 1; done; exec /app'],
    ['with work in it', 'while [ ! -f /secrets/db.env ]; do /render; done; exec /app'],
    ['for more than the file', 'while [ ! -f /secrets/db.env ] || [ ! -f /ready ]; do sleep 1; done; exec /app'],
    ['for a file of its own', 'while [ ! -f /tmp/db.env ]; do sleep 1; done; exec /app'],
  ])('is none %s', (_name, script) => {
    expect(waits(script)).toEqual([]);
  });

  test('is none for another file if somebody else may write it', () => {
    expect(waits('while [ ! -f /secrets/tls.crt ]; do sleep 1; done; exec /app', { name: 'other', volumeMounts: [SECRETS] })).toEqual([]);
  });
});

describe('a sleep before an app whose files a sidecar brings', () => {
  const sleeps = (one: ReturnType<typeof podOf>, beside: readonly object[] = [CONFIG]) => find('blind-sleep', one, beside);

  test('is found, and left to the user, because nothing shows which files the app waits for', () => {
    expect(sleeps(pod('sleep 15 && exec /app'))).toMatchObject([
      { container: 'app', target: 'vault-agent', text: 'sleep 15', places: [], stays: 'the manifest does not show which files the app waits for' },
    ]);
  });

  test('is none if they share no folder, or nothing shows when the files are there', () => {
    expect(sleeps(podOf([{ name: 'app', command: ['sh', '-c', 'sleep 15; exec /app'] }, VAULT], [], VOLUMES))).toEqual([]);
    expect(sleeps(pod('sleep 15 && exec /app'), [])).toEqual([]);
  });
});
