import { Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, CACHE, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import { catalog, NativeSidecar, PodLifecycle } from '../../src';

function chartWith(add: (web: kplus.Deployment, chart: Chart) => unknown): Chart {
  const chart = chartIn();
  add(deploymentIn(chart), chart);
  return chart;
}

describe('what the API server would reject stops synth', () => {
  test.each<[string, Parameters<typeof chartWith>[0], string]>([
    ['a port that does not exist', web => addSidecar(web, 'cache', { ports: [{ number: 70000 }] }), "NS616 'cache' declares port 70000"],
    ['a port name with capitals', web => addSidecar(web, 'cache', { ports: [{ number: 11211, name: 'Cache' }] }), "NS616 'cache' has a port with the name 'Cache'"],
    ['a negative user', web => addSidecar(web, 'cache', { user: -1 }), "NS616 'cache' has runAsUser: -1"],
    ['a memory limit below the request', web => addSidecar(web, 'cache', { resources: { memory: { request: Size.mebibytes(200), limit: Size.mebibytes(100) } } }),
      "NS616 'cache' requests 200Mi of memory, but its limit is 100Mi"],
    ['an amount with a blank', web => addSidecar(web).addOverlay({ resources: { requests: { cpu: '50 m' } } }), "NS616 'cache' has requests of 50 m for cpu"],
    ['a variable with an equals sign', web => addSidecar(web).addAppEnv('CACHE=', 'x'), "NS616 'web' has a variable with the name 'CACHE='"],
    ['a volume that the pod does not have', web => addSidecar(web).mountExisting('data', '/data'), "NS616 'cache' mounts the volume 'data'"],
  ])('%s', (_, add, text) => {
    expect(refusals(chartWith(add))).toEqual([expect.stringContaining(`[shop/web] ${text}`)]);
  });

  test('also in a container of the app', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] }));

    expect(refusals(chart)).toEqual([expect.stringContaining("NS616 'web' mounts the volume 'data'")]);
  });
});

test('a privileged sidecar is accepted by the API server', () => {
  const chart = chartWith(web => addSidecar(web, 'cache', { securityContext: { privileged: true } }));

  expect(synthPod(chart).container('cache')!.spec.securityContext).toMatchObject({ privileged: true, allowPrivilegeEscalation: true });
});

test('a variable from a key that a ConfigMap of the app does not have stops synth', () => {
  const chart = chartWith((web, scope) => {
    const settings = new kplus.ConfigMap(scope, 'settings', { metadata: { name: 'settings' }, data: { 'log-level': 'info' } });
    addSidecar(web, 'cache', { envVariables: { LEVEL: kplus.EnvValue.fromConfigMap(settings, 'level') } });
  });

  expect(refusals(chart)).toEqual([expect.stringContaining("NS617 LEVEL of 'cache' comes from the key 'level' of the ConfigMap 'settings'")]);
});

test('a Service with a port that does not exist is refused', () => {
  expect(() => chartWith(web => addSidecar(web, 'cache', { ports: [{ number: 11211 }] }).access.exposeViaService({ port: 70000 })))
    .toThrow("'port' of the Service of sidecar 'cache' is 70000: set a number from 1 to 65535");
});

test.each([{ requests: { cpu: '100m' } }, { cpu: { requests: kplus.Cpu.millis(100) } }])('resources in the form of a manifest are refused: %j', resources => {
  expect(() => chartWith(web => addSidecar(web, 'cache', { resources: resources as any }))).toThrow(new Error(
    "'resources' of 'cache' is an object: set cdk8s-plus resources, for example { cpu: { request: kplus.Cpu.millis(50) }, memory: { request: Size.mebibytes(64) } }"));
});

describe('a misspelled property is refused', () => {
  test.each<[string, (web: kplus.Deployment) => unknown, string]>([
    ['of a sidecar', web => addSidecar(web, 'cache', { shutdwon: 3 } as any), "'cache' has no property 'shutdwon': set 'shutdown'"],
    ['of a preset', web => new catalog.RedisCache(web, 'cache', { maxMemmory: 3 } as any), "'cache' has no property 'maxMemmory': set 'maxMemory'"],
    ['of a pod lifecycle', web => PodLifecycle.of(web, { preStopdelay: 3 } as any), "the pod lifecycle of 'shop/web' has no property 'preStopdelay': set 'preStopDelay'"],
  ])('%s', (_, add, text) => {
    expect(() => chartWith(add)).toThrow(text);
  });

  test.each<[string, (web: kplus.Deployment) => unknown, string]>([
    ['the spelling of Python', web => new catalog.MemcachedCache(web, 'cache', { max_item_size: 3 } as any), "'cache' has no property 'max_item_size': set 'maxItemSize'"],
    ['an abbreviation', web => new catalog.RedisCache(web, 'cache', { maxMem: 3 } as any), "'cache' has no property 'maxMem': set 'maxMemory'"],
    ['a field of a manifest', web => addSidecar(web, 'cache', { livenessProbe: {} } as any), "'cache' has no property 'livenessProbe': set 'liveness'"],
    ['a property of something else', web => new catalog.MemcachedCache(web, 'cache', { metrix: true } as any),
      "'cache' has no property 'metrix': its properties are envFrom, envPrefix, envVariables, existingVolumes, extraArgs, image, imagePullPolicy, maxConnections, "
      + 'maxItemSize, maxMemory, name, onFailure, patience, podTemplate, port, resources, shutdown, threads, version, volumeMounts'],
  ])('and so is %s', (_, add, text) => {
    expect(() => chartWith(add)).toThrow(text);
  });

  test('but not an absent one', () => {
    expect(() => chartWith(web => addSidecar(web, 'cache', { ...CACHE, replicas: undefined, images: null } as any))).not.toThrow();
  });

  test('and not one of a subclass, which passes on properties of its own', () => {
    class AcmeCache extends catalog.RedisCache {}
    class AcmeSidecar extends NativeSidecar {}

    expect(() => chartWith(web => {
      new AcmeCache(web, 'redis', { team: 'shop' } as any);
      new AcmeSidecar(web, 'cache', { ...CACHE, team: 'shop' } as any);
    })).not.toThrow();
    expect(() => chartWith(web => new AcmeCache(web, 'redis', { maxMemmory: 3 } as any))).toThrow("'redis' has no property 'maxMemmory': set 'maxMemory'");
  });
});
