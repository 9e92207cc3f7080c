import { ApiObject, App, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { KubernetesVersion, PodLifecycle, Severity, WorkloadMixin } from '../../src';

/** A Job that never ends, because its proxy does not. */
function endlessJobIn(scope: ReturnType<typeof chartIn>, id: string = 'export') {
  return new kplus.Job(scope, id, {
    containers: [
      { name: 'export', image: 'ghcr.io/acme/export:1.0.0' },
      { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2' },
    ],
  });
}

const ENDLESS = "NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never exits by itself, so the Job never completes: "
  + 'make it a NativeSidecar';

test('without it, a workload that nobody asked about is not checked', () => {
  const chart = chartIn();
  endlessJobIn(chart);

  expect(refusals(chart)).toEqual([]);
});

describe('checkAll', () => {
  test('finds what is created later, and says where it is', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);

    endlessJobIn(chart);
    deploymentIn(chart);

    expect(refusals(chart)).toEqual([`[shop] shop/export: ${ENDLESS}`]);
  });

  test('takes null as no options, and refuses what is none', () => {
    const chart = chartIn();
    endlessJobIn(chart);
    PodLifecycle.checkAll(chart, null as any);

    expect(refusals(chart)).toEqual([`[shop] shop/export: ${ENDLESS}`]);
    expect(() => PodLifecycle.checkAll(chart, 'error' as any)).toThrow("'options' of checkAll is 'error': set an object");
  });

  test('finds it in every chart of an app', () => {
    const app = new App();
    PodLifecycle.checkAll(app);

    const charts = ['shop', 'batch'].map(id => chartIn(app, id));
    charts.forEach(chart => endlessJobIn(chart));

    expect(() => app.synthYaml()).toThrow(new Error(
      `Validation failed with the following errors:\n  [shop/export] ${ENDLESS}\n  [batch/export] ${ENDLESS}`));
  });

  test('says it once about a workload that is checked anyway', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);
    addSidecar(deploymentIn(chart, { terminationGracePeriod: Duration.seconds(1) }));

    expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\/web\] NS301 /)]);
  });

  test('says it once where two scopes overlap', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart.node.root);
    PodLifecycle.checkAll(chart);

    endlessJobIn(chart);

    expect(refusals(chart).filter(line => line.includes('NS401'))).toHaveLength(1);
  });

  test('respects what the manifest acknowledges', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);

    ApiObject.of(endlessJobIn(chart)).metadata.addAnnotation('acknowledge.cdk8s-sidecars/NS401', 'a wrapper ends it');

    expect(refusals(chart)).toEqual([]);
  });

  test('knows the target version', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);
    PodLifecycle.target(chart, KubernetesVersion.of('1.28'));

    new kplus.k8s.KubePod(chart, 'pod', {
      spec: {
        initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always' }],
        containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }],
      },
    });

    expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\] shop\/pod: NS601 'proxy' cannot be native on Kubernetes 1\.28/)]);
  });

  test('names a pod that cannot be read', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);

    new ApiObject(chart, 'empty', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [] } });

    expect(refusals(chart)).toEqual([
      "[shop] shop/empty: Pod 'shop-empty' has no containers: 'spec.containers' is an empty list, but a pod needs at least one container",
    ]);
  });

  test('does not spread a workload twice', () => {
    const write = (check: boolean) => {
      const chart = chartIn();
      if (check) {
        PodLifecycle.checkAll(chart);
      }
      deploymentIn(chart, { spread: true });
      return Testing.synth(chart);
    };

    expect(write(true)).toEqual(write(false));
  });
});

/** A Deployment with a warning: its sidecar sleeps before it stops, which a native sidecar does not need. */
function warnedIn(scope: ReturnType<typeof chartIn>, id: string = 'web') {
  const web = deploymentIn(scope, {}, id);
  addSidecar(web).addOverlay({ lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } });
  return web;
}

/** What is printed to stderr, while something is done. */
function printedWhile(work: () => void): string {
  const spy = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    work();
    return spy.mock.calls.map(([text]) => text).join('');
  } finally {
    spy.mockRestore();
  }
}

describe('checkAll with failOn: warning', () => {
  test('stops synth on the warning of a pod with a sidecar, and of one without', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart, { failOn: Severity.WARNING });

    warnedIn(chart);
    kubeDeploymentIn(chart, { initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always' }] }, 'api');

    expect(refusals(chart)).toEqual([
      expect.stringMatching(/^\[shop\] shop\/web: NS304 the preStop hook of sidecar 'cache' sleeps 5 s/),
      expect.stringMatching(/^\[shop\] shop\/api: NS101 sidecar 'proxy' has no startup probe/),
    ]);
  });

  test('does not stop synth on what is acknowledged', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart, { failOn: Severity.WARNING });
    const life = PodLifecycle.of(warnedIn(chart));
    const rules = new Set(life.findings.map(finding => finding.rule));

    rules.forEach(rule => life.acknowledge(rule, 'measured'));

    expect(rules.size).toBeGreaterThan(0);
    expect(refusals(chart)).toEqual([]);
  });

  test('reports an error once, although the pod is checked by itself too', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart, { failOn: Severity.WARNING });
    addSidecar(deploymentIn(chart, { terminationGracePeriod: Duration.seconds(1) }));

    expect(refusals(chart).filter(line => line.includes('NS301'))).toEqual([expect.stringMatching(/^\[shop\/web\] NS301 /)]);
  });

  test('refuses what is no severity', () => {
    expect(() => PodLifecycle.checkAll(chartIn(), { failOn: 'warn' as Severity })).toThrow(
      "'failOn' of checkAll is 'warn': set Severity.ERROR, Severity.WARNING or Severity.INFO");
  });

  test.each<[object, string]>([
    [{ failon: 'warning' }, "checkAll has no property 'failon': set 'failOn'"],
    [{ prints: true }, "checkAll has no property 'prints': its properties are batch, exceptLabels, failOn, kinds, labels, names, namespaces, report"],
    [{ report: 'yes' }, "'report' of checkAll is 'yes': set true or false"],
  ])('refuses the options %j, also in a mixin', (options, sentence) => {
    expect(() => PodLifecycle.checkAll(chartIn(), options)).toThrow(new Error(sentence));
    expect(() => WorkloadMixin.checks(options)).toThrow(new Error(sentence));
  });
});

