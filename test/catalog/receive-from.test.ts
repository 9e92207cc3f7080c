import { ApiObject, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from '../../src';
import { chartIn, deploymentIn, kubeDeploymentIn } from '../sidecars/support';

const portsIn = (chart: ReturnType<typeof chartIn>) => Testing.synth(chart).filter(({ kind }) => kind === 'Service').flatMap(({ spec }) => spec.ports);

test.each<[string, number, (web: kplus.Deployment) => { receiveFrom: (service: kplus.Service) => void }]>([
  ['OAuth2Proxy', 4180, web => new catalog.OAuth2Proxy(web, 'login', {
    appPort: 8080, issuerUrl: 'https://login.acme.com', emailDomains: ['*'], credentials: kplus.Secret.fromSecretName(web, 'secret', 'login'),
  })],
  ['KubeRbacProxy', 8443, web => new catalog.KubeRbacProxy(web, 'guard', { appPort: 8080 })],
  ['Nginx', 8000, web => new catalog.Nginx(web, 'front', { appPort: 8080 })],
  ['Envoy', 10000, web => new catalog.Envoy(web, 'front', { appPort: 8080 })],
])('%s receives the requests of a Service of the app', (_name, port, make) => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  const service = web.exposeViaService({ ports: [{ name: 'web', port: 80, targetPort: 8080 }] });

  make(web).receiveFrom(service);
  service.bind(81, { name: 'other', targetPort: 9000 });
  service.bind(82, { name: 'later', targetPort: 8080 });

  expect(portsIn(chart)).toEqual([
    { name: 'web', port: 80, targetPort: port }, { name: 'other', port: 81, targetPort: 9000 }, { name: 'later', port: 82, targetPort: port },
  ]);
});

test('the port may be a name, or the only number of the Service; a second call changes nothing', () => {
  const chart = chartIn();
  const web = kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1', ports: [{ name: 'http', containerPort: 8080 }] }] });
  const ports = [{ port: 80, targetPort: kplus.k8s.IntOrString.fromString('http') }, { name: 'same', port: 8080 }];
  const service = new kplus.k8s.KubeService(chart, 'service', { spec: { selector: { app: 'web' }, ports } });
  const nginx = new catalog.Nginx(web, 'front', { appPort: 8080 });

  nginx.receiveFrom(service);
  nginx.receiveFrom(service);

  expect(portsIn(chart)).toEqual([{ port: 80, targetPort: 8000 }, { name: 'same', port: 8080, targetPort: 8000 }]);
});

test('a Service that does not target the app is refused', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  const service = new kplus.Service(chart, 'service', { selector: web, ports: [{ port: 80, targetPort: 9000 }] });

  expect(() => new catalog.Nginx(web, 'front', { appPort: 8080 }).receiveFrom(service)).toThrow(new Error(
    "the Service 'shop/service' has no port that targets port 8080 of the app (its targets: 9000), so 'front' cannot receive its requests: pass the Service of the app, or set the targetPort of one of its ports to 8080"));
});

describe('a Service of other pods is refused, and stays as it is', () => {
  test('where another workload of the app has them', () => {
    const chart = chartIn();
    const service = deploymentIn(chart, {}, 'other').exposeViaService({ name: 'other' });

    expect(() => new catalog.Nginx(deploymentIn(chart), 'front', { appPort: 8080 }).receiveFrom(service)).toThrow(new Error(
      "'front' of 'shop/web' cannot receive requests from the Service 'shop/other/otherService' of 'shop/other', because they are in different pods: pass a Service of 'shop/web', or add a sidecar to 'shop/other'"));
    expect(portsIn(chart)).toEqual([{ port: 8080, targetPort: 8080 }]);
  });

  test('where their labels contradict those of the app', () => {
    const chart = chartIn();
    const service = new kplus.k8s.KubeService(chart, 'service', { spec: { selector: { app: 'api' }, ports: [{ port: 8080 }] } });

    expect(() => new catalog.Nginx(kubeDeploymentIn(chart), 'front', { appPort: 8080 }).receiveFrom(service)).toThrow(new Error(
      "'front' of 'shop/web' cannot receive requests from the Service 'shop/service', because it selects pods with app=api, and those of 'shop/web' have app=web: pass a Service of 'shop/web'"));
  });

  test('but not where the app may still get their labels, or shares them with another workload', () => {
    const chart = chartIn();
    const ports = [{ port: 8080 }];
    const serviceOf = (id: string, selector: { [label: string]: string }) => new kplus.k8s.KubeService(chart, id, { spec: { selector, ports } });
    const [later, shared] = [serviceOf('later', { tier: 'front' }), serviceOf('shared', { app: 'web' })];
    const web = kubeDeploymentIn(chart);
    const canary = new kplus.Deployment(chart, 'canary', { podMetadata: { labels: { app: 'web' } }, containers: [{ image: 'ghcr.io/acme/web:1.5.0', portNumber: 8080 }] });
    const front = new catalog.Nginx(web, 'front', { appPort: 8080 });

    front.receiveFrom(later);
    front.receiveFrom(shared);
    new catalog.Nginx(canary, 'front', { appPort: 8080 }).receiveFrom(shared);

    expect(portsIn(chart)).toEqual([{ port: 8080, targetPort: 8000 }, { port: 8080, targetPort: 8000 }]);
  });
});

test('so is a Service with a JSON patch that does not fit it', () => {
  const web = deploymentIn(chartIn());
  const service = web.exposeViaService({ ports: [{ port: 80, targetPort: 8080 }] });
  ApiObject.of(service).addJsonPatch(JsonPatch.replace('/spec/none/of/these', 1));

  expect(() => new catalog.Nginx(web, 'front', { appPort: 8080 }).receiveFrom(service)).toThrow(
    "'front' cannot receive requests from the Service 'shop/web/Service', because it cannot be rendered: ");
});

test('so is what is no Service, and an Envoy that only calls others', () => {
  const web = deploymentIn(chartIn());
  const envoy = new catalog.Envoy(web, 'calls', { upstreams: [{ name: 'orders', host: 'orders', port: 80, listenPort: 8001 }] });

  expect(() => new catalog.Nginx(web, 'front', { appPort: 8080 }).receiveFrom(web)).toThrow(new Error(
    "'front' can only receive requests from a Service, but got 'shop/web': pass a Service of cdk8s-plus or a KubeService"));
  expect(() => envoy.receiveFrom(web)).toThrow(new Error("'calls' does not forward requests to the app, so it cannot receive those of a Service: set 'appPort'"));
});
