import { batch, configMap, helpers, mounting, running, service } from './pods';
import { unclearWays } from '../../src/recognition/ties';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080, name: 'http' }] };
const WORK = { name: 'work', image: 'ghcr.io/acme/export:1.0.0' };
const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const way = (...given: Parameters<typeof running>) => {
  const pod = running(...given);
  return [...helpers(pod), ...unclearWays(pod).map(({ container }) => `${container.name}: unclear`)];
};

describe('Tailscale', () => {
  const tailscale = (variables: object, rest: object = {}) => ({ name: 'ts', image: 'ghcr.io/tailscale/tailscale:v1.102.3', env: env(variables), ...rest });

  test('in kernel mode is the VPN of the pod', () => {
    expect(way([WORK, tailscale({ TS_USERSPACE: 'false' })])).toEqual(['ts: outbound']);
    expect(way([WEB, tailscale({ TS_USERSPACE: '0', TS_EXTRA_ARGS: '--accept-routes' }, { ports: [{ containerPort: 9002 }] })], { beside: [service('http')] })).toEqual(['ts: outbound']);
    expect(way([WEB, tailscale({}, { command: ['tailscaled', '--state=mem:'] })])).toEqual(['ts: outbound']);
  });

  test('carries what one sends through its proxy, whatever the image of that one is called', () => {
    const sync = { name: 'sync', image: 'acme/sync:1', env: env({ ALL_PROXY: 'socks5://localhost:1055' }) };

    expect(way([sync, tailscale({ TS_SOCKS5_SERVER: ':1055' })])).toEqual(['ts: outbound']);
  });

  test('beside a web server that is told nothing may only bring traffic in', () => {
    expect(way([{ name: 'nginx', image: 'nginx:1.29' }, tailscale({ TS_USERSPACE: 'false' })])).toEqual(['ts: inbound', 'ts: unclear']);
    expect(way([{ name: 'nginx', image: 'nginx:1.29' }, WORK, tailscale({ TS_USERSPACE: 'false' })])).toEqual(['ts: inbound', 'ts: unclear']);
    expect(way([{ name: 'nginx', image: 'nginx:1.29', env: env({ API: 'http://api.tail1234.ts.net' }) }, tailscale({ TS_USERSPACE: 'false' })])).toEqual(['ts: outbound']);
  });

  test('on the network of the node carries what the node sends, with or without the app', () => {
    expect(way([WORK, tailscale({ TS_USERSPACE: 'false' })], { spec: { hostNetwork: true } })).toEqual(['ts: inbound', 'ts: unclear']);
  });

  test.each([
    ['a configuration of what it serves', { TS_SERVE_CONFIG: '/config/serve.json', TS_USERSPACE: 'false' }],
    ['an address for what arrives', { TS_DEST_IP: '10.0.0.7', TS_USERSPACE: 'false' }],
    ['a name for what arrives', { TS_EXPERIMENTAL_DEST_DNS_NAME: 'web.acme.io', TS_USERSPACE: 'false' }],
  ])('brings traffic in with %s', (_name, variables) => {
    expect(way([WEB, tailscale(variables)])).toEqual(['ts: inbound']);
  });

  test('that serves, and opens a proxy that the app calls, is needed by the app', () => {
    const proxied = { ...WORK, env: env({ ALL_PROXY: 'socks5://127.0.0.1:1055' }) };

    expect(way([proxied, tailscale({ TS_SERVE_CONFIG: '/config/serve.json', TS_SOCKS5_SERVER: ':1055' })])).toEqual(['ts: outbound']);
  });

  test.each([
    ['in user space', tailscale({})],
    ['in user space, with a proxy that nothing calls', tailscale({ TS_SOCKS5_SERVER: ':1055' })],
    ['in user space by a flag', tailscale({}, { command: ['tailscaled', '--tun=userspace-networking'] })],
    ['in user space by a flag in a variable', tailscale({ TS_USERSPACE: 'false', TS_TAILSCALED_EXTRA_ARGS: '--tun=userspace-networking' })],
    ['as a router for others', tailscale({ TS_USERSPACE: 'false', TS_ROUTES: '10.0.0.0/8' })],
    ['as an exit for others', tailscale({ TS_USERSPACE: 'false', TS_EXTRA_ARGS: '--advertise-exit-node' })],
  ])('tells nothing %s', (_name, container) => {
    expect(way([WEB, container])).toEqual(['ts: inbound', 'ts: unclear']);
  });

  test('to which Services send brings traffic in', () => {
    expect(way([WORK, tailscale({ TS_USERSPACE: 'false' }, { ports: [{ containerPort: 8080, name: 'web' }] })], { beside: [service('web')] })).toEqual(['ts: inbound']);
  });
});

