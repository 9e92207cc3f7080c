import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { addSidecar, CACHE, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { NativeSidecar, PodLifecycle, StartupGate } from '../../src';

describe('refused at once', () => {
  test.each([null, undefined])('a sidecar whose gate is %s, as from another language', startup => {
    const web = deploymentIn(chartIn());

    expect(() => new NativeSidecar(web, 'proxy', { ...CACHE, startup: startup as unknown as StartupGate })).toThrow(new Error(
      "NS101 sidecar 'proxy' has no startup gate, so the app may start before it listens: "
      + "set 'startup', for example StartupGate.httpGet('/ready', 15021), or StartupGate.none('why the app does not wait for it')"));
  });

  test('a scope without a pod', () => {
    const chart = chartIn();
    new kplus.ConfigMap(chart, 'settings');

    expect(() => addSidecar(chart)).toThrow(new Error(
      "sidecar 'cache' requires a workload, but 'shop' contains none: use a Deployment, StatefulSet, DaemonSet, Job, CronJob, Pod, or a construct that contains exactly one"));
  });

  test('a scope with two', () => {
    const app = new App();
    const chart = chartIn(app);
    ['web', 'api'].forEach(id => deploymentIn(chart, {}, id));

    expect(() => addSidecar(chart)).toThrow(new Error(
      "sidecar 'cache' requires exactly one workload, but 'shop' contains 2, 'shop/web/Resource', 'shop/api/Resource': use one of them"));
    expect(() => PodLifecycle.of(app)).toThrow(new Error(
      "a pod lifecycle requires exactly one workload, but the app contains 2, 'shop/web/Resource', 'shop/api/Resource': use one of them"));
  });

  test.each([
    ['cdk8s-plus', (chart: Chart) => deploymentIn(chart), ['Resource', 'Default']],
    ['cdk8s import', (chart: Chart) => kubeDeploymentIn(chart), ['Resource', 'Default']],
  ])('ids by which cdk8s finds the workload itself, on %s', (_name, make, ids) => {
    const web: Construct = make(chartIn());

    for (const id of ids) {
      expect(() => addSidecar(web, id)).toThrow(new Error(
        `a sidecar cannot have the id '${id}', because cdk8s uses it to find the API object of a workload: use another id`));
    }
  });

  test.each([
    ['My_Cache', 'my-cache'],
    ['-cache-', 'cache'],
    ['cache.v2', 'cache-v2'],
    ['ÄÖÜ', 'sidecar'],
    [`${'a'.repeat(62)}-bc`, 'a'.repeat(62)],
  ])('the name %s, with a valid one: %s', (name, valid) => {
    const web = deploymentIn(chartIn());
    const message = `'${name}' is not a valid name for the container of a sidecar: use at most 63 lowercase letters, digits and dashes, for example '${valid}'; to keep the construct id, set 'name'`;

    expect(() => addSidecar(web, name)).toThrow(new Error(message));
    expect(() => addSidecar(web, 'cache', { name })).toThrow(new Error(message));
    expect(addSidecar(web, name, { name: valid }).name).toBe(valid);
  });

  test('to start after a sidecar of another pod', () => {
    const chart = chartIn();
    const [cache, proxy] = ['web', 'api'].map((id, index) => addSidecar(deploymentIn(chart, {}, id), ['cache', 'proxy'][index]));

    expect(() => cache.startsAfter(proxy)).toThrow(new Error(
      "sidecar 'cache' cannot start after 'proxy', which belongs to another pod ('shop/api/proxy'): use a sidecar of the same pod"));
  });

  test('an object with a toJson of its own, which nothing can be added to', () => {
    const pod = new ApiObject(chartIn(), 'pod', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'web' }] } });
    const original = pod.toJson.bind(pod);
    pod.toJson = () => ({ ...original(), extra: true });

    expect(() => addSidecar(pod)).toThrow(new Error(
      "'shop/pod' overrides 'toJson', so synth cannot add anything to it: remove the override and change the object from outside, for example with addJsonPatch"));
  });
});

