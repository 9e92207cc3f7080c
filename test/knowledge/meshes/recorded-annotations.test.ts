import { readFileSync } from 'fs';
import { ApiObject } from 'cdk8s';
import { recordedFile } from './recorded';
import { Mesh, StartupGate } from '../../../src';
import { readMesh } from '../../../src/core/mesh-option';
import { predictInMesh } from '../../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../../src/kubernetes/manifest';
import { addSidecar, chartIn } from '../../sidecars/support';
import { MESHED } from '../../workloads/meshed';

/** A pod that was put through an injector, and its containers as they came out. */
interface Recorded {
  readonly cni: boolean;
  readonly metadata: object;
  readonly spec: any;
  readonly injected: { readonly securityContext?: any; readonly initContainers?: any[]; readonly containers: any[] };
}

const [KUMA, DAPR] = ['kuma-2.14.3', 'dapr-1.18.3']
  .map((name): { readonly [name: string]: Recorded } => JSON.parse(readFileSync(recordedFile(`${name}.json`), 'utf8')));
const ALL = [['kuma@2.14', KUMA], ['dapr@1.18', DAPR]] as const;
const OF_MESHES = ['kuma-init', 'kuma-validation', 'kuma-sidecar', 'daprd'];

const DEFAULTS: { readonly [field: string]: number } = {
  initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3,
};

/** A probe without what Kubernetes fills in, and without the headers in which Kuma passes on what the kubelet can no longer say. */
function probe(written: any): object | undefined {
  const { httpGet, ...rest } = written ?? {};
  const timing = Object.entries(rest).filter(([field, value]) => DEFAULTS[field] !== value);
  const { httpHeaders: _, ...asked } = httpGet ?? {};
  return written && { ...Object.fromEntries(timing), ...(httpGet ? { httpGet: asked } : {}) };
}

function life({ name, restartPolicy, startupProbe, readinessProbe, livenessProbe, lifecycle, resources, ports }: any): object {
  const probes = [startupProbe, readinessProbe, livenessProbe].map(probe);
  const injected = { resources: resources ?? {}, ports: ports?.map((port: any) => port.containerPort) ?? [] };
  return { name, restartPolicy, probes, lifecycle, ...(OF_MESHES.includes(name) ? injected : {}) };
}

/** What constructs change so that Kuma's containers run. */
function cured({ securityContext, volumes, automountServiceAccountToken, initContainers, containers }: any): object {
  const users = [...initContainers, ...containers]
    .map(({ name, securityContext: own }) => ({ name, user: own?.runAsUser, nonRoot: own?.runAsNonRoot }));
  return { securityContext, volumes, automountServiceAccountToken, users };
}

describe.each(ALL)('%s', (mesh, recorded) => {
  test.each(Object.entries(recorded))('what is predicted is what came out: %s', (_name, { cni, metadata, spec, injected }) => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec };

    const { template } = predictInMesh(readMesh(`${mesh}${cni ? '+cni' : ''}`), findTemplates(structuredClone(pod)).templates[0], KubernetesVersion.DEFAULT).found;

    expect({ inits: (template.spec.initContainers ?? []).map(life), mains: template.spec.containers.map(life) })
      .toEqual({ inits: (injected.initContainers ?? []).map(life), mains: injected.containers.map(life) });
  });
});

describe.each([['synthesized, gate tcp, Deployment', false], ['synthesized cni, gate tcp, Deployment', true]])('%s', (name, cni) => {
  const { metadata, spec, injected } = KUMA[name];

  test('a construct still writes what was put through the injector', () => {
    const workload = MESHED.MeshedDeployment(chartIn(), Mesh.kuma({ version: '2.14.3', cni }));
    addSidecar(workload, 'helper', { startup: StartupGate.tcpSocket(9000) });

    const { template } = ApiObject.of(workload).toJson().spec;

    expect(template.metadata).toMatchObject(metadata);
    expect(cured(template.spec)).toEqual(cured(spec));
  });

  test('the kubelet accepts what came out: no container is root against runAsNonRoot, and the proxy has a token', () => {
    const refused = [...injected.initContainers!, ...injected.containers]
      .filter(({ runAsUser, runAsNonRoot = injected.securityContext?.runAsNonRoot }) => runAsUser === 0 && runAsNonRoot === true);

    expect(refused).toEqual([]);
    expect(injected.initContainers!.find(container => container.name === 'kuma-sidecar')).toMatchObject({ token: 'kuma-token' });
  });
});

test('daprd has no token of the pod, and is told to do without', () => {
  const { metadata, injected } = DAPR['synthesized, gate tcp, Deployment'];

  expect(injected.initContainers!.find(container => container.name === 'daprd')).not.toHaveProperty('token');
  expect(metadata).toMatchObject({ annotations: { 'dapr.io/disable-builtin-k8s-secret-store': 'true' } });
});
