import * as fc from 'fast-check';
import { PodModel } from '../../src/kubernetes/pod';
import { Quantity } from '../../src/kubernetes/quantity';
import { EffectiveResources, QosClass } from '../../src/kubernetes/resources';

interface Written {
  readonly requests?: unknown;
  readonly limits?: unknown;
}

const main = (name: string, resources?: unknown) => ({ list: 'containers', container: { name, image: 'ghcr.io/acme/web:1.4.2', resources } });
const init = (name: string, resources?: unknown) => ({ list: 'initContainers', container: { name, image: 'docker.io/library/busybox:1.37', resources } });
const sidecar = (name: string, resources?: unknown) => ({
  list: 'initContainers',
  container: { name, image: 'docker.io/library/memcached:1.6.45-alpine', restartPolicy: 'Always', resources },
});

function podOf(parts: ReturnType<typeof main>[], more: object = {}): PodModel {
  const listed = (list: string) => parts.filter(part => part.list === list).map(part => part.container);
  return PodModel.fromManifest({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { template: { spec: { initContainers: listed('initContainers'), containers: listed('containers'), ...more } } },
  });
}

const cpu = (amount: string) => ({ requests: { cpu: amount } });
const both = (cpuAmount: string, memory: string): Written => ({ requests: { cpu: cpuAmount, memory }, limits: { cpu: cpuAmount, memory } });

describe('requests', () => {
  test.each([
    ['the main containers add up', [main('app', cpu('1')), main('worker', cpu('500m'))], '1500m'],
    ['a sidecar is added to the app', [sidecar('proxy', cpu('100m')), main('app', cpu('250m'))], '350m'],
    ['an init container counts alone', [init('migrate', cpu('2')), main('app', cpu('250m'))], '2'],
    ['a small init container does not count', [init('migrate', cpu('200m')), main('app', cpu('250m'))], '250m'],
    ['an init container before a sidecar counts without it', [init('migrate', cpu('2')), sidecar('proxy', cpu('1')), main('app', cpu('500m'))], '2'],
    ['an init container after a sidecar counts with it', [sidecar('proxy', cpu('1')), init('migrate', cpu('2')), main('app', cpu('500m'))], '3'],
    ['two init containers do not add up', [init('a', cpu('2')), init('b', cpu('2')), main('app', cpu('1'))], '2'],
    ['init and sidecars in turn', [
      init('i1', cpu('2')), sidecar('sA', cpu('1')), init('i2', cpu('3')), sidecar('sB', cpu('1')), main('app', cpu('1')), main('worker', cpu('1')),
    ], '4'],
  ])('%s', (_behavior, parts, expected) => {
    const resources = EffectiveResources.of(podOf(parts));

    expect(resources.requests).toEqual({ cpu: expected });
    expect(resources.limits).toEqual({});
  });

  test('each resource goes its own way, and they are sorted', () => {
    const pod = podOf([
      init('load', { requests: { 'memory': '2Gi', 'nvidia.com/gpu': 1 } }),
      sidecar('proxy', { requests: { cpu: '100m', memory: '64Mi' } }),
      main('app', { requests: { 'memory': '192Mi', 'cpu': '400m', 'ephemeral-storage': '1G' } }),
    ]);

    const requests = EffectiveResources.of(pod).requests;

    expect(requests).toEqual({ 'cpu': '500m', 'ephemeral-storage': '1G', 'memory': '2Gi', 'nvidia.com/gpu': '1' });
    expect(Object.keys(requests)).toEqual(['cpu', 'ephemeral-storage', 'memory', 'nvidia.com/gpu']);
  });

  test('a sum is written like the first main container', () => {
    const pod = podOf([sidecar('proxy', { requests: { memory: '1024k' } }), main('app', { requests: { memory: '64Mi' } })]);

    expect(EffectiveResources.of(pod).requests).toEqual({ memory: '66536Ki' });
  });

  test('a limit without a request is a request too, as the API server sets it', () => {
    const pod = podOf([main('app', { limits: { 'cpu': '1', 'memory': '64Mi', 'nvidia.com/gpu': '1' }, requests: { cpu: '250m' } })]);

    expect(EffectiveResources.of(pod).requests).toEqual({ 'cpu': '250m', 'memory': '64Mi', 'nvidia.com/gpu': '1' });
  });

  test('what is finer than a milli is rounded up, container by container', () => {
    const pod = podOf([main('app', cpu('100u')), main('worker', cpu('100u'))]);

    expect(EffectiveResources.of(pod).requests).toEqual({ cpu: '2m' });
  });

  test('empty resources ask for nothing, and an empty amount for zero', () => {
    const pod = podOf([main('app', null), main('worker', { requests: null, limits: {} }), sidecar('proxy', { requests: { cpu: null, memory: undefined } })]);

    expect(EffectiveResources.of(pod).requests).toEqual({ cpu: '0' });
  });
});

