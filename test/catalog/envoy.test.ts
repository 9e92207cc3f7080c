import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { objections, onBoth, picture, written } from './observe';
import { PodLifecycle } from '../../src';
import { Envoy } from '../../src/catalog/envoy';
import { EnvoyProps } from '../../src/catalog/envoy-props';
import { EnvoyProtocol, EnvoyUpstream } from '../../src/catalog/envoy-upstream';
import { SOURCES } from '../sidecars/sources';
import { chartIn, deploymentIn } from '../sidecars/support';

const ORDERS: EnvoyUpstream = { name: 'orders', host: 'orders.shop.svc.cluster.local', port: 8080, listenPort: 8001 };
const OUTBOUND: EnvoyProps = { upstreams: [ORDERS] };
const INBOUND: EnvoyProps = { appPort: 8080 };

function bootstrapOf(props: EnvoyProps): any {
  const chart = chartIn();
  new Envoy(deploymentIn(chart), 'envoy', props);
  return JSON.parse(written(chart).file('envoy.json')).static_resources;
}

function upstreamOf(upstream: Partial<EnvoyUpstream>): { listener: any; route: any; cluster: any } {
  const { listeners, clusters } = bootstrapOf({ upstreams: [{ ...ORDERS, ...upstream }] });
  const filter = listeners[1].filter_chains[0].filters[0];
  return { listener: listeners[1], route: filter.typed_config.route_config?.virtual_hosts[0].routes[0].route, cluster: clusters[1] };
}

test.each([OUTBOUND, INBOUND].flatMap(props => onBoth(workload => new Envoy(workload, 'envoy', props))))('nothing speaks against it in a $kind', on => {
  expect(objections(on)).toEqual([]);
});

test('its container and configuration, with an app behind it', () => {
  const chart = chartIn();
  new Envoy(deploymentIn(chart), 'envoy', { ...INBOUND, appProtocol: EnvoyProtocol.TCP });

  expect(picture(chart, 'envoy', 'envoy.json')).toMatchSnapshot();
});

test('the admin interface stays on loopback, and the kubelet is shown one path of it', () => {
  const chart = chartIn();
  new Envoy(deploymentIn(chart), 'envoy', { ...OUTBOUND, adminPort: 19901, readyPort: 19902 });

  const { admin, static_resources: { listeners: [ready], clusters } } = JSON.parse(written(chart).file('envoy.json'));

  expect(admin.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 19901 });
  expect(ready.address.socket_address).toEqual({ address: '0.0.0.0', port_value: 19902 });
  expect(ready.filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].routes).toEqual([
    { match: { path: '/ready' }, route: { cluster: 'ready', timeout: '1s' } },
  ]);
  expect(clusters[0].load_assignment.endpoints[0].lb_endpoints[0].endpoint.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 19901 });
  expect(written(chart).container('envoy').startupProbe.httpGet).toEqual({ path: '/ready', port: 19902 });
});

test('two in one pod do not meet: hot restart is off', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  new Envoy(web, 'out', { ...OUTBOUND, concurrency: 2 });
  new Envoy(web, 'in', { ...INBOUND, adminPort: 9911, readyPort: 9912 });

  expect(written(chart).container('out').args).toEqual(['-c', '/etc/envoy/envoy.json', '--disable-hot-restart', '--concurrency', '2']);
  expect(PodLifecycle.of(web).findings).toEqual([]);
});