describe('a proxy of both ways', () => {
  const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0' };

  test('of which nothing shows the way is unclear', () => {
    expect(way([WEB, envoy])).toEqual(['envoy: inbound', 'envoy: unclear']);
    expect(way([WEB, envoy], { beside: [service('http')] })).toEqual(['envoy: inbound', 'envoy: unclear']);
  });

  test.each([
    ['an app that only the proxy can reach', [{ ...WORK, args: ['--listen=127.0.0.1:8080'] }, envoy], {}, 'envoy: inbound'],
    ['a port', [WEB, { ...envoy, ports: [{ containerPort: 10000 }] }], {}, 'envoy: inbound'],
    ['its configuration', [WEB, mounting({ '/etc/envoy': 'config' }, envoy)], {
      volumes: [{ name: 'config', configMap: { name: 'envoy' } }],
      beside: [configMap('envoy', { 'envoy.yaml': 'endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 8080 } } }' })],
    }, 'envoy: inbound'],
    ['a call', [{ ...WEB, env: env({ HTTP_PROXY: 'http://127.0.0.1:10000' }) }, envoy], {}, 'envoy: outbound'],
  ])('is clear by %s', (_name, containers, options, expected) => {
    expect(way(containers, options)).toEqual([expected]);
  });

  test('is not told as unclear in a Job, where it moves in any case', () => {
    expect(unclearWays(batch([WORK, envoy]))).toEqual([]);
  });

  test('of Cloudflare is told by its command', () => {
    const cloudflared = (...args: string[]) => ({ name: 'cf', image: 'cloudflare/cloudflared:2026.1.0', args });

    expect(way([WEB, cloudflared('tunnel', 'run')])).toEqual(['cf: inbound']);
    expect(way([WEB, cloudflared('tunnel', 'run', 'access')])).toEqual(['cf: inbound']);
    expect(way([WORK, cloudflared('access', 'tcp', '--hostname=db.acme.io', '--url=127.0.0.1:5432')])).toEqual(['cf: outbound']);
  });
});

test('Anubis lets requests through to its target', () => {
  const anubis = { name: 'anubis', image: 'ghcr.io/techarohq/anubis:v1.22.0', env: env({ TARGET: 'http://localhost:8080' }), ports: [{ containerPort: 8923 }] };

  expect(way([WEB, anubis])).toEqual(['anubis: inbound']);
  expect(running([WEB, anubis], { beside: [service(8923)] }).app?.container.name).toBe('web');
});

describe('an init container that redirects with iptables', () => {
  const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0', ports: [{ containerPort: 15001 }], securityContext: { runAsUser: 1337 } };
  const init = (script: string) => ({ name: 'routes', image: 'acme/tools:1', command: ['sh', '-c', script], securityContext: { privileged: true } });
  const output = 'iptables -t nat -A OUTPUT -m owner ! --uid-owner 1337 -p tcp -j REDIRECT --to-ports 15001';
  const prerouting = 'iptables -t nat -A PREROUTING -p tcp --dport 8080 -j REDIRECT --to-ports 15001';

  test('decides whether the proxy carries what the app sends', () => {
    expect(way([WEB, envoy], { inits: [init(output)] })).toEqual(['envoy: outbound']);
    expect(way([WEB, { ...envoy, securityContext: {} }], { inits: [init(output)] })).toEqual(['envoy: outbound']);
    expect(way([WEB, envoy], { inits: [init(`${prerouting}; ${output}`)] })).toEqual(['envoy: outbound']);
    expect(way([WEB, envoy], { inits: [init(prerouting)] })).toEqual(['envoy: inbound']);
  });

  test('decides it also for a program that is not known', () => {
    const proxy = { ...envoy, image: 'acme/egress:1' };

    expect(way([WEB, proxy], { inits: [init(output)] })).toEqual(['envoy: outbound']);
    expect(way([WEB, proxy], { inits: [init(prerouting)] })).toEqual(['envoy: inbound']);
  });

  test('decides nothing if it runs no iptables, or may not', () => {
    expect(way([WEB, envoy], { inits: [init('chown -R 1337 /data')] })).toEqual(['envoy: inbound']);
    expect(way([WEB, envoy], { inits: [{ ...init(output), securityContext: {} }] })).toEqual(['envoy: inbound']);
  });
});

