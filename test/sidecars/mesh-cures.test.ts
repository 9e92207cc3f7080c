import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, kubeDeploymentIn, refusals } from './support';
import { Mesh, MeshedDeployment, MeshMembership, PodLifecycle, StartupGate } from '../../src';

const CONTAINERS: kplus.ContainerProps[] = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }];

/** The manifest of a Deployment of cdk8s-plus, which mounts no token and says runAsNonRoot for the pod. */
function templateIn(mesh: Mesh, props: Partial<kplus.DeploymentProps> = {}): any {
  const web = new MeshedDeployment(chartIn(), 'web', { mesh, containers: CONTAINERS, ...props });
  return PodLifecycle.of(web).pod.manifest.spec.template;
}

describe('a token that cdk8s-plus does not mount', () => {
  test('Kuma gets one in a volume of its own, and the app still none', () => {
    const { metadata, spec } = templateIn(Mesh.kuma({ version: '2.14' }));

    expect(metadata.annotations).toMatchObject({ 'kuma.io/service-account-token-volume': 'kuma-token' });
    expect(spec.volumes).toEqual([{ name: 'kuma-token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }]);
    expect(spec.automountServiceAccountToken).toBe(false);
  });

  test('daprd is told to do without', () => {
    const { metadata, spec } = templateIn(Mesh.dapr({ version: '1.18', appId: 'web' }));

    expect(metadata.annotations).toMatchObject({ 'dapr.io/disable-builtin-k8s-secret-store': 'true' });
    expect(spec.automountServiceAccountToken).toBe(false);
  });

  test('Consul wants it in the app, unless it has no ACLs', () => {
    expect(templateIn(Mesh.consul({ version: '2.0' })).spec.automountServiceAccountToken).toBe(true);
    expect(templateIn(Mesh.consul({ version: '2.0', acls: false })).spec.automountServiceAccountToken).toBe(false);
  });

  test('where it is mounted, nothing changes', () => {
    for (const mesh of [Mesh.kuma({ version: '2.14' }), Mesh.dapr({ version: '1.18', appId: 'web' })]) {
      const { metadata, spec } = templateIn(mesh, { automountServiceAccountToken: true });

      expect(Object.keys(metadata.annotations ?? {}).filter(key => /token|secret/.test(key))).toEqual([]);
      expect(spec.volumes).toBeUndefined();
    }
  });

  test('an answer of the user that gives no token is replaced by the mount', () => {
    const podMetadata = { annotations: { 'dapr.io/disable-builtin-k8s-secret-store': 'false' } };

    expect(templateIn(Mesh.dapr({ version: '1.18', appId: 'web' }), { podMetadata }).spec.automountServiceAccountToken).toBe(true);
  });

  test('a mesh of one\'s own that needs it gets it', () => {
    class AcmeMesh extends Mesh {
      public readonly name = 'Acme';
      public readonly version = '1.0';
      public join(): MeshMembership {
        return {
          labels: {},
          annotations: {},
          injected: [],
          reserved: { ports: [], users: [], containerNames: [] },
          clusterNeeds: [],
          rewritesProbes: false,
          needsToken: true,
        };
      }
    }

    expect(templateIn(new AcmeMesh()).spec.automountServiceAccountToken).toBe(true);
  });
});

describe('runAsNonRoot of the pod, where an init container of the mesh is root and does not say so', () => {
  test('moves to the containers in Kuma', () => {
    const { spec } = templateIn(Mesh.kuma({ version: '2.14' }), { initContainers: [{ name: 'migrate', image: 'ghcr.io/acme/migrate:1.0.0' }] });

    expect(spec.securityContext.runAsNonRoot).toBeUndefined();
    expect([...spec.initContainers, ...spec.containers].map((container: any) => container.securityContext.runAsNonRoot)).toEqual([true, true]);
  });

  test('stays with the CNI plugin of Kuma, and in meshes that say so themselves', () => {
    for (const mesh of [Mesh.kuma({ version: '2.14', cni: true }), Mesh.istio({ version: '1.29' }), Mesh.consul({ version: '2.0' }), Mesh.linkerd({ version: '2.20' })]) {
      expect(templateIn(mesh).spec.securityContext.runAsNonRoot).toBe(true);
    }
  });

  test('leaves what a container says for itself', () => {
    const chart = chartIn();
    const containers = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', securityContext: { runAsNonRoot: false } }];
    const web = kubeDeploymentIn(chart, { containers, securityContext: { runAsNonRoot: true, fsGroup: 1000 } });

    PodLifecycle.of(web).joinMesh(Mesh.kuma({ version: '2.14' }));

    const { spec } = PodLifecycle.of(web).pod.manifest.spec.template;
    expect(spec.securityContext).toEqual({ fsGroup: 1000 });
    expect(spec.containers[0].securityContext.runAsNonRoot).toBe(false);
  });
});

describe('a gate that a CNI plugin leads to a proxy which is not up', () => {
  const annotationOf = (mesh: Mesh, key: string, startup: StartupGate = StartupGate.tcpSocket(9000), annotations = {}) => {
    const chart = chartIn();
    const web = new MeshedDeployment(chart, 'web', { mesh, containers: CONTAINERS, podMetadata: { annotations } });
    addSidecar(web, 'helper', { startup });
    return { ports: PodLifecycle.of(web).pod.metadata.annotations[key], refused: refusals(chart).filter(line => line.includes('NS120')) };
  };
  const [CONSUL, LINKERD] = ['consul.hashicorp.com/transparent-proxy-exclude-inbound-ports', 'config.linkerd.io/skip-inbound-ports'];

  test.each([
    ['Consul', Mesh.consul({ version: '2.0', cni: true }), CONSUL],
    ['Consul, not native', Mesh.consul({ version: '2.0', cni: true, nativeSidecar: false }), CONSUL],
    ['Linkerd, not native', Mesh.linkerd({ version: '2.20', cni: true, nativeSidecar: false }), LINKERD],
  ])('is left out of the redirection: %s', (_name, mesh, key) => {
    expect(annotationOf(mesh, key)).toEqual({ ports: '9000', refused: [] });
    expect(annotationOf(mesh, key, StartupGate.command(['true'])).ports).toBeUndefined();
    expect(annotationOf(mesh, key, undefined, { [key]: '8000,8100-8200' }).ports).toBe('8000,8100-8200,9000');
    expect(annotationOf(mesh, key, undefined, { [key]: '8900-9100' }).ports).toBe('8900-9100');
  });

  test.each([
    ['Linkerd, native', Mesh.linkerd({ version: '2.20', cni: true }), LINKERD],
    ['Consul without the plugin', Mesh.consul({ version: '2.0' }), CONSUL],
  ])('needs nothing where the proxy is up, or redirects later: %s', (_name, mesh, key) => {
    expect(annotationOf(mesh, key)).toEqual({ ports: undefined, refused: [] });
  });
});
