import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { catalog } from '../../src';
import { chartIn, deploymentIn, synthPod } from '../sidecars/support';

const { OtelExporter } = catalog;
const DIGEST = `@sha256:${'0'.repeat(64)}`;

/** The configuration of a collector. */
function collector(props: object): string {
  const chart = chartIn();
  const exporters = [OtelExporter.otlpGrpc('gateway:4317'), OtelExporter.otlpHttp('https://otlp.acme.com'), OtelExporter.otlpGrpc('other:4317'), OtelExporter.debug()];
  new catalog.OtelCollector(deploymentIn(chart), 'otel', { exporters, ...props });
  return Testing.synth(chart).find(({ kind }) => kind === 'ConfigMap').data['config.yaml'];
}

describe('an OpenTelemetry Collector before 0.144', () => {
  test('gets the names of exporters that it knows', () => {
    const config = collector({ image: 'otel/opentelemetry-collector:0.120.0' });

    expect(config).not.toMatch(/otlp_/);
    expect(config).toMatch(/^ {2}otlp:$/m);
    expect(config).toMatch(/^ {2}otlphttp:$/m);
    expect(config).toMatch(/^ {2}otlp\/2:$/m);
  });

  test.each([[{}], [{ image: 'otel/opentelemetry-collector:0.144.0' }], [{ image: `acme/otel${DIGEST}`, version: '0.150' }], [{ image: 'acme/otel:1.0.0' }]])(
    'is no other one: %j', props => {
      expect(collector(props)).toMatch(/^ {2}otlp_grpc\/2:$/m);
    },
  );

  test('is not known by a digest or a moving tag, so that the version must be set', () => {
    expect(() => collector({ image: `acme/otel${DIGEST}` })).toThrow(new Error(
      `the image 'acme/otel${DIGEST}' does not show its version of OpenTelemetry Collector, which its configuration depends on: set 'version', for example '0.159'`));
    expect(() => collector({ image: 'acme/otel:latest' })).toThrow(/set 'version'/);
    expect(() => collector({ image: 'acme/otel:latest', version: 'newest' })).toThrow(new Error(
      "'version' is 'newest', which is not a version of OpenTelemetry Collector: set it, for example, to '0.159'"));
    expect(() => collector({ image: `acme/otel${DIGEST}`, exporters: [OtelExporter.debug()] })).not.toThrow();
  });
});

const SECRET = (scope: Construct) => kplus.Secret.fromSecretName(scope, 'secret', 'login');

