import * as kplus from 'cdk8s-plus-28';
import * as kplus34 from 'cdk8s-plus-34';
import { Construct } from 'constructs';
import { catalog } from '../../src';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from '../sidecars/support';

const APP = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 };
const MIGRATE = { name: 'migrate', image: 'ghcr.io/acme/migrate:1.0.0' };
const TOLD = [{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5432' }];

function db(workload: Construct): catalog.CloudSqlProxy {
  return new catalog.CloudSqlProxy(workload, 'db', { instance: 'acme:europe-west1:orders' });
}

describe('a variable that the app already has with another value', () => {
  const clash = (existing: string) => `[shop/web] NS604 'db' sets DB_HOST of 'web' to '127.0.0.1', but 'web' already has DB_HOST ${existing}: `
    + "remove DB_HOST from 'web', or set another 'envPrefix' of 'db'";
  const withEnv = (value: kplus.EnvValue) => ({ containers: [{ ...APP, envVariables: { DB_HOST: value } }] });

  test.each([
    ['by the container', (workload: kplus.Deployment) => workload.containers[0]],
    ['by its name', () => 'web'],
    ['by default', () => undefined],
  ])('is refused with both values, if the container is given %s', (_, container) => {
    const chart = chartIn();
    const workload = deploymentIn(chart, withEnv(kplus.EnvValue.fromValue('db.shop.svc')));

    db(workload).connect(container(workload));

    expect(refusals(chart)).toEqual([clash("with the value 'db.shop.svc'")]);
  });

  test('is refused if it comes from a Secret', () => {
    const chart = chartIn();
    const secret = kplus.Secret.fromSecretName(chart, 'secret', 'orders-db');

    db(deploymentIn(chart, withEnv(kplus.EnvValue.fromSecretValue({ secret, key: 'host' })))).connect();

    expect(refusals(chart)).toEqual([clash('from {"secretKeyRef":{"key":"host","name":"orders-db"}}')]);
  });

  test('is refused if the app gets it after the call', () => {
    const chart = chartIn();
    const workload = deploymentIn(chart);

    db(workload).connect(workload.containers[0]);
    workload.containers[0].env.addVariable('DB_HOST', kplus.EnvValue.fromValue('db.shop.svc'));

    expect(refusals(chart)).toEqual([clash("with the value 'db.shop.svc'")]);
  });

  test('is refused from the low-level method too', () => {
    const chart = chartIn();
    const workload = kubeDeploymentIn(chart, { containers: [{ name: 'web', image: APP.image, env: [{ name: 'CACHE', value: 'cache.shop.svc' }] }] });

    addSidecar(workload).addAppEnv('CACHE', '127.0.0.1:11211');

    expect(refusals(chart)).toEqual([
      "[shop/web] NS604 'cache' sets CACHE of 'web' to '127.0.0.1:11211', but 'web' already has CACHE with the value 'cache.shop.svc': remove CACHE from 'web'",
    ]);
  });

  test('is fine if the value is the same', () => {
    const chart = chartIn();
    const workload = deploymentIn(chart, withEnv(kplus.EnvValue.fromValue('127.0.0.1')));
    const sidecar = db(workload);

    sidecar.connect();
    sidecar.connect('web');

    expect(synthPod(chart).container('web').spec.env).toEqual(TOLD);
  });
});

describe('a container is connected', () => {
  test.each([
    ['a main container of cdk8s-plus-28', (chart: Construct) => new kplus.Deployment(chart, 'web', { containers: [APP] }), 'web'],
    ['a main container of cdk8s-plus-34', (chart: Construct) => new kplus34.Deployment(chart, 'web', { containers: [APP] }), 'web'],
    ['an init container of cdk8s-plus-28', (chart: Construct) => new kplus.Deployment(chart, 'web', { containers: [APP], initContainers: [MIGRATE] }), 'migrate'],
    ['an init container of cdk8s-plus-34', (chart: Construct) => new kplus34.Deployment(chart, 'web', { containers: [APP], initContainers: [MIGRATE] }), 'migrate'],
  ])('%s, as an object and by its name', (_, make, name) => {
    for (const byName of [true, false]) {
      const chart = chartIn();
      const workload = make(chart);
      const [container] = [...workload.containers, ...workload.initContainers].filter(one => one.name === name);

      db(workload).connect(byName ? name : container);

      expect(synthPod(chart).container(name).spec.env).toEqual(TOLD);
    }
  });

  test('an init container gets the volume of a sidecar too', () => {
    const chart = chartIn();
    const workload = kubeDeploymentIn(chart, { initContainers: [MIGRATE] });

    new catalog.CloudSqlProxy(workload, 'db', { instance: 'acme:europe-west1:orders', socketFolder: '/cloudsql' }).connect('migrate');

    expect(synthPod(chart).container('migrate').spec.volumeMounts).toEqual([{ name: 'db-sockets', mountPath: '/cloudsql' }]);
  });

  test('another sidecar that starts later', () => {
    const chart = chartIn();
    const workload = deploymentIn(chart);
    const first = db(workload);
    const second = addSidecar(workload);

    first.connect(second.container);

    expect(synthPod(chart).container('cache').spec.env).toEqual(TOLD);
  });

  test('one that the workload gets later', () => {
    const chart = chartIn();
    const workload = deploymentIn(chart);
    const container = new kplus.Container({ name: 'worker', image: 'ghcr.io/acme/worker:1.0.0' });

    db(workload).connect(container);
    workload.attachContainer(container);

    expect(synthPod(chart).container('worker').spec.env).toEqual(TOLD);
  });
});

describe('a container is refused', () => {
  test('that belongs to another workload, with the names of both', () => {
    const chart = chartIn();
    const other = new kplus34.Deployment(chart, 'other', { containers: [APP], initContainers: [MIGRATE] });
    const sidecar = db(deploymentIn(chart));

    for (const [container, name] of [[other.containers[0], 'web'], [other.initContainers[0], 'migrate']] as const) {
      expect(() => sidecar.connect(container)).toThrow(new Error(
        `'db' of 'shop/web' cannot connect container '${name}' of 'shop/other', because they are in different pods: pass a container of 'shop/web', or add a sidecar to 'shop/other'`));
    }
  });

  test('that the pod does not have, once for all that it would get', () => {
    const chart = chartIn();

    db(deploymentIn(chart)).connect('api');

    expect(refusals(chart)).toEqual(["[shop/web] NS604 'db' sets DB_HOST, DB_PORT of 'api', which is not a container of the pod: name one of 'web'"]);
  });

  test.each<[string, (proxy: catalog.CloudSqlProxy) => unknown]>([
    ['name', () => 'db'],
    ['container', proxy => proxy.container],
  ])('that is the sidecar itself, given by its %s', (_, itself) => {
    const proxy = db(deploymentIn(chartIn()));

    expect(() => proxy.connect(itself(proxy))).toThrow(new Error("'db' cannot connect itself: pass a container of 'shop/web' that uses 'db', or its name"));
  });

  test('that ends before the sidecar starts', () => {
    const chart = chartIn();
    const sidecar = db(deploymentIn(chart, { initContainers: [MIGRATE] }));

    sidecar.startsAfterInit('migrate');
    sidecar.connect('migrate');

    expect(refusals(chart)).toEqual([
      "[shop/web] NS203 'migrate' connects to sidecar 'db', which starts after it: remove the 'startsAfterInit' call by which 'db' waits for 'migrate', or do not connect 'migrate'",
    ]);
  });

  test('a sidecar that starts before it', () => {
    const chart = chartIn();
    const workload = deploymentIn(chart);
    const first = addSidecar(workload);

    db(workload).connect(first.container);

    expect(refusals(chart)).toEqual(["[shop/web] NS203 'cache' connects to sidecar 'db', which starts after it: make 'db' start first, or do not connect 'cache'"]);
  });

  test.each<[string, (workload: kplus.Deployment) => unknown, string]>([
    ['a workload instead of a container', workload => workload, 'a Deployment'],
    ['a number', () => 0, '0'],
    ['an object that is not a container', () => ({ name: 'web' }), 'an object'],
  ])('%s', (_, value, shown) => {
    const workload = deploymentIn(chartIn());

    expect(() => db(workload).connect(value(workload))).toThrow(new Error(`'db' cannot connect ${shown}: pass a container of 'shop/web', or its name`));
  });
});

describe('all containers are connected', () => {
  test('main containers, and init containers that run after the sidecar has started', () => {
    const chart = chartIn();
    const seed = { name: 'seed', image: 'ghcr.io/acme/seed:1.0.0' };
    const helper = { name: 'helper', image: 'ghcr.io/acme/helper:1.0.0', restartPolicy: 'Always' };
    const workload = kubeDeploymentIn(chart, {
      containers: [{ name: 'web', image: APP.image }, { name: 'worker', image: 'ghcr.io/acme/worker:1.0.0' }], initContainers: [seed, MIGRATE, helper],
    });
    const sidecar = db(workload);

    sidecar.startsAfterInit('seed');
    sidecar.connectAll();

    const told = synthPod(chart).containers.filter(({ spec }) => spec.env).map(({ name, spec }) => [name, spec.env]);
    expect(told.sort()).toEqual([['migrate', TOLD], ['web', TOLD], ['worker', TOLD]]);
  });

  test('also those that the workload gets later, with the volume of the sidecar', () => {
    const chart = chartIn();
    const workload = deploymentIn(chart);

    new catalog.CloudSqlProxy(workload, 'db', { instance: 'acme:europe-west1:orders', socketFolder: '/cloudsql' }).connectAll();
    workload.addInitContainer(MIGRATE);

    expect(synthPod(chart).container('migrate').spec.volumeMounts).toEqual([{ name: 'db-sockets', mountPath: '/cloudsql' }]);
    expect(synthPod(chart).container('web').spec.volumeMounts).toEqual([{ name: 'db-sockets', mountPath: '/cloudsql' }]);
  });

  test('but only one gets the port on which the app must listen', () => {
    const chart = chartIn();
    const upstreams = [{ name: 'orders', host: 'orders.shop.svc', port: 80, listenPort: 8001 }];
    const envoy = new catalog.Envoy(deploymentIn(chart, { initContainers: [MIGRATE] }), 'envoy', { appPort: 8080, upstreams });

    envoy.connectAll();

    expect(synthPod(chart).container('migrate').spec.env).toEqual([{ name: 'ORDERS_URL', value: 'http://127.0.0.1:8001' }]);
    expect(synthPod(chart).container('web').spec.env).toEqual([{ name: 'ORDERS_URL', value: 'http://127.0.0.1:8001' }]);
  });

  test('unless one has a variable with another value', () => {
    const chart = chartIn();
    const migrate = { ...MIGRATE, envVariables: { DB_HOST: kplus.EnvValue.fromValue('db.shop.svc') } };

    db(deploymentIn(chart, { initContainers: [migrate] })).connectAll();

    expect(refusals(chart)).toEqual([expect.stringContaining("'db' sets DB_HOST of 'migrate' to '127.0.0.1', but 'migrate' already has DB_HOST with the value 'db.shop.svc'")]);
  });
});
