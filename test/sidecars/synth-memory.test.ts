import { ApiObject, App, Chart, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { rolloutIn } from './sources';
import { addSidecar, chartIn, deploymentIn } from './support';
import { PodLifecycle } from '../../src';

const CHARTS = 60;

/** An app with one workload in each chart: cdk8s validates all of them once for each chart. */
function appOf(add: (chart: Chart) => void): App {
  const app = Testing.app();
  for (let index = 0; index < CHARTS; index++) {
    add(chartIn(app, `chart-${index}`));
  }
  return app;
}

/** How often a method is called, while something is done. */
function callsOf(prototype: object, method: string, work: () => void): number {
  const spy = jest.spyOn(prototype as any, method);
  try {
    work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

describe('however many charts there are, one synth', () => {
  test.each<[string, (app: App) => void]>([
    ['synthYaml', app => app.synthYaml()],
    ['synth', app => app.synth()],
  ])('renders each workload with a sidecar once, by %s', (_name, synth) => {
    const app = appOf(chart => addSidecar(deploymentIn(chart)));

    const renderings = callsOf(kplus.Deployment.prototype, '_toKube', () => synth(app));

    expect(renderings).toBe(CHARTS);
  });

  test('renders each Service once to look at it, and once to write it', () => {
    const app = appOf(chart => {
      const web = deploymentIn(chart);
      addSidecar(web);
      web.exposeViaService();
    });

    const renderings = callsOf(kplus.Service.prototype, '_toKube', () => app.synthYaml());

    expect(renderings).toBe(2 * CHARTS);
  });

  test('renders each workload that only checkAll looks at once to check it, and once to write it', () => {
    const app = appOf(chart => deploymentIn(chart));
    PodLifecycle.checkAll(app);

    const renderings = callsOf(kplus.Deployment.prototype, '_toKube', () => app.synthYaml());

    expect(renderings).toBe(2 * CHARTS);
  });

  test('renders a custom resource no more often, although only its manifest tells whether it holds a pod', () => {
    const app = appOf(chart => rolloutIn(chart));
    PodLifecycle.checkAll(app);

    const renderings = callsOf(ApiObject.prototype, 'toJson', () => app.synthYaml());

    expect(renderings).toBeLessThanOrEqual(3 * CHARTS);
  });
});

test('the next synth looks again', () => {
  const app = appOf(chart => addSidecar(deploymentIn(chart)));
  app.synthYaml();

  const renderings = callsOf(kplus.Deployment.prototype, '_toKube', () => app.synthYaml());

  expect(renderings).toBe(CHARTS);
});

test('outside of a synth nothing is remembered', () => {
  const web = deploymentIn(chartIn());
  const life = PodLifecycle.of(web);

  const before = life.pod.sidecars.length;
  addSidecar(web);

  expect([before, life.pod.sidecars.length]).toEqual([0, 1]);
});

test('charts and apps stay what they are', () => {
  class ShopChart extends Chart {}
  class ShopApp extends App {}
  const app = new ShopApp();
  const chart = new ShopChart(app, 'shop');
  const web = deploymentIn(chart);

  addSidecar(web);

  expect(app).toBeInstanceOf(ShopApp);
  expect(chart).toBeInstanceOf(ShopChart);
  expect([app.constructor.name, chart.constructor.name, ApiObject.of(web).constructor.name]).toEqual(['ShopApp', 'ShopChart', 'KubeDeployment']);
});

describe('an app is validated once for all its charts', () => {
  const counted = (app: App) => {
    const validate = jest.fn(() => []);
    app.node.addValidation({ validate });
    return validate;
  };

  test('that have a sidecar', () => {
    const app = appOf(chart => addSidecar(deploymentIn(chart)));
    const validate = counted(app);

    app.synthYaml();

    expect(validate).toHaveBeenCalledTimes(1);
  });

  test('with the output that cdk8s writes', () => {
    const build = (add: (chart: Chart) => void) => appOf(chart => {
      const web = deploymentIn(chart);
      new kplus.ConfigMap(web, 'config', { data: { a: '1' } });
      web.node.addDependency(new kplus.ConfigMap(chart, 'first'));
      add(chart);
    });
    const names = (app: App) => app.charts.map(chart => chart.toJson().map(({ kind, metadata }: any) => `${kind}/${metadata.name}`));
    const ours = build(chart => addSidecar(chart.node.findChild('web') as kplus.Deployment));
    const plain = build(() => undefined);

    const kindsOf = (yaml: string) => yaml.match(/^(?:kind|  name): .+$/gm);
    expect(kindsOf(ours.synthYaml())).toEqual(kindsOf(plain.synthYaml()));
    expect(names(ours)).toEqual(names(plain));
  });

  test('but again when rendering one chart adds constructs to another', () => {
    const app = Testing.app();
    const [first, second] = [chartIn(app, 'first'), chartIn(app, 'second')];
    addSidecar(deploymentIn(first));
    addSidecar(deploymentIn(second));
    const addLate = () => second.node.tryFindChild('late') ?? new kplus.ConfigMap(second, 'late').node.addValidation({ validate: () => ['too late'] });
    new kplus.k8s.KubeSecret(first, 'secret', { stringData: Lazy.any({ produce: () => { addLate(); return {}; } }) });

    expect(() => app.synthYaml()).toThrow('too late');
  });
});