describe('stunnel', () => {
  const stunnel = mounting({ '/etc/stunnel': 'config' }, { name: 'tls', image: 'dweomer/stunnel:latest' });
  const configured = (text: string) => way([WORK, stunnel], {
    volumes: [{ name: 'config', configMap: { name: 'stunnel' } }],
    beside: [configMap('stunnel', { 'stunnel.conf': text })],
  });

  test('serves the app as a client of a server elsewhere', () => {
    expect(configured('[redis]\nclient = yes\naccept = 127.0.0.1:6379\nconnect = redis.acme.io:6380\n')).toEqual(['tls: outbound']);
  });

  test('brings the world in as a server, or to a server on loopback', () => {
    expect(configured('[web]\naccept = 8443\nconnect = 127.0.0.1:8080\n')).toEqual(['tls: inbound']);
    expect(configured('[web]\nclient = yes\naccept = 8443\nconnect = 8080\n')).toEqual(['tls: inbound']);
  });

  test('without its configuration is needed where the app calls it, and otherwise unclear', () => {
    expect(way([{ ...WORK, env: env({ REDIS_URL: 'redis://127.0.0.1:6379' }) }, { ...stunnel, ports: [{ containerPort: 6379 }] }])).toEqual(['tls: outbound']);
    expect(way([WORK, stunnel])).toEqual(['tls: inbound', 'tls: unclear']);
  });
});

describe('the receive daemon of GPUDirect', () => {
  const image = 'us-docker.pkg.dev/gce-ai-infra/gpudirect-tcpxo/tcpgpudmarxd-dev:v1.0.21';
  const daemon = mounting({ '/proc/sys': 'settings' }, { name: 'rxdm', image, command: ['sh', '-c', '/fts/entrypoint_rxdm_container.sh --num_hops=2 --num_nics=8'] });
  const volumes = [{ name: 'settings', hostPath: { path: '/proc/sys' } }];

  test('serves the work, also where it changes settings of the kernel', () => {
    expect(way([WORK, daemon], { volumes })).toEqual(['rxdm: outbound']);
    expect(batch([WORK, daemon], { volumes }).helper('rxdm')).toMatchObject({ direction: 'outbound', neverEnds: true });
  });

  test('is up when it has written the file that it is told', () => {
    const gate = (container: object) => {
      const pod = running([WORK, { ...daemon, ...container }]);
      const rxdm = pod.pod.container('rxdm');
      return pod.program(rxdm)!.startup!(pod.run(rxdm));
    };

    expect(gate({ env: env({ HEALTH_CHECK_LOG_FILE: '/run/health-check' }) })).toEqual({ handler: { exec: { command: ['cat', '/run/health-check'] } } });
    expect(gate({})).toBe('the manifest does not show a file that it writes when it is up');
  });
});

describe('a collector that nobody calls', () => {
  const web = mounting({ '/var/log/web': 'logs' }, WEB);
  const collector = (more: object = {}, path = '/logs') => mounting({ [path]: 'logs' }, { name: 'otel', image: 'otel/opentelemetry-collector:0.159.0', ...more });
  const volumes = [{ name: 'logs', emptyDir: {} }];
  const health = { readinessProbe: { httpGet: { path: '/', port: 13133 } } };

  test('ships the logs that it can read, if it has no port to receive anything else', () => {
    expect(way([web, collector()], { volumes })).toEqual(['otel: shipper']);
    expect(way([web, collector({ ports: [{ containerPort: 8889, name: 'metrics' }, { containerPort: 13133 }], ...health })], { volumes })).toEqual(['otel: shipper']);
  });

  test('serves the app if it receives what the app sends, or has no logs of it', () => {
    expect(way([web, collector({ ports: [{ containerPort: 4317 }] })], { volumes })).toEqual(['otel: outbound']);
    expect(way([{ ...web, env: env({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4317' }) }, collector()], { volumes })).toEqual(['otel: outbound']);
    expect(way([mounting({ '/cache': 'logs' }, WEB), collector()], { volumes })).toEqual(['otel: outbound']);
    expect(way([web, mounting({ '/logs': 'logs', '/conf': 'conf' }, collector())], {
      volumes: [...volumes, { name: 'conf', configMap: { name: 'conf' } }],
      beside: [configMap('conf', { 'config.yaml': 'receivers:\n  otlp:\n    protocols: {}\n' })],
    })).toEqual(['otel: outbound']);
  });
});
