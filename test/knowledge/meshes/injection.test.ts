import { CONSUL } from '../../../src/knowledge/meshes/consul';
import { InjectedPlace, injectInto, Injection } from '../../../src/knowledge/meshes/injection';
import { ISTIO } from '../../../src/knowledge/meshes/istio';
import { KUMA } from '../../../src/knowledge/meshes/kuma';
import { ProbedPod } from '../../../src/knowledge/meshes/probe-rewriting';

const NOTHING: Injection = { injected: [] };

function names(spec: any): object {
  const list = (containers: any[] | undefined) => containers?.map(container => container.name);
  return { initContainers: list(spec.initContainers), containers: list(spec.containers) };
}

function placed(...containers: [string, InjectedPlace][]): Injection {
  return { injected: containers.map(([name, place]) => ({ container: { name }, place })) };
}

describe('where an injected container stands', () => {
  const pod = { initContainers: [{ name: 'migrate' }, { name: 'logs' }], containers: [{ name: 'web' }, { name: 'cron' }] };

  test.each([
    [InjectedPlace.FIRST, ['a', 'b', 'migrate', 'logs'], ['web', 'cron']],
    [InjectedPlace.LAST, ['migrate', 'logs', 'a', 'b'], ['web', 'cron']],
    [InjectedPlace.MAIN_FIRST, ['migrate', 'logs'], ['a', 'b', 'web', 'cron']],
    [InjectedPlace.MAIN, ['migrate', 'logs'], ['web', 'cron', 'a', 'b']],
  ])('%s', (place, initContainers, containers) => {
    expect(names(injectInto(pod, placed(['a', place], ['b', place])))).toEqual({ initContainers, containers });
  });

  test('a pod without init containers gets some only when there are some', () => {
    expect(names(injectInto({ containers: [{ name: 'web' }] }, placed(['a', InjectedPlace.FIRST])))).toEqual({ initContainers: ['a'], containers: ['web'] });
    expect(injectInto({ containers: [{ name: 'web' }] }, NOTHING)).toEqual({ containers: [{ name: 'web' }] });
  });

  test('a pod that was injected before stays as it is', () => {
    const once = injectInto(pod, placed(['a', InjectedPlace.FIRST], ['b', InjectedPlace.MAIN]));

    expect(injectInto(once, placed(['a', InjectedPlace.FIRST], ['b', InjectedPlace.MAIN]))).toEqual(once);
  });

  test("an image 'auto' changes the injected container, and leaves its place to the injector", () => {
    const change = { name: 'a', image: 'auto', resources: { limits: { memory: '1Gi' } } };
    const proxy = { name: 'a', restartPolicy: 'Always' };

    const spec = injectInto({ containers: [{ name: 'web' }, change] }, { injected: [{ container: proxy, place: InjectedPlace.FIRST }], patchImage: ISTIO.proxy.patchImage });

    expect(spec).toEqual({ initContainers: [{ ...proxy, ...change }], containers: [{ name: 'web' }] });
  });

  test('the given pod and the injected container are not touched by what happens to the result', () => {
    const given = { containers: [{ name: 'web', env: [{ name: 'A' }] }] };
    const proxy = { name: 'a', ports: [{ containerPort: 1 }] };

    const spec: any = injectInto(given, { injected: [{ container: proxy, place: InjectedPlace.FIRST }] });
    spec.containers[0].env.push({ name: 'B' });
    spec.initContainers[0].ports.push({ containerPort: 2 });

    expect(given).toEqual({ containers: [{ name: 'web', env: [{ name: 'A' }] }] });
    expect(proxy.ports).toHaveLength(1);
  });
});

