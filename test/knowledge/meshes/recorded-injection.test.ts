import { lives, recordedSpec } from './recorded';
import { inTypeScript } from '../../../src/data/language';
import { injectInto } from '../../../src/knowledge/meshes/injection';
import { ISTIO } from '../../../src/knowledge/meshes/istio';
import { LINKERD } from '../../../src/knowledge/meshes/linkerd';
import { MeshFacts, meshVersion } from '../../../src/knowledge/meshes/mesh-facts';
import { injectionOf } from '../../../src/knowledge/meshes/prediction';

function predicted(facts: MeshFacts, version: string, native: boolean, cni: boolean, input: string): object {
  const choice = { version: meshVersion(facts, version, native, inTypeScript), native, cni };
  return lives(injectInto(recordedSpec(`input/${input}.yaml`), injectionOf(facts.injected(choice), {}, facts, facts.probes)));
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
    expect(predicted(LINKERD, 'edge-26.8.3', native, cni, input)).toEqual(lives(recordedSpec(`linkerd-edge-26.8.3-${output}.yaml`)));
  });

  test.each([
    ['deploy', 'deployment-native', true],
    ['deploy', 'deployment-legacy', false],
    ['job', 'job-native', true],
    ['job', 'job-legacy-DEADLOCK', false],
    ['job', 'job-auto-offline', false],
  ])('Istio: %s, %s', (input, output, native) => {
    expect(predicted(ISTIO, '1.29.1', native, false, input)).toEqual(lives(recordedSpec(`istio-1.29.1-${output}.yaml`)));
  });
});

test('without a native Istio, the gate of a native sidecar asks a server that only starts after it', () => {
  const injected = ISTIO.injected({ version: meshVersion(ISTIO, '1.29.1', false, inTypeScript), native: false, cni: false });
  const spec = injectInto(recordedSpec('input/job.yaml'), injectionOf(injected, {}, ISTIO, ISTIO.probes));

  expect(spec.initContainers[0]).toMatchObject({ name: 'logs', startupProbe: { httpGet: { path: '/app-health/logs/startupz', port: 15020 } } });
  expect(spec.containers.map((container: any) => container.name)).toEqual(['report', 'istio-proxy']);
});
