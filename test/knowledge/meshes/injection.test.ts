import { InjectedPlace, injectInto, Injection } from '../../../src/knowledge/meshes/injection';
import { ISTIO } from '../../../src/knowledge/meshes/istio';

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
    const spec = injectInto({ initContainers: [{ name: 'cache', restartPolicy: 'Always', [kind]: probe }], containers: [] }, { injected: [], rewriteProbes: ISTIO.probes.rewrite });
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