describe('checkAll with report', () => {
  test('prints all findings once at the end of synth, workload by workload, with counts', () => {
    const app = Testing.app();
    PodLifecycle.checkAll(app, { report: true });
    const charts = ['shop', 'batch'].map(id => chartIn(app, id));
    charts.forEach(chart => warnedIn(chart));
    deploymentIn(charts[0], {}, 'quiet');

    const [finding] = PodLifecycle.of(charts[0].node.findChild('web')).findings;

    expect(printedWhile(() => app.synthYaml())).toBe([
      'shop/web (Deployment/shop-web)',
      `  ${finding.severity} ${finding.rule} ${finding.message}`,
      `    ${finding.fix}`,
      '',
      'batch/web (Deployment/batch-web)',
      `  ${finding.severity} ${finding.rule} ${finding.message}`,
      `    ${finding.fix}`,
      '',
      'cdk8s-sidecars: 0 errors, 2 warnings, 0 infos in 3 workloads',
      '',
    ].join('\n'));
  });

  test('tells once that the target is newer than all known versions, as check does', () => {
    const app = Testing.app();
    PodLifecycle.target(app, KubernetesVersion.of('1.99'));
    PodLifecycle.checkAll(app, { report: true });
    const chart = chartIn(app);
    ['quiet', 'silent'].forEach(id => deploymentIn(chart, {}, id));

    expect(printedWhile(() => app.synthYaml())).toMatch(
      /^note: Kubernetes 1\.99 is newer than the newest known version, so it is treated as 1\.\d+\ncdk8s-sidecars: no findings in 2 workloads\n$/);
  });

  test('prints errors too when they stop synth, and counts what is acknowledged', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    PodLifecycle.checkAll(chart, { report: true });
    endlessJobIn(chart);
    const accepted = endlessJobIn(chart, 'accepted');
    ApiObject.of(accepted).metadata.addAnnotation('acknowledge.cdk8s-sidecars/NS401', 'a wrapper ends it');

    const printed = printedWhile(() => expect(() => app.synthYaml()).toThrow('shop/export: NS401'));

    expect(printed).toContain('shop/export (Job/shop-export)\n  error NS401 ');
    expect(printed).not.toContain('shop/accepted (Job/shop-accepted)\n  error NS401');
    expect(printed).toMatch(/^cdk8s-sidecars: 1 error, .* in 2 workloads, 1 acknowledged\n$/m);
  });

  test('prints the same again at the next synth, and nothing when only a chart is tested', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    PodLifecycle.checkAll(app, { report: true });
    deploymentIn(chart);

    const twice = [printedWhile(() => app.synthYaml()), printedWhile(() => app.synthYaml())];

    expect(twice).toEqual(['cdk8s-sidecars: no findings in 1 workload\n', 'cdk8s-sidecars: no findings in 1 workload\n']);
    expect(printedWhile(() => Testing.synth(chart))).toBe('');
  });

  test('prints one report, however many scopes are checked', () => {
    const app = Testing.app();
    const charts = ['shop', 'batch'].map(id => chartIn(app, id));
    charts.forEach(chart => deploymentIn(chart));
    [app, app, charts[0]].forEach(scope => PodLifecycle.checkAll(scope, { report: true }));

    expect(printedWhile(() => app.synthYaml())).toBe('cdk8s-sidecars: no findings in 2 workloads\n');
  });

  test('counts the errors of others that stop synth', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    PodLifecycle.checkAll(app, { report: true });
    deploymentIn(chart).node.addValidation({ validate: () => ['no owner:\n  set one', 'no budget'] });

    expect(printedWhile(() => expect(() => app.synthYaml()).toThrow('no owner')))
      .toBe('cdk8s-sidecars: no findings in 1 workload; synth failed with 2 other errors: see below\n');
    endlessJobIn(chart);
    expect(printedWhile(() => expect(() => app.synthYaml()).toThrow('NS401')))
      .toMatch(/^cdk8s-sidecars: 1 error, .* in 2 workloads; synth failed with 2 other errors: see below\n$/m);
  });

  test.each([['an app', (app: App) => app], ['a chart', (app: App) => app.charts[0]]])('counts no error of its own twice: below %s', (_, scopeOf) => {
    const app = Testing.app();
    const chart = chartIn(app);
    PodLifecycle.checkAll(scopeOf(app), { report: true, failOn: Severity.WARNING });
    endlessJobIn(chart);
    warnedIn(chart);

    expect(printedWhile(() => expect(() => app.synthYaml()).toThrow('NS401'))).toMatch(/ in 2 workloads\n$/);
  });

  test('counts an error that is no validation', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    PodLifecycle.checkAll(app, { report: true });
    deploymentIn(chart);
    new ApiObject(chart, 'gateway', { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway' }).addJsonPatch(JsonPatch.replace('/spec/listeners/0', {}));

    expect(printedWhile(() => expect(() => app.synthYaml()).toThrow()))
      .toBe('cdk8s-sidecars: no findings in 1 workload; synth failed with 1 other error: see below\n');
  });
});
