import { App, Chart, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as kplus34 from 'cdk8s-plus-34';
import { rolloutIn } from './sources';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, synthPod } from './support';
import { PodLifecycle } from '../../src';

describe('what user code does after the sidecar was added counts', () => {
  test('init containers stand behind the sidecar', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);

    web.addInitContainer({ name: 'migrate', image: 'ghcr.io/acme/migrate:3.1.0' });

    expect(synthPod(chart).containers.map(container => container.name)).toEqual(['cache', 'migrate', 'web']);
  });

  test('variables and ports of the sidecar and of the app', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    const cache = addSidecar(web);

    cache.container.env.addVariable('MEMORY', kplus.EnvValue.fromValue('64'));
    cache.container.addPort({ number: 11211 });
    web.containers[0].env.addVariable('CACHE', kplus.EnvValue.fromValue('localhost:11211'));

    const pod = synthPod(chart);
    expect(pod.container('cache').spec).toMatchObject({ env: [{ name: 'MEMORY', value: '64' }], ports: [{ containerPort: 11211 }] });
    expect(pod.container('web').spec.env).toEqual([{ name: 'CACHE', value: 'localhost:11211' }]);
    expect(cache.ports).toEqual([{ number: 11211 }]);
  });

  test('JSON patches on the workload', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart);
    addSidecar(web);

    web.addJsonPatch(
      JsonPatch.add('/spec/template/spec/initContainers/-', { name: 'migrate', image: 'ghcr.io/acme/migrate:3.1.0' }),
      JsonPatch.add('/spec/template/spec/terminationGracePeriodSeconds', 90),
    );

    const pod = synthPod(chart);
    expect(pod.containers.map(container => container.name)).toEqual(['cache', 'migrate', 'web']);
    expect(pod.gracePeriodSeconds).toBe(90);
  });

  test('labels of the pod', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);

    web.podMetadata.addLabel('team', 'shop');

    expect(synthPod(chart).metadata.labels).toMatchObject({ team: 'shop' });
  });

  test('also between two syntheses', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    const cache = addSidecar(web);
    const before = synthPod(chart);

    cache.container.env.addVariable('MEMORY', kplus.EnvValue.fromValue('64'));
    addSidecar(web, 'proxy');

    const after = synthPod(chart);
    expect(before.sidecars.map(sidecar => sidecar.name)).toEqual(['cache']);
    expect(after.sidecars.map(sidecar => sidecar.name)).toEqual(['cache', 'proxy']);
    expect(after.container('cache').spec.env).toEqual([{ name: 'MEMORY', value: '64' }]);
  });

  test('but never to another sidecar with the same props', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    const props = { envVariables: { LEVEL: kplus.EnvValue.fromValue('info') }, volumeMounts: [] };
    const cache = addSidecar(web, 'cache', props);
    addSidecar(web, 'proxy', props);

    cache.container.env.addVariable('MEMORY', kplus.EnvValue.fromValue('64'));
    cache.container.mount('/tmp', kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp'));

    const proxy = synthPod(chart).container('proxy').spec;
    expect(proxy.env).toEqual([{ name: 'LEVEL', value: 'info' }]);
    expect(proxy.volumeMounts).toBeUndefined();
  });
});

describe('a synth leaves nothing behind', () => {
  test('the second one writes the same', () => {
    const app = Testing.app();
    addSidecar(deploymentIn(chartIn(app)));

    const first = app.synthYaml();

    expect(app.synthYaml()).toBe(first);
  });

  test('asking for the life of a pod before does not change what is written', () => {
    const write = (ask: boolean) => {
      const app = Testing.app();
      const chart = chartIn(app);
      const web = deploymentIn(chart, { spread: true });
      const rollout = rolloutIn(chart);
      // Behind all other keys: a patch is not sorted in.
      rollout.addJsonPatch(JsonPatch.add('/spec/template/spec/activeDeadlineSeconds', 3600));
      if (ask) {
        [web, rollout].forEach(workload => PodLifecycle.of(workload).timeline());
      }
      return app.synthYaml();
    };

    expect(write(true)).toBe(write(false));
  });

  test('neither does asking for the life of a pod with a sidecar', () => {
    const write = (ask: boolean) => {
      const app = Testing.app();
      const web = deploymentIn(chartIn(app), { spread: true });
      addSidecar(web);
      if (ask) {
        PodLifecycle.of(web).timeline();
      }
      return app.synthYaml();
    };

    expect(write(true)).toBe(write(false));
  });

  test('a synth that failed does not spoil the next one', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    const cache = addSidecar(web);
    cache.startsAfterInit('migrate');

    expect(() => Testing.synth(chart)).toThrow('NS203');
    web.addInitContainer({ name: 'migrate', image: 'ghcr.io/acme/migrate:3.1.0' });

    expect(synthPod(chart).containers.map(container => container.name)).toEqual(['migrate', 'cache', 'web']);
  });
});

describe.each([['cdk8s-plus-28', kplus], ['cdk8s-plus-34', kplus34 as unknown as typeof kplus]])('a spread workload of %s', (_name, plus) => {
  const spreadIn = (scope: Chart) => new plus.Deployment(scope, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }], spread: true });
  const termsOf = (chart: Chart) => synthPod(chart).spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  const alone = () => {
    const chart = chartIn();
    spreadIn(chart);
    return termsOf(chart);
  };

  test('is spread as it is without a sidecar, however often it is written', () => {
    const chart = chartIn();
    addSidecar(spreadIn(chart));

    const terms = [termsOf(chart), termsOf(chart)];

    expect(terms).toEqual([alone(), alone()]);
  });

  test('is not spread twice because another chart was written before', () => {
    const app = new App();
    const chart = chartIn(app);
    const other = chartIn(app, 'other');
    [chart, other].forEach(scope => addSidecar(spreadIn(scope)));

    Testing.synth(other);

    expect(termsOf(chart)).toEqual(alone());
  });

  test('keeps what the user schedules after a synth', () => {
    const chart = chartIn();
    const web = spreadIn(chart);
    addSidecar(web);
    Testing.synth(chart);

    web.scheduling.separate(plus.Pods.select(chart, 'noisy', { labels: { noise: 'loud' } }));

    expect(termsOf(chart)).toHaveLength(3);
  });
});