describe('refused at synth', () => {
  test.each([
    [['a', 'b'], "'a' starts after 'b', 'b' starts after 'a'"],
    [['a', 'b', 'c'], "'a' starts after 'b', 'b' starts after 'c', 'c' starts after 'a'"],
    [['a'], "'a' starts after 'a'"],
  ])('sidecars that wait for each other: %j', (ids, cycle) => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    const sidecars = ids.map(id => addSidecar(web, id));

    sidecars.forEach((sidecar, index) => sidecar.startsAfter(sidecars[(index + 1) % sidecars.length]));

    expect(refusals(chart)).toEqual([`[shop/web] NS203 ${cycle}, so none of them can start: remove one 'startsAfter' call`]);
  });

  test.each<[string, (web: kplus.Deployment) => void]>([
    ['the app', web => addSidecar(web, 'cache', { name: 'web' })],
    ['an init container', web => {
      web.addInitContainer({ name: 'web-init', image: 'ghcr.io/acme/web:1.4.2' });
      addSidecar(web, 'web-init');
    }],
    ['another sidecar', web => ['a', 'b'].forEach(id => addSidecar(web, id, { name: 'cache' }))],
  ])('a sidecar that is called like %s', (_other, add) => {
    const chart = chartIn();

    add(deploymentIn(chart));

    expect(refusals(chart)).toEqual([
      expect.stringMatching(/^\[shop\/web\] NS604 two containers of the pod have the name '(web|web-init|cache)': give one of them another 'name'$/),
    ]);
  });

  test('a gate that asks the app', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart), 'cache', { startup: StartupGate.httpGet('/', 8080) });

    expect(refusals(chart)).toEqual([
      "[shop/web] NS104 the startup probe of sidecar 'cache' checks port 8080 of 'web', but 'web' starts only after that probe passes, so the pod never starts: "
      + "probe a port of 'cache' itself",
    ]);
  });

  test('another volume of the same name', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart, { volumes: [{ name: 'tmp', hostPath: { path: '/tmp' } }] });

    addSidecar(web).container.mount('/tmp', kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp'));

    expect(refusals(chart)).toEqual([
      "[shop/web] NS604 'cache' adds a volume 'tmp', but the pod has another volume with that name: "
      + 'give the volume another name, or mount the existing one with mountExisting',
    ]);
  });

  test.each([
    [[{ name: 'logs', emptyDir: {} }, { name: 'tmp', emptyDir: {} }], "mount one of 'logs', 'tmp', or add the volume"],
    [[], 'add the volume'],
  ])('a volume that the pod does not have, when it has %j', (volumes, fix) => {
    const chart = chartIn();

    addSidecar(kubeDeploymentIn(chart, { volumes })).mountExisting('data', '/data');

    expect(refusals(chart)).toEqual([`[shop/web] NS616 'cache' mounts the volume 'data', which the pod does not have, so the API server rejects it: ${fix}`]);
  });

  test('a container that the pod does not have, to share a volume with', () => {
    const chart = chartIn();

    addSidecar(deploymentIn(chart)).shareVolume(kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp'), { path: '/tmp', container: 'api', containerPath: '/tmp' });

    expect(refusals(chart)).toEqual(["[shop/web] NS604 'cache' mounts 'tmp' in 'api', which is not a container of the pod: name one of 'web'"]);
  });

  test.each([
    [['migrate', 'warm'], "name one of 'migrate', 'warm'"],
    [[], "remove the 'startsAfterInit' call, because the pod has no init containers"],
  ])('an init container to wait for that the pod does not have, when it has %j', (names, fix) => {
    const chart = chartIn();
    const web = deploymentIn(chart, { initContainers: names.map(name => ({ name, image: 'ghcr.io/acme/web:1.4.2' })) });

    addSidecar(web).startsAfterInit('seed');

    expect(refusals(chart)).toEqual([`[shop/web] NS203 sidecar 'cache' starts after init container 'seed', which the pod does not have: ${fix}`]);
  });

  test('a scope that has got a second pod', () => {
    const chart = chartIn();
    deploymentIn(chart);
    addSidecar(chart);

    deploymentIn(chart, {}, 'api');

    expect(refusals(chart)).toEqual([
      "[shop/cache] sidecar 'cache' belongs to 'shop', which now contains 2 workloads, 'shop/web/Resource', 'shop/api/Resource': "
      + 'use one of these workloads as the scope of the sidecar',
    ]);
  });

  test('a pod that cannot be read', () => {
    const chart = chartIn();
    const image = 'ghcr.io/acme/web:1.4.2';
    const web = deploymentIn(chart, { containers: [{ image }, { image }] });
    addSidecar(web);

    const problem = "Deployment 'shop-web' has two containers called 'main', at 'spec.template.spec.containers[0]' and 'spec.template.spec.containers[1]': "
      + 'names must be unique across containers and initContainers, so rename one';
    expect(refusals(chart)).toEqual([`[shop/web] ${problem}`]);
    expect(() => PodLifecycle.of(web).pod).toThrow(new Error(problem));
  });

  test('everything that is wrong, at once', () => {
    const chart = chartIn();
    const cache = addSidecar(deploymentIn(chart), 'cache', { startup: StartupGate.tcpSocket(8080) });
    cache.startsAfterInit('seed');
    cache.mountExisting('data', '/data');

    // The gate is not judged: the sidecar has no place yet.
    expect(refusals(chart).map(line => line.slice(0, 16))).toEqual(['[shop/web] NS203', '[shop/web] NS604']);
  });
});

