import { addSidecar, chartIn, deploymentIn, synthPod } from './support';
import { LifecycleEvent, PodLifecycle } from '../../src';

function webWith(...initContainers: string[]) {
  const chart = chartIn();
  const web = deploymentIn(chart, { initContainers: initContainers.map(name => ({ name, image: `ghcr.io/acme/${name}:1.0.0` })) });
  return { web, order: () => synthPod(chart).containers.map(container => container.name) };
}

describe('containers start in this order', () => {
  test('sidecars as they were made, then init containers, then the app', () => {
    const { web, order } = webWith('migrate', 'warm');

    ['proxy', 'cache', 'logs'].forEach(id => addSidecar(web, id));

    expect(order()).toEqual(['proxy', 'cache', 'logs', 'migrate', 'warm', 'web']);
  });

  test('a sidecar after the one that it needs', () => {
    const { web, order } = webWith();
    const [cache, proxy] = ['cache', 'proxy'].map(id => addSidecar(web, id));
    addSidecar(web, 'logs');

    cache.startsAfter(proxy);

    expect(order()).toEqual(['proxy', 'cache', 'logs', 'web']);
  });

  test('a sidecar after the init container that it needs, and the others before all of them', () => {
    const { web, order } = webWith('migrate', 'warm', 'seed');
    const [logs] = ['logs', 'proxy'].map(id => addSidecar(web, id));

    logs.startsAfterInit('warm');

    expect(order()).toEqual(['proxy', 'migrate', 'warm', 'logs', 'seed', 'web']);
  });

  test('init containers keep their order, even if only the last is asked for', () => {
    const { web, order } = webWith('c', 'a', 'b');
    const cache = addSidecar(web);

    cache.startsAfterInit('b');

    expect(order()).toEqual(['c', 'a', 'b', 'cache', 'web']);
  });

  test('what a sidecar waits for, those behind it wait for too', () => {
    const { web, order } = webWith('migrate');
    const [logs, cache] = ['logs', 'cache'].map(id => addSidecar(web, id));

    cache.startsAfterInit('migrate');
    logs.startsAfter(cache);

    expect(order()).toEqual(['migrate', 'cache', 'logs', 'web']);
  });

  test('saying it twice does no harm', () => {
    const { web, order } = webWith('migrate');
    const [cache, proxy] = ['cache', 'proxy'].map(id => addSidecar(web, id));

    [1, 2].forEach(() => {
      cache.startsAfter(proxy);
      cache.startsAfterInit('migrate');
    });

    expect(order()).toEqual(['proxy', 'migrate', 'cache', 'web']);
  });
});

test('they stop in reverse: the app first, the first sidecar last', () => {
  const { web } = webWith('migrate');
  const [cache, proxy] = ['cache', 'proxy'].map(id => addSidecar(web, id));
  cache.startsAfter(proxy);

  const timeline = PodLifecycle.of(web).timeline();

  const happening = (event: LifecycleEvent) => timeline.events.filter(one => one.event === event).map(one => one.container);
  expect(happening(LifecycleEvent.STARTED)).toEqual(['proxy', 'cache', 'migrate', 'web']);
  expect(happening(LifecycleEvent.SIGTERM)).toEqual(['web', 'cache', 'proxy']);
  expect(timeline.startsBefore('proxy', 'cache') && timeline.outlives('proxy', 'cache')).toBe(true);
});
