import { Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { catalog, Mesh, PodLifecycle, StartupGate } from '../../src';

const gate = (port: number) => ({ startup: StartupGate.tcpSocket(port) });

describe('two containers of a pod on one port are refused', () => {
  test('when both are sidecars that declare it', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { ...gate(7001), ports: [{ number: 7000 }] });
    addSidecar(web, 'proxy', { ...gate(7002), ports: [{ number: 7000 }] });

    expect(refusals(chart)).toEqual(["[shop/web] NS604 'cache', 'proxy' listen on port 7000, but only one container of a pod can: give one of them another port"]);
    expect(PodLifecycle.of(web).findings.filter(({ rule }) => rule === 'NS604').map(({ path }) => path)).toEqual(['spec.template.spec.initContainers[0]']);
  });

  test('when a port is added later', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { ...gate(7001), ports: [{ number: 7000 }] });

    addSidecar(web, 'proxy', gate(7002)).container.addPort({ number: 7000 });

    expect(refusals(chart)).toEqual([expect.stringContaining("NS604 'cache', 'proxy' listen on port 7000,")]);
  });

  test('when one is the app, whose port then does not hide that the gate asks it', () => {
    const chart = chartIn();

    addSidecar(kubeDeploymentIn(chart), 'cache', { ...gate(8080), ports: [{ number: 8080 }] });

    expect(refusals(chart)).toContain("[shop/web] NS604 'web', 'cache' listen on port 8080, but only one container of a pod can: give one of them another port");
  });

  test('when a preset listens where the app does, although the manifest does not show it', () => {
    const chart = chartIn();
    const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 6379 }] });

    new catalog.RedisCache(web, 'cache');

    expect(refusals(chart)).toEqual([
      "[shop/web] NS604 'web', 'cache' listen on port 6379, but only one container of a pod can: give one of them another port, by 'port' of 'cache'",
    ]);
  });

  test('when a preset listens where a sidecar does that declares it', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { ...gate(7001), ports: [{ number: 6432 }] });

    new catalog.PgBouncer(web, 'pool', { serverHost: 'db', users: kplus.Secret.fromSecretName(chart, 'users', 'db-users') });

    expect(refusals(chart)).toEqual([
      "[shop/web] NS604 'cache', 'pool' listen on port 6432, but only one container of a pod can: give one of them another port, by 'port' of 'pool'",
    ]);
  });
});

describe('nothing is refused', () => {
  test('when one speaks TCP and the other UDP', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'dns', { ...gate(7001), ports: [{ number: 5353, protocol: kplus.Protocol.UDP }] });
    addSidecar(web, 'cache', { ...gate(7002), ports: [{ number: 5353 }] });

    expect(refusals(chart)).toEqual([]);
  });

  test('when they belong to different pods', () => {
    const chart = chartIn();
    new catalog.RedisCache(deploymentIn(chart), 'cache');
    new catalog.RedisCache(deploymentIn(chart, {}, 'api'), 'cache');

    expect(refusals(chart)).toEqual([]);
  });

  test('when somebody accepts it with a reason, and then its life is told', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart);
    addSidecar(web, 'cache', { ...gate(7001), ports: [{ number: 8080 }] });
    const life = PodLifecycle.of(web);

    life.acknowledge('NS604', "one listens on loopback, the other on the pod's address");

    expect(refusals(chart)).toEqual([]);
    expect(life.timeline().events.length).toBeGreaterThan(0);
  });

  test('by a port of a proxy that an injector adds, which another rule judges', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { ...gate(7001), ports: [{ number: 15090 }] });
    PodLifecycle.of(web).joinMesh(Mesh.istio({ version: '1.29' }));

    expect(PodLifecycle.of(web).findings.filter(({ rule }) => rule === 'NS604')).toEqual([]);
  });
});

test('two sidecars of one name cannot be accepted: one of them would not be there', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  addSidecar(web, 'cache');
  addSidecar(web, 'other', { name: 'cache' });

  PodLifecycle.of(web).acknowledge('NS604', 'it is all right');

  expect(refusals(chart)).toEqual([expect.stringContaining("NS604 two containers of the pod have the name 'cache'")]);
});

test('what a program listens on is not written into the manifest', () => {
  const chart = chartIn();
  new catalog.RedisCache(deploymentIn(chart), 'cache');

  const { spec } = Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template;

  expect(spec.initContainers[0].ports).toBeUndefined();
});