describe('probes that Istio rewrites', () => {
  const rewritten = (probe: object, kind = 'startupProbe'): any => {
    const spec = injectInto({ initContainers: [{ name: 'cache', restartPolicy: 'Always', [kind]: probe }], containers: [] }, { injected: [], rewriteProbes: (container, place) => ISTIO.probes.rewrite(container, place, { isNative: true, annotations: {} }) });
    return spec.initContainers[0][kind];
  };

  test.each([
    ['startupProbe', '/app-health/cache/startupz'],
    ['readinessProbe', '/app-health/cache/readyz'],
    ['livenessProbe', '/app-health/cache/livez'],
  ])('%s', (kind, path) => {
    expect(rewritten({ httpGet: { path: '/', port: 80 } }, kind)).toEqual({ httpGet: { path, port: 15020 } });
  });

  test.each([
    ['TCP', { tcpSocket: { port: 6379 }, periodSeconds: 1 }, { httpGet: { path: '/app-health/cache/startupz', port: 15020 }, periodSeconds: 1 }],
    ['gRPC', { grpc: { port: 9000 }, failureThreshold: 9 }, { httpGet: { path: '/app-health/cache/startupz', port: 15020 }, failureThreshold: 9 }],
    [
      'HTTPS with headers',
      { httpGet: { path: '/up', port: 443, scheme: 'HTTPS', httpHeaders: [{ name: 'Host', value: 'a' }] } },
      { httpGet: { path: '/app-health/cache/startupz', port: 15020, scheme: 'HTTP', httpHeaders: [{ name: 'Host', value: 'a' }] } },
    ],
    ['a command is not', { exec: { command: ['true'] } }, { exec: { command: ['true'] } }],
  ])('%s', (_, probe, result) => {
    expect(rewritten(probe)).toEqual(result);
  });
});

test("Istio's agent also makes the calls of hooks, for all but commands", () => {
  const hooks = { preStop: { httpGet: { path: '/drain', port: 8080 } }, postStart: { exec: { command: ['true'] } } };
  const { lifecycle } = ISTIO.probes.rewrite({ name: 'web', lifecycle: hooks }, { isMain: true, index: 0 }, { isNative: true, annotations: {} });

  expect(lifecycle).toEqual({ preStop: { httpGet: { path: '/app-lifecycle/web/prestopz', port: 15020 } }, postStart: hooks.postStart });
});

describe('probes that Kuma rewrites', () => {
  const MAIN = { isMain: true, index: 0 };
  const NATIVE = { isNative: true, annotations: {} };
  const rewritten = (probe: object, place = MAIN, pod: ProbedPod = NATIVE) =>
    KUMA.probes.rewrite({ name: 'web', restartPolicy: 'Always', ports: [{ name: 'http', containerPort: 8080 }], startupProbe: probe }, place, pod).startupProbe;

  test.each([
    [{ httpGet: { path: '/ready', port: 'http', scheme: 'HTTPS' }, periodSeconds: 1 }, { httpGet: { path: '/8080/ready', port: 9001 }, periodSeconds: 1 }],
    [{ httpGet: { path: 'ready', port: 8080 } }, { httpGet: { path: '/8080/ready', port: 9001 } }],
    [{ grpc: { port: 9000 } }, { httpGet: { path: '/grpc/9000', port: 9001 } }],
    [{ exec: { command: ['true'] } }, { exec: { command: ['true'] } }],
  ])('%j', (probe, expected) => {
    expect(rewritten(probe)).toEqual(expected);
  });

  test('at the port that the pod asks for, and of a native sidecar only behind a native proxy', () => {
    const probe = { tcpSocket: { port: 8080 } };

    expect(rewritten(probe, MAIN, { isNative: true, annotations: { 'kuma.io/application-probe-proxy-port': '9100' } })).toEqual({ httpGet: { path: '/tcp/8080', port: 9100 } });
    expect(rewritten(probe, { isMain: false, index: 0 }, { isNative: false, annotations: {} })).toEqual(probe);
  });
});

test('Consul moves the HTTP probes of the second container to the second ports', () => {
  const { readinessProbe, livenessProbe } = CONSUL.probes.rewrite(
    { name: 'admin', readinessProbe: { httpGet: { path: '/ready', port: 8081 } }, livenessProbe: { tcpSocket: { port: 8081 } } },
    { isMain: true, index: 1 },
    { isNative: true, annotations: {} },
  );

  expect([readinessProbe, livenessProbe]).toEqual([{ httpGet: { path: '/ready', port: 20401 } }, { tcpSocket: { port: 8081 } }]);
});
