import { runOfImage } from './runs';
import { envoyPassesOn } from '../../../src/knowledge/programs/envoy-routes';
import { haproxyPassesOn } from '../../../src/knowledge/programs/haproxy-routes';
import { nginxPassesOn } from '../../../src/knowledge/programs/nginx-routes';

const withFile = (image: string, ...texts: readonly string[]) => runOfImage(image, [], { files: () => texts });

describe('Envoy', () => {
  const endpoint = (port: number, address = '127.0.0.1') => ({ endpoint: { address: { socket_address: { address, port_value: port } } } });
  const cluster = (name: string, ...endpoints: readonly object[]) => ({ name, load_assignment: { endpoints: [{ lb_endpoints: endpoints }] } });
  const manager = (routes: readonly object[], more: object = {}) => ({
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: { route_config: { virtual_hosts: [{ domains: ['*'], routes }] }, http_filters: [{ name: 'envoy.filters.http.router' }], ...more },
  });
  const config = (filter: object, clusters: readonly object[] = [cluster('app', endpoint(8080)), cluster('admin', endpoint(9901))]) => JSON.stringify({
    static_resources: { listeners: [{ address: { socket_address: { address: '0.0.0.0', port_value: 10000 } }, filter_chains: [{ filters: [filter] }] }], clusters },
  });
  const ALL = { match: { prefix: '/' }, route: { cluster: 'app' } };
  const passesOn = (text: string, path = '/', port = 10000) => envoyPassesOn(withFile('envoyproxy/envoy:v1.39.0', text), port, path);

  test('forwards what a route leads to a cluster on loopback', () => {
    expect(passesOn(config(manager([ALL])))).toEqual([8080]);
    expect(passesOn(config(manager([{ match: { path: '/ready' }, route: { cluster: 'admin' } }, ALL])), '/ready?full')).toEqual([9901]);
    expect(passesOn(config(manager([{ match: { path_separated_prefix: '/a' }, route: { cluster: 'admin' } }, ALL])), '/ab')).toEqual([8080]);
    expect(passesOn(config({ name: 'envoy.filters.network.tcp_proxy', typed_config: { cluster: 'app' } }))).toEqual([8080]);
  });

  test('is read from YAML and from a flag, too', () => {
    const text = [
      'static_resources:',
      '  listeners:',
      '  - name: ingress   # from outside',
      '    address: { socket_address: { address: 0.0.0.0, port_value: 10000 } }',
      '    filter_chains:',
      '    - filters:',
      '      - name: envoy.filters.network.http_connection_manager',
      '        typed_config:',
      '          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
      '          route_config:',
      '            virtual_hosts:',
      '            - name: app',
      '              domains: ["*"]',
      '              routes:',
      '              - match: { prefix: "/" }',
      '                route: { cluster: app, timeout: 0s }',
      '  clusters:',
      '  - name: app',
      '    load_assignment:',
      '      endpoints:',
      '      - lb_endpoints:',
      '        - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 8080 } } }',
    ].join('\n');

    expect(passesOn(text)).toEqual([8080]);
    expect(envoyPassesOn(runOfImage('envoyproxy/envoy:v1.39.0', ['--config-yaml', text]), 10000, '/')).toEqual([8080]);
  });

  test.each<[string, string, string?, number?]>([
    ['another port is asked', config(manager([ALL])), '/', 10001],
    ['it answers itself', config(manager([{ match: { path: '/healthz' }, direct_response: { status: 200 } }, ALL])), '/healthz'],
    ['a filter may answer', config(manager([ALL], { http_filters: [{ name: 'envoy.filters.http.health_check' }, { name: 'envoy.filters.http.router' }] }))],
    ['a pattern may match before', config(manager([{ match: { safe_regex: { regex: '/h.*' } }, direct_response: { status: 200 } }, ALL]))],
    ['headers decide', config(manager([{ match: { prefix: '/', headers: [{ name: 'x' }] }, route: { cluster: 'admin' } }, ALL]))],
    ['only one host is meant', config(manager([ALL], { route_config: { virtual_hosts: [{ domains: ['shop.example.com'], routes: [ALL] }] } }))],
    ['routes come from elsewhere', config(manager([], { route_config: undefined, rds: {} }))],
    ['an endpoint is elsewhere', config(manager([ALL]), [cluster('app', endpoint(8080), endpoint(8080, '10.0.0.1'))])],
    ['the cluster is not there', config(manager([ALL]), [])],
  ])('is not seen forwarding if %s', (_name, text, path = '/', port = 10000) => {
    expect(passesOn(text, path, port)).toBeUndefined();
  });
});

