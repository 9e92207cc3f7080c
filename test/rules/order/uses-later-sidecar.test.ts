import { usesLaterSidecar } from '../../../src/rules/order/uses-later-sidecar';
import { podOf, sidecar, TestContainer } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web' };
const DB = sidecar('db', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2', args: ['--port=5432', 'a:b:c'] });
const POOL = sidecar('pool', { image: 'edoburu/pgbouncer:v1.23.1', env: [{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5432' }] });
const MIGRATE = { name: 'migrate', image: 'acme/migrate:1', command: ['sh', '-c', 'migrate --db postgres://app@localhost:5432/shop'] };

test('a sidecar, or an init container, that calls one further down offends', () => {
  expect(says(usesLaterSidecar, podOf([WEB], [POOL, DB]))).toEqual([
    "NS204 sidecar 'pool' uses sidecar 'db' (127.0.0.1:5432), which starts after it: list 'db' before 'pool'",
  ]);
  expect(says(usesLaterSidecar, podOf([WEB], [MIGRATE, DB]))).toEqual([
    "NS204 init container 'migrate' uses sidecar 'db' (localhost:5432), which starts after it: list 'db' before 'migrate'",
  ]);
});

test('in the right order it does not', () => {
  expect(says(usesLaterSidecar, podOf([WEB], [DB, POOL, MIGRATE]))).toEqual([]);
});

test('those who only look at others, or call what nobody is known to serve, do not', () => {
  const metrics = sidecar('metrics', { image: 'prometheuscommunity/pgbouncer-exporter:v0.8.0', args: ['--connection=localhost:5432'] });

  expect(says(usesLaterSidecar, podOf([WEB], [metrics, DB]))).toEqual([]);
  expect(says(usesLaterSidecar, podOf([WEB], [{ ...MIGRATE, command: ['migrate', '--db=localhost:9999'] }, DB]))).toEqual([]);
});

test('an init container that writes the address for others does not', () => {
  const writes = { ...MIGRATE, command: ['sh', '-c', 'sed -i -e "s|^db:|db: tcp://localhost:5432|" /config/app.yml'], volumeMounts: [{ name: 'config', mountPath: '/config' }] };
  const web = { ...WEB, volumeMounts: [{ name: 'config', mountPath: '/etc/app' }] };

  expect(says(usesLaterSidecar, podOf([web], [writes, DB], { volumes: [{ name: 'config', emptyDir: {} }] }))).toEqual([]);
});

describe('a sidecar that is told to read a file', () => {
  const mounted = (mountPath: string, rest: object = {}) => ({ volumeMounts: [{ name: 'keys', mountPath, ...rest }] });
  const db = { ...DB, ...mounted('/creds'), args: ['--port=5432', '--credentials-file=/creds/key.json', 'a:b:c'] };
  const token = sidecar('token', { image: 'ghcr.io/acme/tools:1', command: ['sh', '-c', 'while true; do fetch > /out/key.json; sleep 3000; done'], ...mounted('/out') });
  const told = (inits: TestContainer[]) => says(usesLaterSidecar, podOf([WEB], inits, { volumes: [{ name: 'keys', emptyDir: {} }] }));

  test('offends if one further down writes it', () => {
    expect(told([db, token])).toEqual([
      "NS204 sidecar 'db' reads /creds/key.json, which sidecar 'token' writes, and 'token' starts after it: list 'token' before 'db'",
    ]);
  });

  test('does not offend in the right order, if an init container may have written it, or if the folder is another one', () => {
    expect(told([token, db])).toEqual([]);
    expect(told([{ name: 'first', image: 'ghcr.io/acme/tools:1', ...mounted('/out') }, db, token])).toEqual([]);
    expect(told([{ ...db, args: DB.args }, token])).toEqual([]);
  });
});

describe('an ordinary helper starts only after the init containers', () => {
  const ORDINARY = { ...DB, restartPolicy: undefined };
  const variable = (name: string, value: string) => ({ env: [{ name, value }] });
  const init = (...more: object[]): TestContainer => Object.assign({ name: 'migrate', image: 'acme/migrate:1' }, ...more);
  const script = (text: string) => ({ command: ['sh', '-c', text] });
  const told = (one: TestContainer, web: object = {}, spec: object = {}) =>
    says(usesLaterSidecar, podOf([{ ...WEB, ...web }, ORDINARY], [one], spec));

  test('so an init container that calls it offends', () => {
    expect(told(MIGRATE)).toEqual([
      "NS204 init container 'migrate' uses 'db' (localhost:5432), an ordinary container, which starts only after 'migrate' exits: make 'db' a native sidecar, and list it before 'migrate'",
    ]);
  });

  test.each<[string, object]>([
    ['a variable of its own', variable('DB', 'localhost:5432')],
    ['a flag', { args: ['--db=localhost:5432'] }],
    ['a client in its script', script('psql -h 127.0.0.1 -p 5432 -f /schema.sql')],
    ['a client as its command', { command: ['psql', '-h', 'localhost', '-f', '/schema.sql'] }],
  ])('by %s', (_, container) => {
    expect(told(init(container))).toHaveLength(1);
  });

  test.each<[string, object, object?, object?]>([
    ['shares a variable with the app', variable('DB', 'localhost:5432'), variable('DB', 'localhost:5432')],
    ['only prints the address', script('echo postgres://localhost:5432')],
    ['runs its own proxy in the background', script('cloud-sql-proxy a:b:c & psql -h localhost -p 5432 -f /schema.sql')],
    ['is in the network of the node', { command: ['psql', '-h', 'localhost'] }, {}, { hostNetwork: true }],
    ['is told where to listen', { args: ['--listen=localhost:5432'] }],
    ['calls a port that no container has', { args: ['--db=localhost:9999'] }],
    ['waits for it, which NS109 reports', script('until nc -z localhost 5432; do sleep 1; done; ./migrate')],
  ])('one that %s does not', (_, container, web = {}, spec = {}) => {
    expect(told(init(container), web, spec)).toEqual([]);
  });

  test('one that can write the configuration of the app may have the address for that', () => {
    const mount = { volumeMounts: [{ name: 'config', mountPath: '/config' }] };
    const volumes = { volumes: [{ name: 'config', emptyDir: {} }] };

    expect(told(init(variable('DB', 'localhost:5432'), mount), mount, volumes)).toEqual([]);
    expect(told(init(script('psql -h localhost -f /schema.sql'), mount), mount, volumes)).toHaveLength(1);
  });

  test('a sidecar that runs already may answer', () => {
    expect(says(usesLaterSidecar, podOf([WEB, ORDINARY], [sidecar('cache'), MIGRATE]))).toEqual([]);
  });
});

test('pods without init containers are no concern', () => {
  expect(says(usesLaterSidecar, podOf([WEB, { ...DB, restartPolicy: undefined }]))).toEqual([]);
});
