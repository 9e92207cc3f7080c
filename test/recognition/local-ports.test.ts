import { configMap, running } from './pods';

const PORT = 5432;
const PROBED = { readinessProbe: { tcpSocket: { port: PORT } } };

/** Whether the readiness probe of a container with these fields becomes its gate. */
function opens(tunnel: object, files: { readonly [key: string]: string } = {}): boolean {
  const app = { name: 'app', image: 'ghcr.io/acme/app:1', env: [{ name: 'DATABASE_URL', value: `postgres://127.0.0.1:${PORT}/shop` }] };
  const volumeMounts = Object.keys(files).length === 0 ? {} : { volumeMounts: [{ name: 'conf', mountPath: '/conf' }] };
  const container = { name: 'tunnel', image: 'ghcr.io/acme/tunnel:1', ...PROBED, ...volumeMounts, ...tunnel };
  const recognition = running([app, container], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }], beside: [configMap('conf', files)] });
  return recognition.gate(recognition.pod.mains[1]).known;
}

const command = (text: string) => ({ command: text.split(' ') });
const script = (text: string) => ({ command: ['sh', '-c', text] });
const variables = (values: object) => ({ env: Object.entries(values).map(([name, value]) => ({ name, value })) });

test('a probe of a port without a sign of where it is bound opens', () => {
  expect(opens({})).toBe(true);
});

describe('a probe never opens on a port that a command forwards from loopback', () => {
  test.each<[string, object]>([
    ['by ssh, which listens on loopback unless it is told otherwise', command('ssh -N -L 5432:db.internal:5432 bastion')],
    ['by ssh with an address', command('ssh -N -L 127.0.0.1:5432:db.internal:5432 bastion')],
    ['by several flags of ssh in one', command('ssh -fNL 5432:db.internal:5432 bastion')],
    ['by ssh in a script', script('exec ssh -N -L5432:db.internal:5432 bastion')],
    ['by a SOCKS server of ssh', command('autossh -N -D 5432 bastion')],
    ['by socat', { image: 'alpine/socat:1.8', args: ['TCP-LISTEN:5432,bind=127.0.0.1,fork', 'TCP:db:5432'] }],
    ['by kubectl', command('kubectl port-forward svc/db 5432:5432')],
    ['by kubectl with an address', command('kubectl port-forward --address 127.0.0.1 svc/db 5432')],
    ['by an emulator of gcloud', command('gcloud beta emulators pubsub start')],
    ['by an emulator of gcloud with a port', command('gcloud beta emulators pubsub start --host-port=localhost:5432')],
  ])('%s', (_, tunnel) => {
    expect(opens(tunnel)).toBe(false);
  });

  test.each<[string, object]>([
    ['ssh', command('ssh -N -L 0.0.0.0:5432:db.internal:5432 bastion')],
    ['ssh with an empty address', command('ssh -N -L :5432:db.internal:5432 bastion')],
    ['ssh as a gateway', command('ssh -gN -L 5432:db.internal:5432 bastion')],
    ['ssh with an option', command('ssh -N -o GatewayPorts=yes -L 5432:db.internal:5432 bastion')],
    ['ssh with another port', command('ssh -N -L 5433:db.internal:5432 bastion')],
    ['socat', { image: 'alpine/socat:1.8', args: ['TCP-LISTEN:5432,fork', 'TCP:db:5432'] }],
    ['kubectl', command('kubectl port-forward --address=0.0.0.0 svc/db 5432:5432')],
    ['an emulator of gcloud', command('gcloud beta emulators pubsub start --host-port 0.0.0.0:5432')],
  ])('but it does if %s opens it on all addresses', (_, tunnel) => {
    expect(opens(tunnel)).toBe(true);
  });
});

describe('a probe never opens on a port that a configuration opens on loopback', () => {
  test.each([
    ['HAProxy', 'listen pg\n  bind 127.0.0.1:5432\n  server a db:5432\n'],
    ['stunnel', '[pg]\nclient = yes\naccept = 127.0.0.1:5432\nconnect = db:5433\n'],
    ['PgBouncer', '[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = 5432\n'],
    ['a database', 'bind 127.0.0.1 ::1\nport 5432\n'],
    ['YAML', 'listen_addr: "localhost:5432"\n'],
  ])('%s', (_, text) => {
    expect(opens({}, { conf: text })).toBe(false);
  });

  test.each([
    ['all addresses', 'listen pg\n  bind *:5432\n  server a db:5432\n'],
    ['one port there and elsewhere', 'listen pg\n  bind 127.0.0.1:5432\n  bind 0.0.0.0:5432\n'],
    ['another port', 'listen pg\n  bind :5432\nlisten stats\n  bind 127.0.0.1:8404\n'],
    ['a comment', '# bind 127.0.0.1:5432\nbind 0.0.0.0:5432\n'],
    ['an address without a port beside one without an address', 'listen_addr = *\nlisten_port = 5432\n'],
  ])('but on %s', (_, text) => {
    expect(opens({}, { conf: text })).toBe(true);
  });
});

test('a probe never opens on a port that variables bind to loopback', () => {
  expect(opens(variables({ HOST: '127.0.0.1', PORT: '5432' }))).toBe(false);
  expect(opens(variables({ SSH_BIND_IP: '127.0.0.1', SSH_TUNNEL_PORT: '5432' }))).toBe(false);
  expect(opens(variables({ HOST: '0.0.0.0', PORT: '5432' }))).toBe(true);
  expect(opens(variables({ DB_HOST: '127.0.0.1', PORT: '5432' }))).toBe(true);
});
