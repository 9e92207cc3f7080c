import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { PodLifecycle } from '../../src';
import { CloudSqlProxy } from '../../src/catalog/cloud-sql-proxy';
import { PgBouncer } from '../../src/catalog/pgbouncer';
import { PgBouncerAuthentication, PgBouncerPoolMode, PgBouncerProps, PgBouncerServerTls } from '../../src/catalog/pgbouncer-props';
import { synthPod } from '../sidecars/support';

function pool(props: Partial<PgBouncerProps> = {}): (workload: Construct) => PgBouncer {
  return workload => new PgBouncer(workload, 'pool', {
    serverHost: 'orders-db.shop.svc', users: kplus.Secret.fromSecretName(workload, 'users', 'db-users'), ...props,
  });
}

/** The lines of the configuration. */
function iniOf(props: Partial<PgBouncerProps>): string[] {
  const { chart } = onDeployment(pool(props));
  return Testing.synth(chart).find(manifest => manifest.kind === 'ConfigMap').data['pgbouncer.ini'].split('\n');
}

test('the container and its configuration', () => {
  expect(pictureOf(onDeployment(pool()))).toMatchSnapshot();
});

test('starts before the app, outlives it, and a Job completes', () => {
  outlivesTheApp(pool());
});

test('the rules find nothing on it', () => {
  expect(openFindings(pool())).toEqual([]);
});

test('a database that was away is tried again after a second, unless the settings say otherwise', () => {
  expect(iniOf({})).toContain('server_login_retry = 1');
  expect(iniOf({ config: { pgbouncer: { server_login_retry: 5 } } })).toContain('server_login_retry = 5');
});

test('the users come from a Secret', () => {
  const { chart } = inJob(pool({ usersKey: 'list' }));

  expect(synthPod(chart).spec.volumes).toContainEqual({ name: 'pool-users', secret: { secretName: 'db-users' } });
  expect(iniOf({ usersKey: 'list' })).toContain('auth_file = /etc/pgbouncer-users/list');
});