describe('limits', () => {
  test('are walked like requests, and a container without one adds nothing', () => {
    const pod = podOf([
      sidecar('proxy', { limits: { cpu: '1', memory: '64Mi' } }),
      init('migrate', { limits: { cpu: '3' } }),
      main('app', { limits: { memory: '192Mi' } }),
      main('worker'),
    ]);

    expect(EffectiveResources.of(pod).limits).toEqual({ cpu: '4', memory: '256Mi' });
  });
});

describe('overhead of the runtime', () => {
  test('is added to all requests, but only to limits that are there and not zero', () => {
    const pod = podOf(
      [main('app', { requests: { cpu: '250m' }, limits: { 'cpu': '1', 'ephemeral-storage': '0' } })],
      { overhead: { 'cpu': '250m', 'memory': '120Mi', 'ephemeral-storage': '1G' } },
    );

    const resources = EffectiveResources.of(pod);

    expect(resources.requests).toEqual({ 'cpu': '500m', 'memory': '120Mi', 'ephemeral-storage': '1G' });
    expect(resources.limits).toEqual({ 'cpu': '1250m', 'ephemeral-storage': '0' });
  });
});

describe('resources of the pod as a whole', () => {
  const parts = [sidecar('proxy', cpu('100m')), main('app', { requests: { cpu: '400m', memory: '64Mi' }, limits: { cpu: '1' } })];

  test.each<[string, Written, object, object]>([
    ['replace what they name', { requests: { cpu: '2' }, limits: { cpu: '3' } }, { cpu: '2', memory: '64Mi' }, { cpu: '3' }],
    ['a limit alone leaves the containers their requests', { limits: { cpu: '3' } }, { cpu: '500m', memory: '64Mi' }, { cpu: '3' }],
    ['a limit alone is the request where no container has one', { limits: { 'hugepages-2Mi': '4Mi' } },
      { 'cpu': '500m', 'hugepages-2Mi': '4Mi', 'memory': '64Mi' }, { 'cpu': '1', 'hugepages-2Mi': '4Mi' }],
    ['cannot name other resources', { requests: { 'ephemeral-storage': '1G' }, limits: { 'nvidia.com/gpu': '1' } }, { cpu: '500m', memory: '64Mi' }, { cpu: '1' }],
    ['say nothing when they are empty', { requests: {} }, { cpu: '500m', memory: '64Mi' }, { cpu: '1' }],
  ])('%s', (_behavior, resources, requests, limits) => {
    const effective = EffectiveResources.of(podOf(parts, { resources }));

    expect(effective.requests).toEqual(requests);
    expect(effective.limits).toEqual(limits);
  });

  test('get the overhead on top', () => {
    const pod = podOf(parts, { resources: { requests: { cpu: '2' } }, overhead: { cpu: '250m' } });

    expect(EffectiveResources.of(pod).requests.cpu).toBe('2250m');
  });
});

