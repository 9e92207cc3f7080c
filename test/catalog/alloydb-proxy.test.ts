import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { AlloyDbProxy, AlloyDbProxyProps } from '../../src/catalog/alloydb-proxy';
import { CloudSqlProxy } from '../../src/catalog/cloud-sql-proxy';
import { refusals } from '../sidecars/support';

const CLUSTER = 'projects/acme/locations/europe-west1/clusters/shop';
const ORDERS = `${CLUSTER}/instances/orders`;

function db(props: Partial<AlloyDbProxyProps> = {}): (workload: Construct) => AlloyDbProxy {
  return workload => new AlloyDbProxy(workload, 'db', { instance: ORDERS, ...props });
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

test('the app reaches the database on loopback, by DB_HOST and DB_PORT', () => {
  const staged = onDeployment(db({ port: 5433 }));

  staged.sidecar.connect((staged.workload as kplus.Deployment).containers[0].name);

  expect(containerOf(staged, 'web').env).toEqual([{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5433' }]);
});

test('with sockets, the app and it share the folder, in which each instance has a folder', () => {
  const staged = onImport(db({ instance: 'projects/Acme.com:shop/locations/europe-west1/clusters/shop/instances/orders', socketFolder: '/alloydb/' }));

  staged.sidecar.connect();

  expect(staged.sidecar).toMatchObject({ host: '/alloydb/acme.com_shop.europe-west1.shop.orders', port: 5432 });
  expect(containerOf(staged, 'web')).toMatchObject({
    env: [{ name: 'DB_HOST', value: '/alloydb/acme.com_shop.europe-west1.shop.orders' }, { name: 'DB_PORT', value: '5432' }],
    volumeMounts: [{ name: 'db-sockets', mountPath: '/alloydb/' }],
  });
});

test('what is given becomes flags, in the spelling of this proxy', () => {
  const { args } = containerOf(onDeployment(db({ publicIp: true, autoIamAuthn: true, waitForDatabase: true, shutdown: Duration.seconds(6) })), 'db');

  expect(args).toEqual([
    '--structured-logs', '--health-check', '--http-address=0.0.0.0', '--http-port=9802', '--max-sigterm-delay=5s', '--exit-zero-sigterm', '--public-ip',
    '--auto-iam-authn', '--run-connection-test', `${ORDERS}?port=5432`,
  ]);
});

test('the image may be another', () => {
  const image = `gcr.io/alloydb-connectors/alloydb-auth-proxy@sha256:${'0'.repeat(64)}`;

  expect(containerOf(onDeployment(db({ image, version: '1.15' })), 'db').image).toBe(image);
});

test('a pod can have it beside a Cloud SQL Auth Proxy', () => {
  const { chart, workload } = onDeployment(db({ port: 5433 }));
  const sql = new CloudSqlProxy(workload, 'sql', { instance: 'acme:europe-west1:orders' });

  expect(refusals(chart)).toEqual([]);
  expect(sql.startup.port).toBe(9801);
});

describe('it refuses', () => {
  test.each<[string, Partial<AlloyDbProxyProps>, string]>([
    ['the name of a Cloud SQL instance', { instance: 'acme:europe-west1:orders' },
      "'db' has the instance 'acme:europe-west1:orders', which is not the URI of an AlloyDB instance: set it, for example, to projects/acme/locations/europe-west1/clusters/shop/instances/orders"],
    ['two instances on one port', { moreInstances: [{ instance: `${CLUSTER}/instances/users`, port: 5432 }] },
      `'db' would use port 5432 for '${ORDERS}' and for '${CLUSTER}/instances/users': set a different port for each`],
    ['two ways to the instance', { publicIp: true, privateServiceConnect: true },
      "'db' sets both 'publicIp' and 'privateServiceConnect': set only one of them"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(db(props))).toThrow(new Error(message));
  });
});