describe('the app reaches its databases on loopback', () => {
  test('by DB_HOST and DB_PORT', () => {
    const staged = onDeployment(pool());

    staged.sidecar.connect((staged.workload as kplus.Deployment).containers[0].name);

    expect(staged.sidecar).toMatchObject({ host: '127.0.0.1', port: 6432 });
    expect(containerOf(staged, 'web').env).toEqual([{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '6432' }]);
  });

  test('from a container that is only known by its name', () => {
    const staged = onImport(pool({ port: 6433, envPrefix: 'POOL' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').env).toEqual([{ name: 'POOL_HOST', value: '127.0.0.1' }, { name: 'POOL_PORT', value: '6433' }]);
    expect(containerOf(staged, 'pool').startupProbe.exec.command).toContain('6433');
  });

  test('through a proxy in the same pod, which starts first and stops last', () => {
    const { workload } = onDeployment(on => new CloudSqlProxy(on, 'db', { instance: 'acme:europe-west1:orders' }));
    const { host, port, name } = PodLifecycle.of(workload).sidecars[0] as CloudSqlProxy;
    pool({ serverHost: host, serverPort: port, serverTls: PgBouncerServerTls.DISABLE })(workload);

    const timeline = PodLifecycle.of(workload).timeline();

    expect(timeline.startsBefore(name, 'pool')).toBe(true);
    expect(timeline.outlives(name, 'pool')).toBe(true);
  });
});

describe('what is given', () => {
  test('becomes settings', () => {
    expect(iniOf({
      poolMode: PgBouncerPoolMode.TRANSACTION,
      poolSize: 5,
      maxClients: 1000,
      authentication: PgBouncerAuthentication.MD5,
      serverTls: PgBouncerServerTls.VERIFY_FULL,
      config: { pgbouncer: { query_wait_timeout: 30, ignore_startup_parameters: 'options' }, users: { report: 'pool_mode=statement' } },
    })).toEqual(expect.arrayContaining([
      'pool_mode = transaction', 'default_pool_size = 5', 'max_client_conn = 1000', 'auth_type = md5', 'server_tls_sslmode = verify-full',
      'query_wait_timeout = 30', 'ignore_startup_parameters = options', '[users]', 'report = pool_mode=statement',
    ]));
  });

  test('says what is special about databases, whatever the server calls them', () => {
    const lines = iniOf({
      serverPort: 5433,
      databases: [
        { name: 'orders', database: 'orders v2', poolSize: 3, poolMode: PgBouncerPoolMode.STATEMENT },
        { name: 'my-users', host: 'users-db', database: "it's" },
      ],
    });

    expect(lines.slice(0, 5)).toEqual([
      '[databases]',
      "orders = host=orders-db.shop.svc port=5433 dbname='orders v2' pool_size=3 pool_mode=statement",
      'my-users = host=users-db port=5432 dbname=\'it\'\'s\'',
      '* = host=orders-db.shop.svc port=5433',
      '',
    ]);
  });

  test('as the authorities of the server is mounted', () => {
    const staged = onDeployment(workload => pool({ certificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'ca', 'db-ca') })(workload));

    expect(pictureOf(staged)).toContain('server_tls_ca_file = /etc/pgbouncer-ca/ca.crt');
    expect(containerOf(staged, 'pool').volumeMounts).toContainEqual({ name: 'pool-ca', mountPath: '/etc/pgbouncer-ca', readOnly: true });
  });

  test('replaces image and time to stop', () => {
    const image = `ghcr.io/cloudnative-pg/pgbouncer@sha256:${'0'.repeat(64)}`;
    const staged = inJob(pool({ image, shutdown: Duration.seconds(9) }));

    expect(containerOf(staged, 'pool')).toMatchObject({ image, command: ['pgbouncer'] });
    expect(PodLifecycle.of(staged.workload).gracePeriod.toSeconds()).toBe(30 + 9 + 2);
  });
});

describe('it refuses', () => {
  test.each<[string, Partial<PgBouncerProps>, string]>([
    ['what is no host', { serverHost: '' }, "'pool' has the host '', which is not valid: set a host name or IP address, for example orders-db.shop.svc"],
    ['a host that says more', { serverHost: 'db user=root' },
      "'pool' has the host 'db user=root', which is not valid: set a host name or IP address, for example orders-db.shop.svc"],
    ['what is no port', { serverPort: 0 }, "'pool' has port 0, which is not valid: set a number from 1 to 65535"],
    ['itself as the database', { serverHost: '127.0.0.1', serverPort: 6432 },
      "'pool' would connect to itself on 127.0.0.1:6432: set the port of the database, or another 'port'"],
    ['a pool of none', { poolSize: 0 }, "'poolSize' of 'pool' is 0: set a whole number from 1"],
    ['a name of a database that PgBouncer cannot read', { databases: [{ name: 'my orders' }] },
      "'pool' has a database with the name 'my orders', which is not valid: use letters, digits, '_', '.' and '-', for example orders, and set 'database' to its name on the server"],
    ['the name of its own console', { databases: [{ name: 'pgbouncer' }] },
      "'pool' has a database with the name 'pgbouncer', which is not valid: use letters, digits, '_', '.' and '-', for example orders, and set 'database' to its name on the server"],
    ['two databases of one name', { databases: [{ name: 'orders' }, { name: 'orders' }] },
      "'pool' has two databases with the name orders: give each a unique name"],
    ['a setting that the sidecar relies on', { config: { pgbouncer: { listen_addr: '0.0.0.0' } } },
      "'config' of 'pool' sets pgbouncer.listen_addr to \"0.0.0.0\", but the sidecar relies on \"127.0.0.1\": remove it, because only this pod may connect"],
    ['a setting that has a property', { config: { pgbouncer: { default_pool_size: 5 } } },
      "'config' of 'pool' sets pgbouncer.default_pool_size to 5, but the sidecar relies on 20: set 'poolSize'"],
    ['another server for all databases', { config: { databases: { '*': 'host=elsewhere' } } },
      "'config' of 'pool' sets databases.* to \"host=elsewhere\", but the sidecar relies on \"host=orders-db.shop.svc port=5432\": set 'databases' and 'serverHost'"],
    ['what is no section', { config: { pgbouncr: {} } }, "'config' of 'pool' has the section 'pgbouncr': use 'databases', 'pgbouncer', 'users', 'peers'"],
    ['a section without entries', { config: { users: 'report' } },
      "'config' of 'pool' has 'report' for section 'users': set an object with the entries of the section, for example { query_wait_timeout: 30 }"],
    ['an entry with several values', { config: { users: { report: { pool_size: 2 } } } },
      "'config' of 'pool' has no plain value for 'report' of section 'users': set a string or a number"],
    ['to run in the background', { extraArgs: ['-d'] },
      "'extraArgs' of 'pool' has '-d', which the sidecar decides: remove it, because PgBouncer must stay the first process of its container"],
    ['it joined with another flag', { extraArgs: ['-qd'] },
      "'extraArgs' of 'pool' has '-qd', which the sidecar decides: remove it, because PgBouncer must stay the first process of its container"],
    ['to print its version and exit', { extraArgs: ['--vers'] },
      "'extraArgs' of 'pool' has '--vers', which the sidecar decides: remove it, because a sidecar must keep running"],
    ['what is no setting', { config: { pgbouncer: { 'a = b': 'c' } } },
      "'pool' has the setting 'a = b', which is not a valid name: set the name of a PgBouncer setting, for example query_wait_timeout"],
    ['a setting of two lines', { config: { pgbouncer: { application_name_add_host: '1\nlisten_addr = 0.0.0.0' } } },
      '\'pool\' has the setting "application_name_add_host = 1\\nlisten_addr = 0.0.0.0", which has several lines: set a value with one line'],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(pool(props))).toThrow(new Error(message));
  });
});