describe('outbound', () => {
  test('it listens on loopback and calls upstreams by their own names', () => {
    const { listener, route, cluster } = upstreamOf({});

    expect(listener.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 8001 });
    expect(route).toEqual({ cluster: 'orders', timeout: '15s', host_rewrite_literal: 'orders.shop.svc.cluster.local:8080' });
    expect(cluster).toMatchObject({ name: 'orders', type: 'STRICT_DNS', dns_lookup_family: 'V4_PREFERRED' });
  });

  test('it speaks TLS, and only with the host that is meant', () => {
    const { route, cluster } = upstreamOf({ host: 'api.example.com', port: 443, tls: true });

    expect(route.host_rewrite_literal).toBe('api.example.com');
    expect(cluster.transport_socket.typed_config).toMatchObject({
      sni: 'api.example.com',
      common_tls_context: {
        alpn_protocols: ['http/1.1'],
        validation_context: {
          trusted_ca: { filename: '/etc/ssl/certs/ca-certificates.crt' },
          match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: 'api.example.com' } }],
        },
      },
    });
  });

  test('it speaks gRPC, without a limit unless one is said, and tries again if told to', () => {
    const { route, cluster } = upstreamOf({ protocol: EnvoyProtocol.GRPC, retries: 2, tls: true });

    expect(route).toMatchObject({ timeout: '0s', retry_policy: { retry_on: 'connect-failure,refused-stream,unavailable', num_retries: 2 } });
    expect(upstreamOf({ protocol: EnvoyProtocol.GRPC, timeout: Duration.seconds(3) }).route.timeout).toBe('3s');
    expect(Object.values(cluster.typed_extension_protocol_options)).toMatchObject([{ explicit_http_config: { http2_protocol_options: {} } }]);
    expect(cluster.transport_socket.typed_config.common_tls_context.alpn_protocols).toEqual(['h2']);
  });

  test('it passes on bytes, also to an address', () => {
    const { listener, cluster } = upstreamOf({ protocol: EnvoyProtocol.TCP, host: '10.0.0.5', tls: true });

    expect(listener.filter_chains[0].filters[0].typed_config).toMatchObject({ stat_prefix: 'orders', cluster: 'orders' });
    expect(cluster.type).toBe('STATIC');
    expect(cluster.transport_socket.typed_config.common_tls_context.validation_context.match_typed_subject_alt_names[0].san_type).toBe('IP_ADDRESS');
  });
});

describe('inbound', () => {
  test('it listens for the world and calls the app on loopback, for as long as the app likes', () => {
    const { listeners, clusters } = bootstrapOf({ ...INBOUND, port: 8443 });

    expect(listeners[1].address.socket_address).toEqual({ address: '0.0.0.0', port_value: 8443 });
    expect(listeners[1].filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].routes[0].route).toEqual({ cluster: 'app', timeout: '0s' });
    expect(clusters[1].load_assignment.endpoints[0].lb_endpoints[0].endpoint.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 8080 });
  });

  test('a Service finds its port', () => {
    const chart = chartIn();
    const envoy = new Envoy(deploymentIn(chart), 'envoy', INBOUND);

    expect(envoy.access.exposeViaService({ port: 80 }).ports).toMatchObject([{ port: 80, targetPort: 10000 }]);
    expect([envoy.port, envoy.appPort]).toEqual([10000, 8080]);
  });
});

describe('the app', () => {
  const both = { ...INBOUND, upstreams: [ORDERS, { ...ORDERS, name: 'main-db', protocol: EnvoyProtocol.TCP, listenPort: 5432 }] };
  const env = [
    { name: 'ORDERS_URL', value: 'http://127.0.0.1:8001' },
    { name: 'MAIN_DB_URL', value: 'tcp://127.0.0.1:5432' },
    { name: 'PORT', value: '8080' },
  ];

  test('is told what it reaches, and where it should listen', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    const envoy = new Envoy(web, 'envoy', both);
    envoy.connect(web.containers[0].name);

    expect(written(chart).app.env).toEqual(env);
    expect([envoy.host, envoy.url('orders')]).toEqual(['127.0.0.1', 'http://127.0.0.1:8001']);
    expect(() => envoy.url('payments')).toThrow(new Error("'envoy' has no upstream 'payments': add it to 'upstreams', or use one of 'orders', 'main-db'"));
  });

  test.each(['cdk8s-plus-34', 'cdk8s import', 'Include', 'Helm'])('is told on a workload of %s', source => {
    const chart = chartIn();
    new Envoy(SOURCES[source](chart, 'Deployment'), 'envoy', both).connect();

    expect(written(chart).app.env).toEqual(env);
    expect(written(chart).file('envoy.json')).toContain(ORDERS.host);
  });
});

