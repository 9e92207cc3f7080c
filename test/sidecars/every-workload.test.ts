import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing, YamlOutputType } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import * as yaml from 'js-yaml';
import { Kind, KINDS, rolloutIn, Source, SOURCES } from './sources';
import { addSidecar } from './support';
import { ContainerRole, DrainNotice, NativeSidecar, PodModel, StartupGate } from '../../src';

/** The sidecar of all these tests, with something of everything. */
function addProxy(scope: Construct): NativeSidecar {
  const proxy = addSidecar(scope, 'proxy', {
    image: 'ghcr.io/acme/proxy:1.2.0',
    startup: StartupGate.grpc(9000),
    args: ['--listen', ':15001'],
    ports: [{ number: 15001, name: 'proxy' }],
    envVariables: { LEVEL: kplus.EnvValue.fromValue('info') },
    preStop: DrainNotice.httpGet('/drain', 15021),
  });
  proxy.addOverlay({ lifecycle: { stopSignal: 'SIGINT' } });
  return proxy;
}

const PROXY = {
  name: 'proxy',
  image: 'ghcr.io/acme/proxy:1.2.0',
  imagePullPolicy: 'IfNotPresent',
  restartPolicy: 'Always',
  args: ['--listen', ':15001'],
  env: [{ name: 'LEVEL', value: 'info' }],
  ports: [{ containerPort: 15001, name: 'proxy' }],
  startupProbe: { grpc: { port: 9000 }, periodSeconds: 1, failureThreshold: 61 },
  lifecycle: { preStop: { httpGet: { path: '/drain', port: 15021 } }, stopSignal: 'SIGINT' },
  resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '128Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    privileged: false,
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    runAsUser: 65532,
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

function proxiesIn(manifests: unknown[]): unknown[] {
  return manifests
    .flatMap(manifest => PodModel.allIn(manifest).flatMap(pod => pod.containers))
    .filter(container => container.role === ContainerRole.SIDECAR)
    .map(container => container.spec);
}

function readAll(folder: string): unknown[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml'));
  return files.flatMap(file => yaml.loadAll(fs.readFileSync(path.join(folder, file), 'utf8')));
}

const table = Object.entries(SOURCES).flatMap(([name, source]) => KINDS.map<[Kind, string, Source]>(kind => [kind, name, source]));

describe('the same sidecar is the same container', () => {
  test.each(table)('on a %s of %s', (kind, _name, source) => {
    const chart = Testing.chart();
    addProxy(source(chart, kind));

    const proxies = proxiesIn(Testing.synth(chart));

    expect(proxies).toEqual([PROXY]);
  });

  test('on a custom resource with a pod template', () => {
    const chart = Testing.chart();
    addProxy(rolloutIn(chart));

    const proxies = proxiesIn(Testing.synth(chart));

    expect(proxies).toEqual([PROXY]);
  });
});

describe('every way to synthesize writes it', () => {
  // What Helm makes has the same names as what Include makes, and would overwrite its files.
  const sources = Object.entries(SOURCES).filter(([name]) => name !== 'Helm').map(([, source]) => source);
  const everywhere = [...sources, rolloutIn].map(() => PROXY);

  /** An app in which every source has a chart of its own, with one kind of workload. */
  function appOf(yamlOutputType?: YamlOutputType): App {
    const app = Testing.app({ yamlOutputType });
    sources.forEach((source, index) => addProxy(source(new Chart(app, `chart-${index}`), KINDS[index])));
    addProxy(rolloutIn(new Chart(app, 'custom')));
    return app;
  }

  test('synthYaml', () => {
    const app = appOf();

    const text = app.synthYaml();

    expect(proxiesIn(yaml.loadAll(text))).toEqual(everywhere);
  });

  test.each([
    ['FILE_PER_APP', YamlOutputType.FILE_PER_APP],
    ['FILE_PER_CHART', YamlOutputType.FILE_PER_CHART],
    ['FILE_PER_RESOURCE', YamlOutputType.FILE_PER_RESOURCE],
    ['FOLDER_PER_CHART_FILE_PER_RESOURCE', YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE],
  ])('synth with %s', (_name, type) => {
    const app = appOf(type);

    app.synth();

    expect(proxiesIn(readAll(app.outdir))).toEqual(everywhere);
  });

  test('toJson of the one object', () => {
    const chart = Testing.chart();
    const rollout = rolloutIn(chart);
    addProxy(rollout);

    const manifest = rollout.toJson();

    expect(proxiesIn([manifest])).toEqual([PROXY]);
  });
});

describe('the scope of a sidecar', () => {
  test('is the workload itself, whatever else is below it', () => {
    const chart = Testing.chart();
    const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });
    new kplus.Job(web, 'warm-up', { containers: [{ name: 'warm-up', image: 'ghcr.io/acme/web:1.4.2' }] });

    addProxy(web);

    const withSidecar = Testing.synth(chart).flatMap(manifest => PodModel.allIn(manifest)).filter(pod => pod.sidecars.length > 0);
    expect(withSidecar.map(pod => pod.kind)).toEqual(['Deployment']);
  });

  test('may be the app, if there is only one workload in it', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'shop');
    rolloutIn(chart);

    addProxy(app);

    expect(proxiesIn(Testing.synth(chart))).toEqual([PROXY]);
  });
});
