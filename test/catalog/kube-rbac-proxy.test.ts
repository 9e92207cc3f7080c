import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { PodLifecycle } from '../../src';
import { KubeRbacProxy } from '../../src/catalog/kube-rbac-proxy';
import { KubeRbacProxyProps, KubeRbacTlsVersion } from '../../src/catalog/kube-rbac-proxy-props';
import { chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from '../sidecars/support';

function auth(props: Partial<KubeRbacProxyProps> = {}): (workload: Construct) => KubeRbacProxy {
  return workload => new KubeRbacProxy(workload, 'auth', { appPort: 8080, ...props });
}

const METRICS = { resource: 'services', subresource: 'metrics', namespace: 'shop', name: 'web' };

test('the container and its configuration', () => {
  expect(pictureOf(onDeployment(auth({ resource: METRICS })))).toMatchSnapshot();
});

test('starts before the app, outlives it, and a Job completes', () => {
  outlivesTheApp(auth());
});

test('the rules find nothing on it', () => {
  expect(openFindings(auth())).toEqual([]);
});

test('it has the token of the service account, which the app has not', () => {
  const staged = onDeployment(auth());

  const pod = synthPod(staged.chart);

  expect(pod.spec.automountServiceAccountToken).toBe(false);
  expect(containerOf(staged, 'auth').volumeMounts).toEqual([
    { name: 'auth-token', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true },
  ]);
  expect(pod.spec.volumes).toEqual([{
    name: 'auth-token',
    projected: {
      sources: [
        { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
      ],
    },
  }]);
});

test('the service account may be allowed to ask who calls', () => {
  const { chart, sidecar } = onDeployment(auth());

  sidecar.allowReviews(new kplus.ServiceAccount(chart, 'web-account'));

  const [role, binding] = ['ClusterRole', 'ClusterRoleBinding'].map(kind => Testing.synth(chart).find(manifest => manifest.kind === kind));
  expect(role.rules.map(({ resources, verbs }: any) => `${verbs} ${resources}`)).toEqual(['create tokenreviews', 'create subjectaccessreviews']);
  expect(binding).toMatchObject({ roleRef: { name: role.metadata.name }, subjects: [{ kind: 'ServiceAccount', name: 'shop-web-account' }] });
});

describe('the app', () => {
  test('is told to listen on loopback, where only the proxy reaches it', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });

    const proxy = auth()(web);
    proxy.connect(web.containers[0].name);

    expect(proxy).toMatchObject({ port: 8443, appHost: '127.0.0.1', appPort: 8080 });
    expect(synthPod(chart).container('web').spec.env).toEqual([{ name: 'HOST', value: '127.0.0.1' }, { name: 'PORT', value: '8080' }]);
  });

  test('may be known only by its name', () => {
    const staged = onImport(auth({ envPrefix: 'APP' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').env).toEqual([{ name: 'APP_HOST', value: '127.0.0.1' }, { name: 'APP_PORT', value: '8080' }]);
  });

  test('must not be probed there from outside', () => {
    const { chart, sidecar, workload } = onDeployment(auth());

    sidecar.connect((workload as kplus.Deployment).containers[0].name);

    expect(refusals(chart)).toEqual([
      "[shop/web/auth] 'web' listens on 127.0.0.1:8080 behind 'auth', where its startupProbe, which cdk8s-plus adds because of 'portNumber', cannot reach it: set 'startup' of the container to a command, for example kplus.Probe.fromCommand(['wget', '-qO-', 'http://127.0.0.1:8080/'])",
    ]);
  });

  test('nor by the name of the port, and neither if it is only the first', () => {
    const chart = chartIn();
    const ports = [{ name: 'http', containerPort: 8080 }];
    const readinessProbe = { httpGet: { path: '/', port: kplus.k8s.IntOrString.fromString('http') } };
    const web = kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports, readinessProbe }] });

    auth()(web).connect();

    expect(refusals(chart)).toEqual([expect.stringContaining('where its readinessProbe cannot reach it: use a command, for example')]);
  });

  test('may be probed by a command', () => {
    const chart = chartIn();
    const startup = kplus.Probe.fromCommand(['wget', '-qO-', 'http://127.0.0.1:8080/']);
    const web = deploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080, startup }] });

    auth()(web).connect(web.containers[0].name);

    expect(refusals(chart)).toEqual([]);
  });
});

test('other pods reach it by a Service', () => {
  const { chart, sidecar } = onDeployment(auth());

  sidecar.access.exposeViaService({ name: 'web', port: 443 });

  expect(Testing.synth(chart).find(manifest => manifest.kind === 'Service').spec.ports).toEqual([{ port: 443, targetPort: 8443 }]);
});

