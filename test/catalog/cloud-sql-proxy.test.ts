import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { PodLifecycle } from '../../src';
import { CloudSqlProxy, CloudSqlProxyProps } from '../../src/catalog/cloud-sql-proxy';
import { refusals, synthPod } from '../sidecars/support';

const ORDERS = 'acme:europe-west1:orders';
const USERS = 'acme:europe-west1:users';

function db(props: Partial<CloudSqlProxyProps> = {}): (workload: Construct) => CloudSqlProxy {
  return workload => new CloudSqlProxy(workload, 'db', { instance: ORDERS, ...props });
}

test('the container', () => {
  expect(pictureOf(onDeployment(db()))).toMatchSnapshot();
});

test('starts before the app, outlives it, and a Job completes', () => {
  outlivesTheApp(db());
});

test('the rules find nothing on it', () => {
  expect(openFindings(db())).toEqual([]);
});

describe('the app reaches', () => {
  test('the database on loopback, by DB_HOST and DB_PORT', () => {
    const staged = onDeployment(db());

    staged.sidecar.connect((staged.workload as kplus.Deployment).containers[0].name);

    expect(staged.sidecar).toMatchObject({ host: '127.0.0.1', port: 5432 });
    expect(containerOf(staged, 'web').env).toEqual([{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5432' }]);
  });

  test('it from a container that is only known by its name', () => {
    const staged = onImport(db({ port: 3306, envPrefix: 'ORDERS_DB' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').env).toEqual([{ name: 'ORDERS_DB_HOST', value: '127.0.0.1' }, { name: 'ORDERS_DB_PORT', value: '3306' }]);
    expect(containerOf(staged, 'web').env).toBeUndefined();
  });

  test('several instances on ports of their own, each by the variables that it asks for', () => {
    const staged = inJob(db({ moreInstances: [{ instance: USERS, envPrefix: 'USERS_DB' }, { instance: 'acme:europe-west1:audit', port: 6000 }] }));

    staged.sidecar.connect();

    expect(containerOf(staged, 'db').args.slice(-3)).toEqual([`${ORDERS}?port=5432`, `${USERS}?port=5433`, 'acme:europe-west1:audit?port=6000']);
    expect(containerOf(staged, 'web').env.map(({ name, value }: any) => `${name}=${value}`)).toEqual([
      'DB_HOST=127.0.0.1', 'DB_PORT=5432', 'USERS_DB_HOST=127.0.0.1', 'USERS_DB_PORT=5433',
    ]);
  });
});

describe('with sockets', () => {
  const sockets = db({ socketFolder: '/cloudsql', moreInstances: [{ instance: USERS, envPrefix: 'USERS_DB' }] });

  test('the app and it share the folder, and the host is a folder in it', () => {
    const staged = onDeployment(sockets);

    staged.sidecar.connect((staged.workload as kplus.Deployment).containers[0].name);

    const mount = { name: 'db-sockets', mountPath: '/cloudsql' };
    expect(containerOf(staged, 'db').args.slice(-3)).toEqual(['--unix-socket=/cloudsql', ORDERS, USERS]);
    expect(containerOf(staged, 'db').volumeMounts).toEqual([mount]);
    expect(containerOf(staged, 'web').volumeMounts).toEqual([mount]);
    expect(synthPod(staged.chart).spec.volumes).toEqual([{ name: 'db-sockets', emptyDir: {} }]);
    expect(containerOf(staged, 'web').env.map(({ name, value }: any) => `${name}=${value}`)).toEqual([
      'DB_HOST=/cloudsql/acme:europe-west1:orders', 'DB_PORT=5432', 'USERS_DB_HOST=/cloudsql/acme:europe-west1:users', 'USERS_DB_PORT=5432',
    ]);
  });

  test('so does a further container that is only known by its name', () => {
    const staged = onImport(sockets);

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').volumeMounts).toEqual([{ name: 'db-sockets', mountPath: '/cloudsql' }]);
  });

  test('there is no port', () => {
    expect(() => onDeployment(db({ socketFolder: '/cloudsql', port: 5433 }))).toThrow(
      "'db' has port 5433 for 'acme:europe-west1:orders', but 'socketFolder' replaces all ports: remove 'port' or 'socketFolder'");
  });

  test('the folder is absolute, and short enough for the name of a socket', () => {
    expect(() => onDeployment(db({ socketFolder: 'cloudsql' }))).toThrow("'db' has the path 'cloudsql', which is not absolute: start it with '/'");
    expect(() => onDeployment(db({ socketFolder: `/${'a'.repeat(80)}` }))).toThrow(/^the path of the socket in '\/a{80}\/acme:europe-west1:orders' of 'db' has 120 characters, but Linux allows 107: set a shorter 'socketFolder', for example \/sql, or use ports$/);
  });
});

describe('what is given', () => {
  test('replaces image, name, resources and health port', () => {
    const image = `gcr.io/cloud-sql-connectors/cloud-sql-proxy@sha256:${'0'.repeat(64)}`;
    const staged = onDeployment(db({ image, version: '2.25', name: 'proxy', resources: {}, healthPort: 9811, patience: Duration.seconds(90) }));

    expect(containerOf(staged, 'proxy')).toMatchObject({
      image, startupProbe: { httpGet: { path: '/startup', port: 9811 }, failureThreshold: 91 },
    });
    expect(containerOf(staged, 'proxy')).not.toHaveProperty('resources');
    expect(containerOf(staged, 'proxy').args).toContain('--http-port=9811');
  });

  test('becomes flags', () => {
    const { args } = containerOf(onDeployment(db({ privateIp: true, autoIamAuthn: true, waitForDatabase: true })), 'db');

    expect(args.slice(-4)).toEqual(['--private-ip', '--auto-iam-authn', '--run-connection-test', `${ORDERS}?port=5432`]);
    expect(containerOf(onDeployment(db({ privateServiceConnect: true })), 'db').args).toContain('--psc');
  });

  test('as an account, a limit and metrics becomes flags, and the port of the metrics is declared', () => {
    const staged = onDeployment(db({ impersonate: 'orders@acme.iam.gserviceaccount.com', maxConnections: 50, metrics: true }));

    expect(containerOf(staged, 'db').args.slice(-4)).toEqual([
      '--impersonate-service-account=orders@acme.iam.gserviceaccount.com', '--max-connections=50', '--prometheus', `${ORDERS}?port=5432`,
    ]);
    expect(containerOf(staged, 'db').ports).toEqual([{ containerPort: 9801, name: 'metrics-9801' }]);
    expect(staged.sidecar.metricsPort).toBe(9801);
    expect(onDeployment(db()).sidecar.metricsPort).toBeUndefined();
  });

  test('as time to stop counts for the pod, and for connections that are still open', () => {
    const staged = onDeployment(db({ shutdown: Duration.seconds(10) }));

    expect(containerOf(staged, 'db').args).toContain('--max-sigterm-delay=9s');
    expect(PodLifecycle.of(staged.workload).gracePeriod.toSeconds()).toBe(30 + 10 + 2);
  });

  test('as the key of a service account is mounted from its Secret', () => {
    const staged = onDeployment(workload => new CloudSqlProxy(workload, 'db', {
      instance: ORDERS, credentials: kplus.Secret.fromSecretName(workload, 'key', 'sql-client'), credentialsKey: 'key.json',
    }));

    expect(containerOf(staged, 'db').args).toContain('--credentials-file=/etc/google-credentials/key.json');
    expect(containerOf(staged, 'db').volumeMounts).toEqual([{ name: 'db-credentials', mountPath: '/etc/google-credentials', readOnly: true }]);
    expect(synthPod(staged.chart).spec.volumes).toEqual([{ name: 'db-credentials', secret: { secretName: 'sql-client' } }]);
  });
});

describe('it refuses', () => {
  test.each<[string, Partial<CloudSqlProxyProps>, string]>([
    ['what is no connection name', { instance: 'orders' },
      "'db' has the instance 'orders', which is not a connection name: set it to project:region:name, for example acme:europe-west1:orders"],
    ['a flag as an instance', { instance: '--token=ya29:europe-west1:orders' },
      "'db' has the instance '--token', which is not a connection name: set it to project:region:name, for example acme:europe-west1:orders"],
    ['a secret as a further instance', { moreInstances: [{ instance: '--token=ya29' }] },
      "'db' has the instance '--token', which is not a connection name: set it to project:region:name, for example acme:europe-west1:orders"],
    ['an instance among the arguments', { extraArgs: [USERS] },
      "'extraArgs' of 'db' has 'acme:europe-west1:users', which is not a flag: add an instance to 'moreInstances', "
      + "and write a flag and its value as one argument, for example '--quota-project=acme'"],
    ['a flag that has a property', { extraArgs: ['--http-port=9090'] }, "'extraArgs' of 'db' has '--http-port', which the sidecar decides: set 'healthPort'"],
    ['its short form, joined with others and its value', { extraArgs: ['-lp5433'] }, "'extraArgs' of 'db' has '-lp5433', which the sidecar decides: set 'port'"],
    ['its short form', { extraArgs: ['-p=5433'] }, "'extraArgs' of 'db' has '-p', which the sidecar decides: set 'port'"],
    ['a variable that means a flag', { envVariables: { CSQL_PROXY_HTTP_ADDRESS: kplus.EnvValue.fromValue('127.0.0.1') } },
      "'envVariables' of 'db' sets CSQL_PROXY_HTTP_ADDRESS with the value '127.0.0.1', which the sidecar decides: remove it"],
    ['what is no account', { impersonate: 'orders' },
      "'impersonate' of 'db' is 'orders': set the email of a service account, for example orders@acme.iam.gserviceaccount.com"],
    ['no connections at all', { maxConnections: 0 }, "'maxConnections' of 'db' is 0: set a whole number from 1"],
    ['what is no port', { port: 70000 }, "'db' has port 70000, which is not valid: set a number from 1 to 65535"],
    ['two instances on one port', { moreInstances: [{ instance: USERS, port: 5432 }] },
      "'db' would use port 5432 for 'acme:europe-west1:orders' and for 'acme:europe-west1:users': set a different port for each"],
    ['the port of its health server', { port: 9801 },
      "'db' would use port 9801 for its health server and for 'acme:europe-west1:orders': set a different port for each"],
    ['two ways to the instance', { privateIp: true, privateServiceConnect: true },
      "'db' sets both 'privateIp' and 'privateServiceConnect': set only one of them"],
    ['what is no name of a variable', { envPrefix: 'orders-db' },
      "'envPrefix' of 'db' is 'orders-db': use letters, digits and underscores, for example ORDERS_DB"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(db(props))).toThrow(new Error(message));
  });

  test('to change a variable that the app has already', () => {
    const { sidecar, workload, chart } = onDeployment(db());
    const second = new CloudSqlProxy(workload, 'users', { instance: USERS, port: 5433, healthPort: 9811 });
    const [web] = (workload as kplus.Deployment).containers;
    sidecar.connect(web.name);
    second.connect(web.name);

    expect(refusals(chart)).toEqual([
      "[shop/web] NS604 'users' sets DB_PORT of 'web' to '5433', but 'web' already has DB_PORT with the value '5432': remove DB_PORT from 'web', or set another 'envPrefix' of 'users'",
    ]);
  });
});

test('a project may belong to a domain', () => {
  expect(containerOf(onDeployment(db({ instance: 'acme.com:shop:europe-west1:orders' })), 'db').args).toContain('acme.com:shop:europe-west1:orders?port=5432');
});
