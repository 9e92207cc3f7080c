import { ApiObject, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Mesh, MeshedDeployment, MeshedDeploymentProps, PodLifecycle } from '../../src';
import { addSidecar, chartIn, refusals, synthPod } from '../sidecars/support';

const CHECKOUT: MeshedDeploymentProps = {
  mesh: Mesh.linkerd({ version: '2.20' }),
  containers: [{ name: 'checkout', image: 'ghcr.io/acme/checkout:2.0.0', portNumber: 8080 }],
  shutdown: Duration.seconds(20),
};

test('a whole manifest', () => {
  const app = Testing.app();

  new MeshedDeployment(chartIn(app), 'checkout', CHECKOUT);

  expect(app.synthYaml()).toMatchSnapshot();
});

describe('what leads into the mesh', () => {
  test('stands on the pod template and neither on the workload nor in its selector', () => {
    const checkout = new MeshedDeployment(chartIn(), 'checkout', { ...CHECKOUT, mesh: Mesh.istio({ version: '1.29' }) });

    const { metadata, spec } = ApiObject.of(checkout).toJson();

    expect(metadata).toEqual({ name: 'shop-checkout' });
    expect(spec.template.metadata.labels).toMatchObject({ 'sidecar.istio.io/inject': 'true' });
    expect(Object.keys(spec.selector.matchLabels)).toEqual(['cdk8s.io/metadata.addr']);
  });

  test("leaves the user's own labels and annotations where they are", () => {
    const chart = chartIn();
    new MeshedDeployment(chart, 'checkout', {
      ...CHECKOUT,
      mesh: Mesh.istio({ version: '1.29' }),
      podMetadata: { labels: { team: 'shop' }, annotations: { 'traffic.sidecar.istio.io/excludeOutboundPorts': '3306' } },
    });

    const { labels, annotations } = synthPod(chart).metadata;

    expect(labels).toMatchObject({ 'team': 'shop', 'sidecar.istio.io/inject': 'true' });
    expect(annotations).toEqual({
      'cdk8s-sidecars/shutdown-seconds': 'checkout=20',
      'kubectl.kubernetes.io/default-container': 'checkout',
      'sidecar.istio.io/nativeSidecar': 'true',
      'traffic.sidecar.istio.io/excludeOutboundPorts': '3306',
    });
  });

  test.each([
    ['a label', Mesh.istio({ version: '1.29' }), { labels: { 'sidecar.istio.io/inject': 'false' } },
      "[shop/checkout] NS606 'sidecar.istio.io/inject' is 'false' on the pod, but joining Istio requires 'true': "
      + 'remove it: the options of the mesh set it'],
    ['an annotation', Mesh.linkerd({ version: '2.20' }), { annotations: { 'config.linkerd.io/proxy-enable-native-sidecar': 'false' } },
      "[shop/checkout] NS606 'config.linkerd.io/proxy-enable-native-sidecar' is 'false' on the pod, but joining Linkerd requires 'true': "
      + 'remove it: the options of the mesh set it'],
  ])('refuses %s that says otherwise', (_what, mesh, podMetadata, message) => {
    const chart = chartIn();

    new MeshedDeployment(chart, 'checkout', { ...CHECKOUT, mesh, podMetadata });

    expect(refusals(chart)).toEqual([message]);
  });
});

describe('the grace period', () => {
  test('has room for the app, and then for the proxy: 20 + 5, and 2 of margin', () => {
    const chart = chartIn();
    const checkout = new MeshedDeployment(chart, 'checkout', CHECKOUT);

    expect(synthPod(chart).gracePeriodSeconds).toBe(27);
    expect(PodLifecycle.of(checkout).budget.explain()).toBe(
      'checkout shutdown 20 s + linkerd-proxy shutdown 5 s = 25 s, plus 2 s of margin: 27 s');
  });

  test('has room for the wait behind a Service and for a sidecar of the user too: 5 + 20 + 3 + 5, and 2 of margin', () => {
    const chart = chartIn();
    const checkout = new MeshedDeployment(chart, 'checkout', CHECKOUT);
    checkout.exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });

    addSidecar(checkout, 'cache', { shutdown: Duration.seconds(3) });

    expect(synthPod(chart).gracePeriodSeconds).toBe(35);
  });

  test('is the user\'s if it is given, even if it is 30', () => {
    const chart = chartIn();
    new MeshedDeployment(chart, 'checkout', { ...CHECKOUT, terminationGracePeriod: Duration.seconds(30) });

    expect(synthPod(chart).gracePeriodSeconds).toBe(30);
  });

  test.each([
    ['native', { drain: Duration.seconds(120) },
      '[shop/checkout] NS301 the grace period is 30 s, but stopping in order takes 140 s '
      + '(checkout shutdown 20 s + linkerd-proxy shutdown 120 s = 140 s, plus 2 s of margin: 142 s): '
      + "set the grace period ('terminationGracePeriod' in cdk8s-plus) to 142 s or more, omit it, or shorten the longest step"],
    ['ordinary', { nativeSidecar: false },
      "[shop/checkout] NS305 'linkerd-proxy' may drain for 120 s, but the grace period is 30 s, so the kubelet kills it before the drain ends: "
      + "shorten 'drain' of the mesh, or increase terminationGracePeriodSeconds"],
  ])('of 30 s is refused beside the 120 s of an %s Linkerd proxy', (_what, options, message) => {
    const chart = chartIn();

    new MeshedDeployment(chart, 'checkout', {
      ...CHECKOUT,
      mesh: Mesh.linkerd({ version: '2.20', ...options }),
      terminationGracePeriod: Duration.seconds(30),
    });

    expect(refusals(chart)).toEqual([message]);
  });
});

test('what other languages send for what is not given is not given', () => {
  const chart = chartIn();
  const absent = null as unknown as undefined;

  new MeshedDeployment(chart, 'checkout', { ...CHECKOUT, terminationGracePeriod: absent, shutdown: absent, preStopDelay: absent, restartPolicy: absent });

  expect(synthPod(chart)).toMatchObject({ restartPolicy: 'Always', gracePeriodSeconds: 37 });
});

test("the parts of cdk8s-plus work as ever: a container that is added later is in the mesh's pod", () => {
  const checkout = new MeshedDeployment(chartIn(), 'checkout', { ...CHECKOUT, restartPolicy: kplus.RestartPolicy.ALWAYS });

  checkout.addInitContainer({ name: 'migrate', image: 'ghcr.io/acme/checkout:2.0.0' });

  expect(PodLifecycle.of(checkout).pod.containers.map(container => container.name)).toEqual(['linkerd-init', 'linkerd-proxy', 'migrate', 'checkout']);
});
