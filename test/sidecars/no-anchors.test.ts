import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Duration, Size, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { isAlias, isCollection, isScalar, parseAllDocuments, visit } from 'yaml';
import { addSidecar, chartIn, kubeDeploymentIn } from './support';
import { gallery } from '../../generate/catalog/gallery';
import { DrainNotice, LifecycleTesting, PodLifecycle, StartupGate } from '../../src';

/** The anchors and aliases of a YAML text. */
function anchorsIn(text: string): string[] {
  const found: string[] = [];
  for (const document of parseAllDocuments(text)) {
    visit(document as any, (_, node) => {
      if (isAlias(node)) {
        found.push(`*${node.source}`);
      } else if ((isScalar(node) || isCollection(node)) && node.anchor) {
        found.push(`&${node.anchor}`);
      }
    });
  }
  return found;
}

const yamlOf = (chart: Chart) => Yaml.stringify(...Object.values(chart.toJson()));

describe('synthesized YAML has no anchors', () => {
  test('the test sees one', () => {
    const shared = { sleep: { seconds: 5 } };

    expect(anchorsIn(Yaml.stringify({ first: shared, second: shared }))).toHaveLength(2);
  });

  test('for a pre-stop delay in several containers', () => {
    const chart = chartIn();
    const containers = ['web', 'worker'].map(name => ({ name, image: `ghcr.io/acme/${name}:1.0.0` }));

    PodLifecycle.of(kubeDeploymentIn(chart, { containers }), { preStopDelay: Duration.seconds(7) });

    expect(anchorsIn(yamlOf(chart))).toEqual([]);
  });

  test('for objects that two sidecars share', () => {
    const chart = chartIn();
    const workload = kubeDeploymentIn(chart);
    const volume = kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp', { sizeLimit: Size.mebibytes(10) });
    const props = {
      startup: StartupGate.command(['true']),
      preStop: DrainNotice.command(['/drain']),
      readiness: kplus.Probe.fromCommand(['true']),
      envVariables: { MODE: kplus.EnvValue.fromValue('shared') },
      resources: { cpu: { request: kplus.Cpu.millis(10) } },
      volumeMounts: [{ path: '/tmp', volume }],
    };
    const overlay = { resources: { claims: [{ name: 'gpu' }] } };

    for (const sidecar of [addSidecar(workload, 'first', props), addSidecar(workload, 'second', props)]) {
      sidecar.addOverlay(overlay);
      sidecar.shareVolume(volume, { path: '/tmp', containerPath: `/tmp/${sidecar.name}` });
      sidecar.mountExisting('tmp', '/again', { readOnly: true });
    }

    expect(anchorsIn(yamlOf(chart))).toEqual([]);
  });

  test.each(gallery(new App()).map(({ preset, chart }) => [preset, chart] as const))('for %s', (_, chart) => {
    expect(LifecycleTesting.pods(chart).length).toBeGreaterThan(1);
    expect(anchorsIn(yamlOf(chart))).toEqual([]);
  });

  const examples = path.join(__dirname, '..', '..', 'examples');
  const outputs = fs.readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(file => /(^|\/)output\/.*\.yaml$/.test(file));

  test('the examples have outputs', () => {
    expect(outputs.length).toBeGreaterThan(5);
  });

  // test/examples.test.ts holds that these files are what the examples write.
  test.each(outputs)('for the example %s', file => {
    expect(anchorsIn(fs.readFileSync(path.join(examples, file), 'utf8'))).toEqual([]);
  });
});