test.each<[string, (web: Construct) => unknown, string]>([
  ['Fluent Bit', web => new catalog.FluentBit(web, 'x', { image: 'fluent/fluent-bit:3.0.7', outputs: [{ plugin: 'stdout' }] }), '3.2 and newer versions understand a YAML configuration with parsers'],
  ['git-sync', web => new catalog.GitSync(web, 'x', { image: 'registry.k8s.io/git-sync/git-sync:v3.6.9', repository: 'https://git.acme.com/web' }), '4.0 and newer versions understand the flags --ref and --link'],
  ['kube-rbac-proxy', web => new catalog.KubeRbacProxy(web, 'x', { image: 'quay.io/brancz/kube-rbac-proxy:v0.13.1', appPort: 8080 }), '0.14 and newer versions understand the flag --proxy-endpoints-port'],
  ['nginx', web => new catalog.Nginx(web, 'x', { image: 'nginxinc/nginx-unprivileged:1.18', appPort: 8080 }), '1.20 and newer versions understand the option -e'],
  ['Cloud SQL Auth Proxy', web => new catalog.CloudSqlProxy(web, 'x', { image: 'acme/cloud-sql-proxy:1.33.2', instance: 'a:b:c' }), '2.0 and newer versions understand its flags'],
  ['Cloud SQL Auth Proxy with a test', web => new catalog.CloudSqlProxy(web, 'x', { image: 'acme/cloud-sql-proxy:2.3.0', instance: 'a:b:c', waitForDatabase: true }), '2.4 and newer versions understand the flag --run-connection-test'],
  ['AlloyDB Auth Proxy', web => new catalog.AlloyDbProxy(web, 'x', {
    image: 'acme/alloydb-auth-proxy:1.6.2', instance: 'projects/a/locations/b/clusters/c/instances/d', publicIp: true,
  }), '1.7 and newer versions understand the flag --public-ip'],
  ['OAuth2 Proxy with groups', web => new catalog.OAuth2Proxy(web, 'x', {
    image: 'quay.io/oauth2-proxy/oauth2-proxy:v6.1.1', appPort: 8080, allowedGroups: ['buyers'], issuerUrl: 'https://login.acme.com', emailDomains: ['*'], credentials: SECRET(web),
  }), '7.0 and newer versions understand the flags --allowed-group and --skip-auth-route'],
  ['OAuth2 Proxy with metrics', web => new catalog.OAuth2Proxy(web, 'x', {
    image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.0.1', appPort: 8080, metrics: true, issuerUrl: 'https://login.acme.com', emailDomains: ['*'], credentials: SECRET(web),
  }), '7.1 and newer versions understand the flag --metrics-address'],
  ['OAuth2 Proxy', web => new catalog.OAuth2Proxy(web, 'x', {
    image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.6.0', appPort: 8080, provider: catalog.OAuth2Provider.ENTRA_ID, issuerUrl: 'https://login.acme.com', emailDomains: ['*'], credentials: SECRET(web),
  }), '7.8 and newer versions understand the provider entra-id'],
  ['Vault Agent', web => new catalog.VaultAgent(web, 'x', {
    image: 'hashicorp/vault:1.7.9', address: 'https://vault:8200', renderInterval: Duration.minutes(1), auth: catalog.VaultAuth.kubernetes('web'), templates: [catalog.VaultTemplate.field('a.txt', 'secret/data/a', 'b')],
  }), '1.8 and newer versions understand the setting static_secret_render_interval'],
])('an image that is too old is refused: %s', (_name, make, why) => {
  expect(() => make(deploymentIn(chartIn()))).toThrow(why);
});

test('the refusal names the image, both versions and what to do', () => {
  expect(() => new catalog.KubeRbacProxy(deploymentIn(chartIn()), 'x', { image: 'quay.io/brancz/kube-rbac-proxy:v0.13.1', appPort: 8080 })).toThrow(new Error(
    "the image 'quay.io/brancz/kube-rbac-proxy:v0.13.1' has kube-rbac-proxy 0.13, but only 0.14 and newer versions understand the flag --proxy-endpoints-port: use a newer image, or set 'version' if the tag does not show the version of the program"));
});

test('a flag that an older proxy does not know is left out where nothing depends on it', () => {
  const chart = chartIn();
  new catalog.AlloyDbProxy(deploymentIn(chart), 'db', { image: 'acme/alloydb-auth-proxy:1.10.2', instance: 'projects/a/locations/b/clusters/c/instances/d' });

  expect(synthPod(chart).container('db').spec.args).not.toContain('--exit-zero-sigterm');
});

describe('a version describes the image that is set', () => {
  const db = (props: object) => () => new catalog.CloudSqlProxy(deploymentIn(chartIn()), 'db', { instance: 'a:b:c', ...props });

  test('so it is refused beside the default image', () => {
    expect(db({ version: '2.11.0' })).toThrow(new Error(
      "'version' of 'db' is 2.11.0, but the image is the default one, gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3: set 'image', for example gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0, or remove 'version'"));
    expect(() => collector({ version: '0.140' })).toThrow(/for example \S+\/opentelemetry-collector:0\.140\.0, or remove/);
    expect(() => new catalog.RedisCache(deploymentIn(chartIn()), 'cache', { version: '8.2' })).toThrow(/for example docker.io\/library\/redis:8\.2\.0-alpine, or remove/);
  });

  test.each(['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', 'registry.acme.com/mirror/cloud-sql-connectors/cloud-sql-proxy:2.25.3'])('it cannot contradict the tag of %s', image => {
    expect(db({ image, version: '2.11.0' })).toThrow(new Error(
      `'version' of 'db' is 2.11.0, but the image '${image}' has Cloud SQL Auth Proxy 2.25: remove 'version', or set another 'image', for example gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0`));
    expect(db({ image, version: '2.25' })).not.toThrow();
  });

  test('the tags of an image that others build may count something else', () => {
    expect(db({ image: 'ghcr.io/acme/db-proxy:1.0.0', version: '2.11' })).not.toThrow();
  });
});