describe('quality of service', () => {
  test.each([
    ['nothing said', [main('app')], QosClass.BEST_EFFORT],
    ['only other resources said', [main('app', { limits: { 'ephemeral-storage': '1G' } })], QosClass.BEST_EFFORT],
    ['only zeros said', [main('app', both('0', '0'))], QosClass.BEST_EFFORT],
    ['requests equal limits', [main('app', both('1', '64Mi'))], QosClass.GUARANTEED],
    ['limits only', [main('app', { limits: { cpu: '1', memory: '64Mi' } })], QosClass.GUARANTEED],
    ['equal but written differently', [main('app', { requests: { cpu: '1000m', memory: '1Ki' }, limits: { cpu: 1, memory: '1024' } })], QosClass.GUARANTEED],
    ['requests below limits', [main('app', { requests: { cpu: '500m' }, limits: { cpu: '1', memory: '64Mi' } })], QosClass.BURSTABLE],
    ['requests only', [main('app', { requests: { cpu: '1', memory: '64Mi' } })], QosClass.BURSTABLE],
    ['no limit of memory', [main('app', { limits: { cpu: '1' } })], QosClass.BURSTABLE],
    ['a sidecar that says nothing', [sidecar('proxy'), main('app', both('1', '64Mi'))], QosClass.BURSTABLE],
    ['an init container that says nothing', [init('migrate'), main('app', both('1', '64Mi'))], QosClass.BURSTABLE],
    ['every container guaranteed', [init('migrate', both('2', '1Gi')), sidecar('proxy', both('100m', '64Mi')), main('app', both('1', '64Mi'))], QosClass.GUARANTEED],
    ['only a sidecar asks', [sidecar('proxy', cpu('100m')), main('app')], QosClass.BURSTABLE],
  ])('%s: %#', (_behavior, parts, expected) => {
    expect(EffectiveResources.of(podOf(parts)).qosClass).toBe(expected);
  });

  test.each<[string, Written, QosClass]>([
    ['pod guaranteed, containers silent', both('2', '1Gi'), QosClass.GUARANTEED],
    ['pod with limits only, containers silent', { limits: { cpu: '2', memory: '1Gi' } }, QosClass.GUARANTEED],
    ['pod with one limit only', { limits: { cpu: '2' } }, QosClass.BURSTABLE],
    ['pod with requests only', { requests: { cpu: '2', memory: '1Gi' } }, QosClass.BURSTABLE],
    ['pod with huge pages only', { limits: { 'hugepages-2Mi': '4Mi' } }, QosClass.BEST_EFFORT],
    ['pod with what it cannot name', { limits: { 'ephemeral-storage': '4Mi' } }, QosClass.BEST_EFFORT],
  ])('%s', (_behavior, resources, expected) => {
    expect(EffectiveResources.of(podOf([sidecar('proxy'), main('app')], { resources })).qosClass).toBe(expected);
  });

  test('what the containers ask for counts against the limit of the pod', () => {
    const pod = podOf([main('app', { requests: { cpu: '1', memory: '1Gi' } })], { resources: { limits: { cpu: '2', memory: '1Gi' } } });

    expect(EffectiveResources.of(pod).qosClass).toBe(QosClass.BURSTABLE);
  });
});

test('what the sidecars cost is the difference to the pod without them', () => {
  const pod = podOf([sidecar('proxy', cpu('100m')), init('migrate', both('2', '1Gi')), main('app', both('1', '64Mi'))]);

  const before = EffectiveResources.withoutSidecars(pod);
  const after = EffectiveResources.of(pod);

  expect([before.requests, before.qosClass]).toEqual([{ cpu: '2', memory: '1Gi' }, QosClass.GUARANTEED]);
  expect([after.requests, after.qosClass]).toEqual([{ cpu: '2100m', memory: '1Gi' }, QosClass.BURSTABLE]);
});