describe('nginx', () => {
  const passesOn = (text: string, path = '/') => nginxPassesOn(withFile('nginx:1.27', text), 8000, path);
  const APP = 'location / { proxy_pass http://127.0.0.1:8080; }';

  test.each<[string, string, string?]>([
    ['the only location', `server { listen 8000; ${APP} }`],
    ['the location with the longest beginning', `server { listen 0.0.0.0:8000; location /static { return 404; } ${APP} location /static/app { proxy_pass http://localhost:8080/x; } }`, '/static/app/1'],
    ['an upstream', 'http {\n  upstream app { server 127.0.0.1:8080 max_fails=3; }\n  # the app\n  server { listen [::]:8000 default_server; location ^~ / { proxy_pass http://app; } location ~ x { return 200; } }\n}'],
    ['a location beside pages for errors', `server { listen 8000; root /srv; error_page 500 502 /50x.html; ${APP} }`],
    ['the default server', `server { listen 8000; return 404; } server { listen 8000 default_server; ${APP} }`],
  ])('forwards by %s', (_name, text, path = '/') => {
    expect(passesOn(text, path)).toEqual([8080]);
  });

  test.each<[string, string, string?]>([
    ['another port is asked', `server { listen 80; ${APP} }`],
    ['it answers itself', `server { listen 8000; location = /healthz { return 200; } ${APP} }`, '/healthz'],
    ['a pattern may match', `server { listen 8000; ${APP} location ~ ^/h { return 200; } }`],
    ['files may answer', 'server { listen 8000; location / { try_files $uri @app; } location @app { proxy_pass http://127.0.0.1:8080; } }'],
    ['an error page may answer', `server { listen 8000; error_page 502 =200 /ok; ${APP} }`],
    ['more is included', `server { listen 8000; include conf.d/*.loc; ${APP} }`],
    ['the server is elsewhere', 'server { listen 8000; location / { proxy_pass http://shop.example.com; } }'],
    ['braces do not match', 'server { listen 8000; location / {'.repeat(50)],
  ])('is not seen forwarding if %s', (_name, text, path = '/') => {
    expect(passesOn(text, path)).toBeUndefined();
  });
});

describe('HAProxy', () => {
  const passesOn = (text: string) => haproxyPassesOn(withFile('haproxy:2.9', text), 8000);
  const BACKEND = 'backend app\n  server a 127.0.0.1:8080 check\n';

  test('forwards to its default backend, or to its own servers', () => {
    expect(passesOn(`defaults\n  mode http\nfrontend in\n  bind *:8000 # all\n  default_backend app\n${BACKEND}`)).toEqual([8080]);
    expect(passesOn('listen app\n  bind :8000\n  server a ipv4@127.0.0.1:8080\n  server b localhost:8081\n')).toEqual([8080, 8081]);
  });

  test.each([
    ['another port is asked', `frontend in\n  bind *:80\n  default_backend app\n${BACKEND}`],
    ['it answers itself', `frontend in\n  bind *:8000\n  monitor-uri /up\n  default_backend app\n${BACKEND}`],
    ['another backend may answer', `frontend in\n  bind *:8000\n  use_backend b if x\n  default_backend app\n${BACKEND}`],
    ['the server is elsewhere', 'listen app\n  bind *:8000\n  server a 10.0.0.1:8080\n'],
  ])('is not seen forwarding if %s', (_name, text) => {
    expect(passesOn(text)).toBeUndefined();
  });
});
