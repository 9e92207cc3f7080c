import * as fs from 'fs';
import * as path from 'path';
import * as yaml from 'js-yaml';
import { injectInto } from '../../../src/knowledge/meshes/injection';
import { ISTIO } from '../../../src/knowledge/meshes/istio';
import { LINKERD } from '../../../src/knowledge/meshes/linkerd';
import { MeshFacts, meshVersion } from '../../../src/knowledge/meshes/mesh-facts';

const FOLDER = path.join(__dirname, '..', '..', 'fixtures', 'injected');

/** The pod's spec of a recorded file: what went into an injector, or what came out. */
function podSpec(file: string): any {
  const manifest: any = yaml.loadAll(fs.readFileSync(path.join(FOLDER, file), 'utf8'))[0];
  return manifest.spec.template.spec;
}

/** What decides about a container's life, and who it is on the network. */
function life(container: any): object {
  const { name, restartPolicy, startupProbe, readinessProbe, livenessProbe, lifecycle, ports, securityContext } = container;
  return { name, restartPolicy, startupProbe, readinessProbe, livenessProbe, lifecycle, ports, user: securityContext?.runAsUser };
}

function lives(spec: any): object {
  return { initContainers: spec.initContainers.map(life), containers: spec.containers.map(life), grace: spec.terminationGracePeriodSeconds };
}

function predicted(facts: MeshFacts, version: string, native: boolean, cni: boolean, input: string): object {
  const choice = { version: meshVersion(facts, version, native), native, cni };
  return lives(injectInto(podSpec(`input/${input}.yaml`), facts.injection(choice)));
}

describe('the pod that we predict is the pod that the injector made', () => {
  test.each([
    ['deploy', 'deployment-native', true, false],
    ['deploy', 'deployment-legacy', false, false],
    ['deploy', 'deployment-native-cni', true, true],
    ['job', 'job-native', true, false],
    ['job', 'job-legacy', false, false],
    ['job', 'job-native-cni', true, true],
  ])('Linkerd: %s, %s', (input, output, native, cni) => {
    expect(predicted(LINKERD, 'edge-26.8.3', native, cni, input)).toEqual(lives(podSpec(`linkerd-edge-26.8.3-${output}.yaml`)));
  });

  test.each([
    ['deploy', 'deployment-native', true],
    ['deploy', 'deployment-legacy', false],
    ['job', 'job-native', true],
    ['job', 'job-legacy-DEADLOCK', false],
    ['job', 'job-auto-offline', false],
  ])('Istio: %s, %s', (input, output, native) => {
    expect(predicted(ISTIO, '1.29.1', native, false, input)).toEqual(lives(podSpec(`istio-1.29.1-${output}.yaml`)));
  });
});

test('without a native Istio, the gate of a native sidecar asks a server that only starts after it', () => {
  const spec = injectInto(podSpec('input/job.yaml'), ISTIO.injection({ version: meshVersion(ISTIO, '1.29.1', false), native: false, cni: false }));

  expect(spec.initContainers[0]).toMatchObject({ name: 'logs', startupProbe: { httpGet: { path: '/app-health/logs/startupz', port: 15020 } } });
  expect(spec.containers.map((container: any) => container.name)).toEqual(['report', 'istio-proxy']);
});
