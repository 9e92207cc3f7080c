import { ApiObject, Duration, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Build, bothWays, IDS } from './both-ways';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { catalog, IRule, KubernetesVersion, NativeSidecar, Offense, PodLifecycle, RuleBook, RuleSubject, Severity, StartupGate } from '../../src';
import { Identity } from '../../src/sidecars/identity';

/** A Deployment of cdk8s-plus with a sidecar. */
const plain: Build = (chart, id) => {
  const web = deploymentIn(chart, {}, id);
  addSidecar(web, 'cache', { shutdown: Duration.seconds(2) });
  return web;
};

test('workloads that differ in their names alone are composed once, and each gets what it would get alone', () => {
  const { together, alone, composed } = bothWays(plain);

  expect(composed).toBe(1);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});

test.each<[string, (id: string) => string]>([
  ['of its own', id => `shop-${id}`],
  ['that is as long as the others', id => id.slice(0, 3)],
])('workloads that each have an explicit name %s are composed once', (_what, nameOf) => {
  const { together, alone, composed } = bothWays((chart, id) => {
    const web = deploymentIn(chart, { metadata: { name: nameOf(id), labels: { tier: 'web' } } }, id);
    addSidecar(web);
    return web;
  });

  expect(composed).toBe(1);
  expect(together.map((manifest: any) => manifest.metadata.name)).toEqual(IDS.map(nameOf));
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});

test('a name that code of the user decides is asked for each workload', () => {
  const chart = chartIn();
  IDS.forEach(id => {
    const web = plain(chart, id, 0);
    (ApiObject.of(web).metadata as { name: unknown }).name = Lazy.any({ produce: () => `lazy-${id}` });
  });

  expect(Testing.synth(chart).map(manifest => manifest.metadata.name)).toEqual(IDS.map(id => `lazy-${id}`));
});

test('workloads of two kinds in turn are composed once for each kind', () => {
  const { together, alone, composed } = bothWays((chart, id, index) => {
    const web = deploymentIn(chart, { replicas: 1 + index % 2 }, id);
    addSidecar(web, 'cache', index % 2 === 0 ? {} : { args: ['--quiet'] });
    return web;
  });

  expect(composed).toBe(2);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});

test('workloads that are alike share no object', () => {
  const [one, two] = bothWays(plain).together as any[];

  one.spec.template.spec.initContainers[0].args = ['changed'];
  one.spec.template.metadata.labels.changed = 'yes';

  expect(two.spec.template.spec.initContainers[0].args).toBeUndefined();
  expect(two.spec.template.metadata.labels.changed).toBeUndefined();
});

describe('a workload is composed by itself, and gets what it would get alone', () => {
  test.each<[string, Build]>([
    ['with a sidecar that has a time of its own', (chart, id, index) => {
      const web = deploymentIn(chart, {}, id);
      addSidecar(web, 'cache', { shutdown: Duration.seconds(10 * (index + 1)) });
      return web;
    }],
    ['with a label that has its explicit name', (chart, id) => {
      const web = deploymentIn(chart, { metadata: { name: id, labels: { app: id } } }, id);
      addSidecar(web);
      return web;
    }],
    ['with labels of its own', (chart, id) => {
      const web = kubeDeploymentIn(chart, {}, id);
      addSidecar(web);
      return web;
    }],
    ['with an overlay of its own', (chart, id) => {
      const web = deploymentIn(chart, {}, id);
      addSidecar(web).addOverlay({ workingDir: `/${id}` });
      return web;
    }],
    ['with a reason of its own for having no gate', (chart, id) => {
      const web = deploymentIn(chart, {}, id);
      addSidecar(web, 'cache', { startup: StartupGate.none(`because of ${id}`) });
      return web;
    }],
    ['that keeps its pods apart by its own address', (chart, id) => {
      const web = plain(chart, id, 0) as kplus.Deployment;
      web.scheduling.separate(web);
      return web;
    }],
    ['that spreads its pods', (chart, id) => {
      const web = deploymentIn(chart, { spread: true }, id);
      addSidecar(web);
      return web;
    }],
    ['behind a Service', (chart, id) => {
      const web = plain(chart, id, 0) as kplus.Deployment;
      web.exposeViaService();
      return web;
    }],
    ['with a preset that writes a ConfigMap', (chart, id) => {
      const web = deploymentIn(chart, {}, id);
      new catalog.Nginx(web, 'proxy', { appPort: 8080 });
      return web;
    }],
  ])('%s', (_name, build) => {
    const { together, alone, composed } = bothWays(build);

    expect(composed).toBe(IDS.length);
    expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
  });

  test('where only one of them is behind a Service', () => {
    const { together, alone } = bothWays((chart, id, index) => {
      const web = plain(chart, id, index) as kplus.Deployment;
      if (index === 2) {
        web.exposeViaService();
      }
      return web;
    });
    const hooks = together.map((manifest: any) => manifest.spec.template.spec.containers[0].lifecycle?.preStop !== undefined);

    expect(hooks).toEqual([false, false, true, false]);
    expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
  });
});