describe('what is given', () => {
  test('as metrics opens one path of the admin interface on a declared port', () => {
    const chart = chartIn();
    const envoy = new Envoy(deploymentIn(chart), 'envoy', { ...OUTBOUND, metrics: true });
    const { listeners, clusters } = JSON.parse(written(chart).file('envoy.json')).static_resources;

    expect(listeners[1].address.socket_address).toEqual({ address: '0.0.0.0', port_value: 9904 });
    expect(listeners[1].filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].routes[0].match).toEqual({ path: '/stats/prometheus' });
    expect(clusters[1].load_assignment.endpoints[0].lb_endpoints[0].endpoint.address.socket_address).toEqual({ address: '127.0.0.1', port_value: 9901 });
    expect(written(chart).container('envoy').ports).toEqual([{ containerPort: 9904, name: 'metrics-9904' }]);
    expect(envoy.metricsPort).toBe(9904);
  });

  test('as a certificate is for clients, and as an authority for upstreams', () => {
    const chart = chartIn();
    new Envoy(deploymentIn(chart), 'envoy', {
      appPort: 8080,
      upstreams: [{ ...ORDERS, tls: true }],
      certificate: kplus.Secret.fromSecretName(chart, 'tls', 'web-tls'),
      certificateAuthority: kplus.ConfigMap.fromConfigMapName(chart, 'ca', 'shop-ca'),
    });
    const { listeners, clusters } = JSON.parse(written(chart).file('envoy.json')).static_resources;

    expect(listeners[1].filter_chains[0].transport_socket.typed_config).toMatchObject({
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext',
      'common_tls_context': { tls_certificates: [{ certificate_chain: { filename: '/etc/envoy-tls/tls.crt' }, private_key: { filename: '/etc/envoy-tls/tls.key' } }] },
    });
    expect(clusters[2].transport_socket.typed_config.common_tls_context.validation_context.trusted_ca).toEqual({ filename: '/etc/envoy-ca/ca.crt' });
    expect(written(chart).container('envoy').volumeMounts.map(({ mountPath }: any) => mountPath)).toEqual(['/etc/envoy', '/etc/envoy-tls', '/etc/envoy-ca']);
  });

  test('as configuration is merged, and its listeners and clusters are added', () => {
    const chart = chartIn();
    new Envoy(deploymentIn(chart), 'envoy', {
      ...OUTBOUND,
      config: { stats_config: { use_all_default_tags: true }, admin: { profile_path: '/dev/null' }, static_resources: { clusters: [{ name: 'zipkin' }], secrets: [] } },
    });
    const config = JSON.parse(written(chart).file('envoy.json'));

    expect(config.stats_config).toEqual({ use_all_default_tags: true });
    expect(config.admin).toEqual({ address: { socket_address: { address: '127.0.0.1', port_value: 9901 } }, profile_path: '/dev/null' });
    expect(config.static_resources.clusters.map(({ name }: any) => name)).toEqual(['ready', 'orders', 'zipkin']);
    expect(config.static_resources.listeners.map(({ name }: any) => name)).toEqual(['ready', 'orders']);
    expect(config.static_resources.secrets).toEqual([]);
  });
});

test('the image can be another, by digest', () => {
  const chart = chartIn();
  const image = `registry.acme.example/envoyproxy/envoy@sha256:${'a'.repeat(64)}`;
  new Envoy(deploymentIn(chart), 'envoy', { ...OUTBOUND, image });

  expect(written(chart).container('envoy')).toMatchObject({ image, securityContext: { runAsUser: 65532, readOnlyRootFilesystem: true } });
});