describe('a malformed amount is refused with its place', () => {
  const hint = 'a number with one of the suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or with none, such as 250m or 64Mi';

  test.each<[string, ReturnType<typeof main>[], object, string]>([
    ['in a main container', [init('migrate'), main('app'), main('worker', { requests: { memory: '12 MB' } })], {},
      `Deployment/web: 'spec.template.spec.containers[1].resources.requests.memory' of container 'worker' is "12 MB": write ${hint}`],
    ['in a sidecar', [init('migrate'), sidecar('proxy', { limits: { cpu: true } }), main('app')], {},
      `Deployment/web: 'spec.template.spec.initContainers[1].resources.limits.cpu' of container 'proxy' is true: write ${hint}`],
    ['below zero', [main('app', cpu('-1'))], {},
      "Deployment/web: 'spec.template.spec.containers[0].resources.requests.cpu' of container 'app' is \"-1\", but a resource cannot be negative: write 0 or more, such as 250m or 64Mi"],
    ['a list instead of requests', [main('app', { requests: ['cpu'] })], {},
      "Deployment/web: 'spec.template.spec.containers[0].resources.requests' of container 'app' is a list: write an object of quantities, such as { cpu: 250m, memory: 64Mi }"],
    ['a text instead of resources', [main('app', 'small')], {},
      "Deployment/web: 'spec.template.spec.containers[0].resources' of container 'app' is \"small\": write an object with requests and limits"],
    ['in the pod itself', [main('app')], { resources: { limits: { cpu: 'two' } } },
      `Deployment/web: 'spec.template.spec.resources.limits.cpu' is "two": write ${hint}`],
    ['in the overhead', [main('app')], { overhead: { memory: '64mi' } },
      `Deployment/web: 'spec.template.spec.overhead.memory' is "64mi": write ${hint}`],
  ])('%s', (_place, parts, more, message) => {
    expect(() => EffectiveResources.of(podOf(parts, more))).toThrow(new Error(message));
  });
});

describe('for any pod', () => {
  const amount = fc.option(fc.constantFrom('0', '1', '100m', '1500m', '2Ki', '64Mi', '3k', '1e3'), { nil: undefined });
  const written = fc.record({ cpu: amount, memory: amount }).map(requests => ({ requests, limits: {} }));
  const part = fc.tuple(fc.constantFrom(main, init, sidecar), written);
  const pod = fc.tuple(written, fc.array(part, { maxLength: 6 }))
    .map(([first, rest]) => [main('app', first), ...rest.map(([make, resources], index) => make(`c${index}`, resources))]);

  const of = (list: { [resource: string]: string | undefined }, name: string) => Quantity.parse(list[name] ?? '0');

  test('it asks for at least what each container asks for', () => {
    fc.assert(fc.property(pod, parts => {
      const effective = EffectiveResources.of(podOf(parts)).requests;

      for (const { container } of parts) {
        const own = (container.resources as { requests: { [resource: string]: string } }).requests;
        expect(of(effective, 'cpu').compare(of(own, 'cpu'))).toBeGreaterThanOrEqual(0);
        expect(of(effective, 'memory').compare(of(own, 'memory'))).toBeGreaterThanOrEqual(0);
      }
    }));
  });

  test('one more sidecar, wherever it stands, never lowers anything', () => {
    fc.assert(fc.property(pod, written, fc.nat({ max: 7 }), (parts, resources, at) => {
      const without = EffectiveResources.of(podOf(parts)).requests;
      const more = EffectiveResources.of(podOf([...parts.slice(0, at), sidecar('more', resources), ...parts.slice(at)])).requests;

      expect(of(more, 'cpu').compare(of(without, 'cpu'))).toBeGreaterThanOrEqual(0);
      expect(of(more, 'memory').compare(of(without, 'memory'))).toBeGreaterThanOrEqual(0);
    }));
  });

  test('without its sidecars it never asks for more', () => {
    fc.assert(fc.property(pod, parts => {
      const all = EffectiveResources.of(podOf(parts)).requests;
      const fewer = EffectiveResources.withoutSidecars(podOf(parts)).requests;

      expect(of(all, 'cpu').compare(of(fewer, 'cpu'))).toBeGreaterThanOrEqual(0);
      expect(of(all, 'memory').compare(of(fewer, 'memory'))).toBeGreaterThanOrEqual(0);
    }));
  });
});