describe('one mistake is reported once', () => {
  test('a sidecar with the name of the app', () => {
    const chart = chartIn();

    addSidecar(deploymentIn(chart), 'web');

    expect(refusals(chart)).toEqual(["[shop/web] NS604 two containers of the pod have the name 'web': give one of them another 'name'"]);
  });

  test('a container that does not exist and gets several things', () => {
    const chart = chartIn();
    const cache = addSidecar(deploymentIn(chart));

    cache.addAppEnv('CACHE_HOST', '127.0.0.1', 'api');
    cache.addAppEnv('CACHE_PORT', '11211', 'api');
    cache.shareEmptyDir('files', { path: '/files', container: 'api' });

    expect(refusals(chart)).toEqual(["[shop/web] NS604 'cache' sets CACHE_HOST, CACHE_PORT of 'api' and mounts 'files' in 'api', which is not a container of the pod: name one of 'web'"]);
  });

  test('a sidecar that adds things to itself by name', () => {
    const chart = chartIn();
    const cache = addSidecar(deploymentIn(chart));

    cache.addAppEnv('CACHE_HOST', '127.0.0.1', 'cache');

    expect(refusals(chart)).toEqual(["[shop/web] NS604 'cache' sets CACHE_HOST of 'cache', which is the sidecar itself: name one of 'web'"]);
  });

  test('a volume that does not exist and is mounted twice', () => {
    const chart = chartIn();
    const cache = addSidecar(deploymentIn(chart));

    cache.mountExisting('data', '/data');
    cache.mountExisting('data', '/more', { subPath: 'more' });

    expect(refusals(chart)).toEqual(["[shop/web] NS616 'cache' mounts the volume 'data', which the pod does not have, so the API server rejects it: add the volume"]);
  });

  test('a port that two containers use', () => {
    const chart = chartIn();

    addSidecar(deploymentIn(chart), 'cache', { ports: [{ number: 8080 }], startup: StartupGate.tcpSocket(8080) });

    expect(refusals(chart)).toHaveLength(1);
  });
});

test('startsAfterInit with a sidecar suggests startsAfter', () => {
  const chart = chartIn();
  const workload = deploymentIn(chart);
  addSidecar(workload, 'b');

  addSidecar(workload, 'a', { startup: StartupGate.tcpSocket(11212) }).startsAfterInit('b');

  expect(refusals(chart)).toEqual([
    "[shop/web] NS203 sidecar 'a' starts after init container 'b', which is a sidecar: call 'startsAfter' with that sidecar, instead of 'startsAfterInit'",
  ]);
});

test('startsAfterInit with a main container says so', () => {
  const chart = chartIn();

  addSidecar(deploymentIn(chart)).startsAfterInit('web');

  expect(refusals(chart).join()).toContain("NS203 sidecar 'cache' starts after init container 'web', which is a main container");
});

test('the user in two places is refused', () => {
  expect(() => addSidecar(deploymentIn(chartIn()), 'cache', { user: 1000, securityContext: { user: 2000 } })).toThrow(
    new Error("sidecar 'cache' has the user 1000 in 'user' and 2000 in 'securityContext': set only 'user'"));
});