test.each<[string, EnvoyProps, string]>([
  ['nothing to pass on', {}, "'envoy' has nothing to proxy: set 'upstreams' for services that the app calls, 'appPort' for clients that call the app, or both"],
  ['a name that is none', { upstreams: [{ ...ORDERS, name: 'Orders' }] },
    "'envoy' has an upstream with the name 'Orders', which is not valid: use lowercase letters, digits and dashes, for example orders"],
  ['a URL as a host', { upstreams: [{ ...ORDERS, host: 'http://orders' }] },
    "the host 'http://orders' of upstream 'orders' in 'envoy' is not valid: set a host name or IP address without scheme and port, for example orders.shop.svc.cluster.local"],
  ['a host with a port', { upstreams: [{ ...ORDERS, host: 'orders:80' }] },
    "the host 'orders:80' of upstream 'orders' in 'envoy' is not valid: set a host name or IP address without scheme and port, for example orders.shop.svc.cluster.local"],
  ['an upstream without a port', { upstreams: [{ ...ORDERS, port: 0 }] }, "'envoy' with upstream 'orders' has port 0, which is not valid: set a number from 1 to 65535"],
  ['two of a name', { upstreams: [ORDERS, { ...ORDERS, listenPort: 8002 }] },
    "the upstream name 'orders' of 'envoy' is reserved or not unique: give each upstream a unique name other than 'app', 'ready' and 'admin-metrics'"],
  ['two upstreams on a port', { upstreams: [ORDERS, { ...ORDERS, name: 'stock' }] },
    "'envoy' would use port 8001 for upstream 'orders' and for upstream 'stock': set a different port for each"],
  ['the port of the app', { appPort: 8080, port: 8080 }, "'envoy' would use port 8080 for the app and for clients: set a different port for each"],
  ['a port of root', { appPort: 8080, port: 80 },
    "'envoy' cannot listen on port 80, which requires root on many nodes: set a port from 1024, and use 80 as the port of the Service"],
  ['an admin interface for others', { ...INBOUND, config: { admin: { address: { socket_address: { address: '0.0.0.0' } } } } },
    "'config' of 'envoy' sets admin.address to {\"socket_address\":{\"address\":\"0.0.0.0\",\"port_value\":9901}}, "
    + "but the sidecar relies on {\"socket_address\":{\"address\":\"127.0.0.1\",\"port_value\":9901}}: set 'adminPort'"],
  ['another listener for the gate', { ...INBOUND, config: { static_resources: { listeners: [{ name: 'ready' }] } } },
    "'config' of 'envoy' has 'ready' in static_resources.listeners, which the sidecar has too: use another name"],
  ['listeners that are no list', { ...INBOUND, config: { static_resources: { listeners: {} } } },
    "'config' of 'envoy' has static_resources.listeners that is no list: set a list"],
  ['nothing but its own resources', { ...INBOUND, config: { static_resources: null } },
    "'config' of 'envoy' replaces static_resources, which has the listeners of the sidecar: add listeners and clusters to it"],
  ['a certificate for nobody', { ...OUTBOUND, certificate: { name: 'web-tls' } as any }, "'envoy' has a 'certificate' for clients, but serves none: set 'appPort'"],
  ['an authority for nothing', { ...OUTBOUND, certificateAuthority: { name: 'ca' } as any },
    "'envoy' has a 'certificateAuthority', but no upstream with TLS: set 'tls' of an upstream"],
  ['another configuration', { ...INBOUND, extraArgs: ['--config-yaml', 'admin: {}'] }, "'extraArgs' of 'envoy' has '--config-yaml', which the sidecar decides: set 'config'"],
  ['its version only', { ...INBOUND, extraArgs: ['--version'] }, "'extraArgs' of 'envoy' has '--version', which the sidecar decides: remove it, because a sidecar must keep running"],
  ['no threads', { ...INBOUND, concurrency: 0 }, "'concurrency' of 'envoy' is 0: set a whole number from 1"],
])('%s is refused', (_, props, sentence) => {
  expect(() => new Envoy(deploymentIn(chartIn()), 'envoy', props)).toThrow(new Error(sentence));
});