test('each of several workloads that are alike reports its error', () => {
  const chart = chartIn();
  IDS.forEach(id => addSidecar(deploymentIn(chart, { terminationGracePeriod: Duration.seconds(3) }, id), 'cache', { shutdown: Duration.seconds(20) }));

  expect(refusals(chart).filter(text => text.includes('NS301')).map(text => text.split(']')[0])).toEqual(IDS.map(id => `[shop/${id}`));
});

test('a rule of the user sees every pod', () => {
  class Seen implements IRule {
    public readonly id = 'ACME1';
    public readonly severity = Severity.ERROR;
    public readonly title = 'No workload is the third';
    public readonly titles: string[] = [];
    public check({ pod }: RuleSubject): Offense[] {
      this.titles.push(pod.title);
      return pod.name === 'shop-three' ? [{ message: 'is the third', fix: 'rename it' }] : [];
    }
  }
  const chart = chartIn();
  const rule = new Seen();
  RuleBook.of(chart).add(rule);
  IDS.forEach(id => plain(chart, id, 0));

  expect(refusals(chart)).toEqual([expect.stringContaining('[shop/three] ACME1 is the third')]);
  expect(new Set(rule.titles)).toEqual(new Set(IDS.map(id => `Deployment/shop-${id}`)));
});

test.each([[[], ['ContainerStopSignals']], [['ContainerStopSignals'], []]])('workloads for clusters with other feature gates are not alike: %j, then %j', (...gates) => {
  const app = Testing.app();
  gates.forEach((names, index) => {
    const chart = chartIn(app, `cluster-${index}`);
    PodLifecycle.target(chart, KubernetesVersion.of('1.33').withFeatureGates(names));
    addSidecar(deploymentIn(chart)).addOverlay({ lifecycle: { stopSignal: 'SIGFOO' } });
  });

  // Only an API server that knows the field rejects its value.
  expect(() => app.synthYaml()).toThrow(`[cluster-${gates.findIndex(names => names.length > 0)}/web] NS616`);
});

test('code of the user runs once for each workload, and what it answers counts', () => {
  let count = 0;
  const produce = jest.fn(() => (++count > 2 ? 'late' : 'early'));
  const chart = chartIn();
  IDS.forEach(id => addSidecar(kubeDeploymentIn(chart, { nodeName: Lazy.any({ produce }) }, 'web'.concat(id))));

  const names = Testing.synth(chart).map(manifest => manifest.spec.template.spec.nodeName);

  expect(names).toEqual(['early', 'early', 'late', 'late']);
  expect(produce).toHaveBeenCalledTimes(4);
});

test('what changes between two synths counts', () => {
  const chart = chartIn();
  const sidecars = IDS.map(id => addSidecar(deploymentIn(chart, {}, id)));
  Testing.synth(chart);

  sidecars[1].container.env.addVariable('LATE', kplus.EnvValue.fromValue('yes'));
  const names = Testing.synth(chart).map(manifest => manifest.spec.template.spec.initContainers[0].env?.[0].name);

  expect(names).toEqual([undefined, 'LATE', undefined, undefined]);
});

test('sidecars in a workload that lost its object say so', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  new NativeSidecar(web, 'cache', { image: 'ghcr.io/acme/cache:1.6.45', startup: StartupGate.tcpSocket(11211) });
  web.node.tryRemoveChild('Resource');

  expect(refusals(chart)).toEqual([expect.stringContaining("sidecar 'cache' belongs to 'shop/web', which now contains 0 workloads")]);
});

describe('an identity notices who looks at it', () => {
  const manifest = () => ({ metadata: { name: 'web', namespace: 'shop' }, spec: { template: { metadata: { labels: { [kplus.Pod.ADDRESS_LABEL]: 'c8', app: 'web' } } } } });

  test.each<[string, (given: any) => unknown, boolean]>([
    ['at the name', given => given.metadata.name, true],
    ['at all labels', given => Object.entries(given.spec.template.metadata.labels), true],
    ['at a copy', given => ({ ...given.metadata }), true],
    ['at another label', given => given.spec.template.metadata.labels.app, false],
    ['at the namespace', given => given.metadata.namespace, false],
  ])('%s', (_name, look, isRead) => {
    const given = manifest();
    const identity = new Identity(given);

    identity.watched(() => look(given));

    expect(identity.isRead).toBe(isRead);
    expect(JSON.stringify(given)).toBe(JSON.stringify(manifest()));
    expect(Object.getOwnPropertyDescriptor(given.metadata, 'name')).toEqual({ value: 'web', writable: true, enumerable: true, configurable: true });
  });
});
