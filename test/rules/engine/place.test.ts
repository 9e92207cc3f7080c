import { formatPath } from '../../../src/data/path';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../../src/kubernetes/manifest';
import { PodModel } from '../../../src/kubernetes/pod';
import { Mesh } from '../../../src/meshes/mesh';
import { atAnnotation, atContainer, atContainerField, atItem, atPodSpec, atTemplateOwner } from '../../../src/rules/engine/place';
import { finding } from '../../../src/rules/engine/rule';
import { gracePeriodTooShort } from '../../../src/rules/stop/grace-period-too-short';
import { joinMesh } from '../../../src/sidecars/mesh-join';

const MANIFEST = {
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'export' },
  spec: {
    jobTemplate: {
      spec: {
        backoffLimit: 2,
        template: {
          metadata: { annotations: { 'config.linkerd.io/x': 'y' } },
          spec: {
            initContainers: [{ name: 'setup' }, { name: 'cache', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 1 } } }],
            containers: [{ name: 'export', ports: [{ containerPort: 80 }, { containerPort: 81, hostPort: 81 }] }],
          },
        },
      },
    },
  },
};
const POD = PodModel.fromManifest(MANIFEST);
const SPEC = 'spec.jobTemplate.spec.template.spec';

const textOf = (place: { readonly path: readonly (string | number)[] } | undefined) => place && formatPath(place.path);

test('a place is the path from the object, as far as the manifest goes', () => {
  expect(textOf(atContainer(POD, 'cache', 'startupProbe', 'tcpSocket', 'port'))).toBe(`${SPEC}.initContainers[1].startupProbe.tcpSocket.port`);
  expect(textOf(atContainer(POD, 'cache', 'startupProbe', 'failureThreshold'))).toBe(`${SPEC}.initContainers[1].startupProbe`);
  expect(textOf(atContainer(POD, 'cache', 'lifecycle', 'preStop'))).toBe(`${SPEC}.initContainers[1]`);
  expect(atContainerField(POD, 'cache', 'lifecycle', 'preStop')).toBeUndefined();
  expect(atContainer(POD, 'other')).toBeUndefined();
  expect(atPodSpec(POD, 'terminationGracePeriodSeconds')).toBeUndefined();
  expect(textOf(atTemplateOwner(POD, 'backoffLimit'))).toBe('spec.jobTemplate.spec.backoffLimit');
  expect(textOf(atAnnotation(POD, 'config.linkerd.io/x'))).toBe("spec.jobTemplate.spec.template.metadata.annotations['config.linkerd.io/x']");
  expect(atAnnotation(POD, 'config.linkerd.io/y')).toBeUndefined();
  expect(textOf(atItem(POD, POD.mains[0], 'ports', port => port.hostPort === 81, 'hostPort'))).toBe(`${SPEC}.containers[0].ports[1].hostPort`);
});

test('a container without a name, as Knative allows, has a place too', () => {
  const pod = PodModel.fromManifest({ apiVersion: 'serving.knative.dev/v1', kind: 'Service', spec: { template: { spec: { containers: [{ image: 'a' }, { image: 'b' }] } } } });

  expect(textOf(atContainer(pod, pod.containers[1]))).toBe('spec.template.spec.containers[1]');
});

describe('in a pod that an injector has changed', () => {
  const mesh = Mesh.istio({ version: '1.29' });
  const manifest = structuredClone(MANIFEST);
  const [found] = findTemplates(manifest).templates;
  const joined = joinMesh(mesh, found, KubernetesVersion.DEFAULT);
  const pod = PodModel._of(joined.predict(found));
  const context = { pod, mesh: joined.context };
  const [proxy] = joined.context.injected;

  test('indexes are those of the manifest', () => {
    expect(pod.containers.findIndex(container => container.name === 'cache')).toBeGreaterThan(1);
    expect(textOf(atContainer(pod, 'cache'))).toBe(`${SPEC}.initContainers[1]`);
    expect(textOf(atPodSpec(pod, 'initContainers', pod.spec.initContainers.findIndex((one: any) => one.name === 'cache'), 'startupProbe'))).toBe(`${SPEC}.initContainers[1].startupProbe`);
  });

  test('what is said of the injected container stands at the label that asks for it', () => {
    expect(finding(gracePeriodTooShort, { container: proxy, message: 'm', fix: 'f' }, context).path)
      .toBe("spec.jobTemplate.spec.template.metadata.labels['sidecar.istio.io/inject']");
  });

  test('without such a label it stands at the object', () => {
    const unmarked = { pod: PodModel._of({ ...joined.predict(found), manifest: MANIFEST }), mesh: joined.context };

    expect(finding(gracePeriodTooShort, { container: proxy, message: 'm', fix: 'f' }, unmarked)).not.toHaveProperty('path');
  });
});

test('a finding without a place of its own stands where its container does', () => {
  expect(finding(gracePeriodTooShort, { container: 'cache', message: 'm', fix: 'f' }, { pod: POD }).path).toBe(`${SPEC}.initContainers[1]`);
  expect(finding(gracePeriodTooShort, { message: 'm', fix: 'f' }, { pod: POD })).not.toHaveProperty('path');
});

test('a path that an offense gives wins over its container', () => {
  const given = "metadata.annotations['a.b/c']";

  expect(finding(gracePeriodTooShort, { container: 'cache', message: 'm', fix: 'f', path: given }, { pod: POD }))
    .toMatchObject({ path: given, place: { path: ['metadata', 'annotations', 'a.b/c'] } });
});