describe('what is given', () => {
  test('replaces image, ports and time to stop', () => {
    const image = `quay.io/brancz/kube-rbac-proxy@sha256:${'0'.repeat(64)}`;
    const staged = inJob(auth({ image, version: '0.22', port: 9443, healthPort: 9643, shutdown: Duration.seconds(8) }));

    expect(containerOf(staged, 'auth')).toMatchObject({
      image,
      ports: [{ containerPort: 9443 }],
      args: ['--secure-listen-address=0.0.0.0:9443', '--upstream=http://127.0.0.1:8080/', '--proxy-endpoints-port=9643'],
      startupProbe: { httpGet: { port: 9643, scheme: 'HTTPS' } },
    });
    expect(PodLifecycle.of(staged.workload).gracePeriod.toSeconds()).toBe(30 + 8 + 2);
  });

  test('is a certificate from a Secret', () => {
    const staged = onDeployment(workload => auth({ certificate: kplus.Secret.fromSecretName(workload, 'tls', 'web-tls') })(workload));

    expect(containerOf(staged, 'auth').args.slice(-2)).toEqual([
      '--tls-cert-file=/etc/kube-rbac-proxy-tls/tls.crt', '--tls-private-key-file=/etc/kube-rbac-proxy-tls/tls.key',
    ]);
    expect(synthPod(staged.chart).spec.volumes).toContainEqual({ name: 'auth-tls', secret: { secretName: 'web-tls' } });
  });

  test('decides about TLS, certificates of clients, and audiences', () => {
    const staged = onDeployment(workload => auth({
      tlsMinVersion: KubeRbacTlsVersion.TLS_1_3,
      clientCertificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'ca', 'client-ca'),
      audiences: ['web', 'api'],
    })(workload));

    expect(containerOf(staged, 'auth').args.slice(-3)).toEqual([
      '--tls-min-version=VersionTLS13', '--client-ca-file=/etc/kube-rbac-proxy-client-ca/ca.crt', '--auth-token-audiences=web,api',
    ]);
    expect(containerOf(staged, 'auth').volumeMounts).toContainEqual({ name: 'auth-client-ca', mountPath: '/etc/kube-rbac-proxy-client-ca', readOnly: true });
  });

  test('as configuration is merged with the resource, or stands alone', () => {
    const config = { authorization: { static: [{ path: '/metrics', verb: 'get', user: { name: 'monitoring' } }] } };
    const both = pictureOf(onDeployment(auth({ resource: METRICS, config })));
    const alone = onDeployment(auth({ config }));

    expect(both).toContain('resource: services');
    expect(both).toContain('verb: get');
    expect(pictureOf(alone)).toContain('verb: get');
    expect(containerOf(alone, 'auth').args).toContain('--config-file=/etc/kube-rbac-proxy/config.yaml');
  });

  test.each<[Partial<KubeRbacProxyProps>, string]>([
    [{ allowPaths: ['/metrics', '/api/*'] }, '--allow-paths=/metrics,/api/*'],
    [{ ignorePaths: ['/healthz'] }, '--ignore-paths=/healthz'],
  ])('limits paths: %j', (props, flag) => {
    expect(containerOf(onDeployment(auth(props)), 'auth').args).toContain(flag);
  });
});

describe('it refuses', () => {
  test.each<[string, Partial<KubeRbacProxyProps>, string]>([
    ['the port of the app', { port: 8080 }, "'auth' would use port 8080 for the app and for clients: set a different port for each"],
    ['a health endpoint on the port of the callers', { healthPort: 8443 },
      "'auth' would use port 8443 for clients and for its health endpoint: set a different port for each"],
    ['what is no port', { appPort: 0 }, "'auth' has port 0, which is not valid: set a number from 1 to 65535"],
    ['a relative path', { allowPaths: ['metrics'] }, "'auth' has the path 'metrics', which is not absolute: start it with '/'"],
    ['two paths in one', { ignorePaths: ['/healthz,/livez'] }, "'auth' has the path '/healthz,/livez', which contains a comma: list each path separately"],
    ['both lists of paths', { allowPaths: ['/metrics'], ignorePaths: ['/healthz'] },
      "'auth' sets both 'allowPaths' and 'ignorePaths', but kube-rbac-proxy accepts only one of them: remove one"],
    ['another resource in the configuration', { resource: METRICS, config: { authorization: { resourceAttributes: { name: 'api' } } } },
      "'config' of 'auth' sets authorization.resourceAttributes to {\"namespace\":\"shop\",\"resource\":\"services\",\"subresource\":\"metrics\",\"name\":\"api\"}, "
      + "but the sidecar relies on {\"namespace\":\"shop\",\"resource\":\"services\",\"subresource\":\"metrics\",\"name\":\"web\"}: set 'resource'"],
    ['a listener without TLS', { extraArgs: ['--insecure-listen-address=0.0.0.0:8080'] },
      "'extraArgs' of 'auth' has '--insecure-listen-address', which the sidecar decides: remove it, because tokens of clients would be readable on the network"],
    ['what is no resource', { resource: { resource: '' } },
      "'auth' has the resource '', which is not valid: set a resource type in the plural, for example services"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(auth(props))).toThrow(new Error(message));
  });
});
