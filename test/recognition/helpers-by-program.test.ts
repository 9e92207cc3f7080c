import { batch, folders, helpers, mounting, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080, name: 'http' }] };
const WORK = { name: 'work', image: 'ghcr.io/acme/export:1.0.0' };
const SQL = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2' };
const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));

test('a daemon behind a container that receives at its usual port what Services send is no helper of it', () => {
  const front = (containerPort: number) => ({ name: 'front', image: 'acme/nurse:1', ports: [{ containerPort }] });
  const daemon = { name: 'docker', image: 'docker:29-dind', args: ['dockerd', '--host=tcp://0.0.0.0:12375'], ports: [{ containerPort: 12375 }] };

  expect(helpers(running([front(2375), daemon], { beside: [service(2375)] }))).toEqual([]);
  expect(helpers(running([front(8080), daemon], { beside: [service(8080)] }))).toEqual(['docker: outbound']);
});

describe('a known program', () => {
  test.each([
    ['a proxy to a database', [WEB, SQL], ['db: outbound']],
    ['a collector', [WEB, { name: 'otel', image: 'otel/opentelemetry-collector-contrib:0.120.0' }], ['otel: outbound']],
    ['an agent that takes spans', [WEB, { name: 'xray', image: 'amazon/aws-xray-daemon:3.x' }], ['xray: outbound']],
    ['a login in front of the app', [WEB, { name: 'login', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.6.0', args: ['--upstream=http://localhost:8080'] }], ['login: inbound']],
    ['a tunnel to the app', [WEB, { name: 'tunnel', image: 'cloudflare/cloudflared:2026.1.0' }], ['tunnel: inbound']],
    ['an exporter', [WEB, { name: 'metrics', image: 'nginx/nginx-prometheus-exporter:1.4', args: ['--nginx.scrape-uri=http://localhost:8080/status'] }],
      ['metrics: observer']],
    ['a forwarder of logs', [WEB, { name: 'logs', image: 'splunk/universalforwarder:9.4' }], ['logs: shipper']],
    ['a proxy of a mesh', [WEB, { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.29.0' }], ['istio-proxy: mesh']],
    ['one in an image of its own, by its command', [WEB, { name: 'sql', image: 'acme/tools:1', command: ['/cloud_sql_proxy', '-instances=a:b:c=tcp:5432'] }],
      ['sql: outbound']],
  ])('is a helper: %s', (_name, containers, expected) => {
    expect(helpers(running(containers))).toEqual(expected);
  });

  test('through which all traffic goes serves the app, also where it declares the ports of the app', () => {
    const vpn = { name: 'vpn', image: 'ghcr.io/qdm12/gluetun:v3.40', ports: [{ containerPort: 9091, name: 'ui' }] };

    expect(helpers(running([{ name: 'loader', image: 'acme/loader:1' }, vpn], { beside: [service('ui')] }))).toEqual(['vpn: outbound']);
  });

  test('says why', () => {
    expect(running([WEB, SQL]).helper('db')).toMatchObject({ why: 'its image is Cloud SQL Auth Proxy', program: { name: 'Cloud SQL Auth Proxy' }, neverEnds: true });
  });

  test.each([
    ['alone', [SQL]],
    ['several times, of one image', ['agent', 'trace-agent', 'process-agent'].map(name => ({ name, image: 'gcr.io/datadoghq/agent:7' }))],
  ])('is the app itself: %s', (_name, containers) => {
    expect(helpers(running(containers))).toEqual([]);
  });

  test('is the app itself beside its exporter, its reloader and what it calls', () => {
    const pool = { name: 'pool', image: 'edoburu/pgbouncer:v1.23.1', env: env({ DB_HOST: '127.0.0.1', DB_PORT: '5432' }) };
    const sql = { ...SQL, args: ['--port=5432', 'a:b:c'] };
    const exporter = { name: 'exporter', image: 'prometheuscommunity/pgbouncer-exporter:v0.8.0' };

    expect(helpers(running([pool, exporter]))).toEqual(['exporter: observer']);
    expect(helpers(running([pool, sql]))).toEqual(['db: outbound']);
    expect(helpers(running([{ name: 'otel', image: 'otel/opentelemetry-collector:0.120.0' }, { name: 'reload', image: 'jimmidyson/configmap-reload:v0.9.0' }])))
      .toEqual(['reload: reloader']);
  });

  test.each([
    ['lscr.io/acme/exportarr:v2.3.0', 'x: observer'],
    ['falcosecurity/falcoctl:0.11.4', 'x: reloader'],
    ['signald/signald:stable', 'x: outbound'],
    ['omegavveapon/kopf-k8s-sidecar:1.3.4', 'x: content'],
  ])('is known by its image: %s', (image, expected) => {
    const web = { ...WEB, env: [] };

    expect(helpers(running([mounting({ '/files': 'files' }, web), mounting({ '/files': 'files' }, { name: 'x', image })], { volumes: folders('files') }))).toEqual([expected]);
  });

  test.each(['prom/blackbox-exporter:v0.25.0', 'acme/blackbox-exporter:1', 'prom/snmp-exporter:v0.28.0'])('of other hosts is the app, whatever stands beside it: %s', image => {
    const exporter = { name: 'probes', image, ports: [{ containerPort: 9115 }] };
    const reload = { name: 'reload', image: 'jimmidyson/configmap-reload:v0.9.0', args: ['--webhook-url=http://localhost:9115/-/reload'] };

    expect(helpers(running([exporter, reload]))).toEqual(['reload: reloader']);
    expect(helpers(running([exporter, reload, { name: 'unrelated', image: 'acme/unrelated:1' }]))).toEqual(['reload: reloader']);
  });

  test('is another part of the image: the proxy of consul, not its agent', () => {
    const consul = (text: string) => ({ name: 'consul', image: 'consul:1.3.0', command: ['/bin/sh', '-ec', text] });
    const app = { ...WEB, env: env({ COUNTING_SERVICE_URL: 'http://localhost:9001' }) };

    expect(helpers(running([app, consul('exec /bin/consul connect proxy \\\n  -service=dashboard \\\n  -upstream="counting:9001"')], { beside: [service(8080)] }))).toEqual(['consul: outbound']);
    expect(helpers(running([WEB, consul('exec /bin/consul connect proxy -service=counting')], { beside: [service(8080)] }))).toEqual(['consul: inbound']);
    expect(helpers(running([WEB, consul('exec /bin/consul agent -data-dir=/consul')], { beside: [service(8080)] }))).toEqual([]);
  });

  test('is known by its command in the image of the app', () => {
    const operator = mounting({ '/tmp/runner': 'runner' }, { name: 'operator', image: 'acme/operator:1' });
    const logs = mounting({ '/tmp/runner:ro': 'runner' }, { name: 'ansible', image: 'acme/operator:1', command: ['/usr/local/bin/ao-logs', '/tmp/runner', 'stdout'] });

    expect(helpers(running([logs, operator], { volumes: folders('runner') }))).toEqual(['ansible: shipper']);
  });

  test('of a node that is reached through a port of the node serves nothing beside it', () => {
    const agent = (ports: object) => [{ name: 'agent', image: 'otel/opentelemetry-collector:0.120.0', ports: [{ containerPort: 4317, ...ports }] }, WEB];

    expect(helpers(running(agent({ hostPort: 4317 }), { kind: 'DaemonSet' }))).toEqual([]);
    expect(helpers(running(agent({}), { kind: 'DaemonSet' }))).toEqual(['agent: outbound']);
    expect(helpers(running(agent({ hostPort: 4317 })))).toEqual(['agent: outbound']);
  });

  test('observes nothing if the others, which are never the app, call it or carry its calls', () => {
    const exporter = { name: 'probes', image: 'prom/mysqld-exporter:v0.16.0', args: ['--web.listen-address=:19115'], ports: [{ containerPort: 19115 }] };
    const reload = { name: 'reload', image: 'jimmidyson/configmap-reload:v0.9.0', args: ['--webhook-url=http://localhost:19115/-/reload'] };
    const proxy = { name: 'rbac', image: 'quay.io/brancz/kube-rbac-proxy:v0.18.0', args: ['--upstream=http://127.0.0.1:19115/'], ports: [{ containerPort: 9115 }] };
    const remote = { name: 'exporter', image: 'prometheuscommunity/postgres-exporter:v0.16.0', env: env({ DATA_SOURCE_URI: 'localhost:5432/shop' }) };

    expect(helpers(running([exporter, reload, proxy]))).toEqual(['reload: reloader', 'rbac: inbound']);
    const pool = { name: 'pool', image: 'edoburu/pgbouncer:v1.23.1', ports: [{ containerPort: 6432 }] };
    const ofPool = { name: 'x', image: 'prometheuscommunity/pgbouncer-exporter:v0.8.0', env: env({ PGBOUNCER_CONNECTION: 'postgres://localhost:6432/pgbouncer' }) };

    expect(helpers(running([pool, ofPool]))).toEqual(['x: observer']);
    expect(helpers(running([remote, { ...SQL, args: ['--port=5432', 'a:b:c'] }]))).toEqual(['db: outbound']);
  });

  test('is needed by whoever calls it, unless the image of that one is called like an onlooker', () => {
    const calling = (image: string, port: number) => ({ name: 'x', image: `acme/${image}:1`, env: env({ URL: `tcp://localhost:${port}` }) });
    const otel = { name: 'otel', image: 'otel/opentelemetry-collector:0.120.0' };

    expect(helpers(running([calling('admin-ui', 5432), { ...SQL, args: ['--port=5432', 'a:b:c'] }]))).toEqual(['db: outbound']);
    expect(helpers(running([calling('config-api', 4317), otel]))).toEqual(['otel: outbound']);
    expect(helpers(running([calling('otel-metrics', 4317), otel]))).toEqual([]);
  });

  test('is another part of the program when its image is told to be one', () => {
    const thanos = (part: string) => ({ name: 'thanos', image: 'quay.io/thanos/thanos:v0.37.0', args: [part, '--log.level=info'] });
    const agent = { name: 'tracing', image: 'jaegertracing/jaeger-agent:1.60.0' };

    expect(helpers(running([thanos('store'), agent]))).toEqual(['tracing: outbound']);
    expect(helpers(running([WEB, thanos('sidecar')]))).toEqual(['thanos: observer']);
  });

  test('brings files under any owner of its image', () => {
    const template = mounting({ '/etc/secrets': 'secrets' }, { name: 'template', image: 'acme/consul-template:0.39' });

    expect(helpers(running([mounting({ '/secrets:ro': 'secrets' }, WEB), template], { volumes: folders('secrets') }))).toEqual(['template: content']);
    expect(helpers(running([mounting({ '/secrets:ro': 'secrets' }, WEB), { ...template, image: 'acme/shop-consul-template:0.1' }], { volumes: folders('secrets') }))).toEqual(['template: content']);
    expect(helpers(running([WEB, template], { volumes: folders('secrets') }))).toEqual([]);
  });

  test('is the app itself when it reads the files of its node', () => {
    const agent = mounting({ '/var/log': 'node' }, { name: 'agent', image: 'fluent/fluent-bit:3.2' });

    expect(helpers(running([agent, { name: 'rotate', image: 'acme/rotate:1' }], { kind: 'DaemonSet', volumes: [{ name: 'node', hostPath: { path: '/var/log' } }] })))
      .toEqual([]);
  });

  test('brings the world in when a Service sends everything to it', () => {
    const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0', ports: [{ containerPort: 10000 }] };
    const calling = { ...WEB, env: env({ ORDERS_URL: 'http://localhost:10000/orders' }) };

    expect(helpers(running([WEB, envoy], { beside: [service(10000)] }))).toEqual(['envoy: inbound']);
    expect(helpers(running([WEB, envoy]))).toEqual(['envoy: inbound']);
    expect(helpers(running([calling, envoy], { beside: [service('http')] }))).toEqual(['envoy: outbound']);
  });

  test('that brings the world in serves the app where the app is told to call through it', () => {
    const tailscale = { name: 'ts', image: 'ghcr.io/tailscale/tailscale:v1.66.4' };
    const proxied = { ...WORK, env: env({ ALL_PROXY: 'socks5h://localhost:1055' }) };

    expect(helpers(running([proxied, { ...tailscale, env: env({ TS_SOCKS5_SERVER: 'localhost:1055' }) }]))).toEqual(['ts: outbound']);
    expect(helpers(running([{ ...WORK, env: env({ HTTP_PROXY: 'http://127.0.0.1:10000' }) }, { name: 'egress', image: 'envoyproxy/envoy:v1.31.0' }]))).toEqual(['egress: outbound']);
    expect(helpers(running([WORK, tailscale]))).toEqual(['ts: inbound']);
    // Its own address.
    expect(helpers(running([{ ...WORK, env: env({ BASE_URL: 'http://localhost:3000' }) }, tailscale]))).toEqual(['ts: inbound']);
  });

  test('is the app itself when the others only look after it, whatever they are called', () => {
    const policies = { name: 'policies', image: 'openpolicyagent/opa:1.2.0' };
    const manager = { name: 'kube-mgmt', image: 'openpolicyagent/kube-mgmt:8', args: ['--opa-url=http://127.0.0.1:8181'] };

    expect(helpers(running([policies, manager]))).toEqual(['kube-mgmt: reloader']);
    expect(helpers(running([{ ...policies, name: 'shop' }, WEB]))).toEqual(['shop: outbound']);
    expect(helpers(running([policies, WEB]))).toEqual(['policies: outbound']);
  });

  test('brings the world to the database that it calls', () => {
    const pool = { name: 'pool', image: 'edoburu/pgbouncer:v1.23.1', env: env({ DB_HOST: '127.0.0.1', DB_PORT: '5432' }) };

    expect(helpers(running([{ name: 'postgres', image: 'postgres:17' }, pool], { kind: 'StatefulSet' }))).toEqual(['pool: inbound']);
  });

  test('belongs to its injector when the pod is marked by it', () => {
    const daprd = { name: 'daprd', image: 'daprio/daprd:1.16.0' };

    expect(helpers(running([WEB, daprd], { annotations: { 'dapr.io/enabled': 'true' } }))).toEqual(['daprd: mesh']);
    expect(helpers(running([WEB, daprd]))).toEqual(['daprd: outbound']);
  });

  test('is the app itself as the gateway of a mesh', () => {
    const certs = { name: 'certs', image: 'acme/certs:1' };

    expect(helpers(running([{ name: 'istio-proxy', image: 'istio/proxyv2:1.29.0', args: ['proxy', 'router', '--domain', 'x'] }, certs]))).toEqual([]);
    expect(helpers(running([{ name: 'ingress', image: 'kumahq/kuma-dp:2.9.0', args: ['run', '--proxy-type=ingress'] }, certs]))).toEqual([]);
    expect(helpers(running([{ name: 'kuma-sidecar', image: 'kumahq/kuma-dp:2.9.0', args: ['run'] }, certs]))).toEqual(['kuma-sidecar: mesh']);
  });

  test('resolves names for the app where the app is told its port, and brings the world in otherwise', () => {
    const dns = { name: 'dns', image: 'cloudflare/cloudflared:2026.1.0', args: ['proxy-dns', '--port', '5053'] };

    expect(helpers(running([{ ...WEB, env: env({ UPSTREAM_DNS: '127.0.0.1#5053' }) }, dns]))).toEqual(['dns: outbound']);
    expect(helpers(running([WEB, { ...dns, args: ['tunnel', 'run'] }]))).toEqual(['dns: inbound']);
  });

  test('looks after Envoy, which is the app of its gateway', () => {
    const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0', ports: [{ containerPort: 8080 }] };
    const manager = { name: 'manager', image: 'ghcr.io/projectcontour/contour:v1.30.0', command: ['/bin/contour'], args: ['envoy', 'shutdown-manager'] };

    expect(helpers(running([envoy, manager]))).toEqual(['manager: observer']);
  });

  test('routes calls to a database elsewhere for whoever calls it', () => {
    const router = { name: 'router', image: 'acme/mcrouter:1', ports: [{ containerPort: 5000 }] };

    expect(helpers(running([{ ...WEB, env: env({ MEMCACHED_URL: 'localhost:5000' }) }, router]))).toEqual(['router: outbound']);
    expect(helpers(running([WEB, router]))).toEqual([]);
  });

  test('observes nothing here where all containers are exporters, or where it observes the node', () => {
    const exporter = { name: 'one', image: 'prom/mysqld-exporter:v0.20.0', args: ['--mysqld.address=db:3306'] };
    const ofNode = { ...mounting({ '/host/proc': 'proc' }, exporter), image: 'prom/node-exporter:v1.8.0' };

    expect(helpers(running([exporter, { ...exporter, name: 'two' }]))).toEqual([]);
    expect(helpers(running([WEB, ofNode], { kind: 'DaemonSet', volumes: [{ name: 'proc', hostPath: { path: '/proc' } }] }))).toEqual([]);
    expect(helpers(running([WEB, ofNode]))).toEqual(['one: observer']);
  });

  test('that ships logs collects those of others behind a Service, unless a container of its pod sends to it', () => {
    const collector = { name: 'logs', image: 'fluent/fluent-bit:3.1', ports: [{ containerPort: 24224 }] };
    const beside = [service('http', 24224)];

    expect(helpers(running([WEB, collector], { beside }))).toEqual([]);
    expect(helpers(running([{ ...WEB, env: env({ LOGS: 'localhost:24224' }) }, collector], { beside }))).toEqual(['logs: shipper']);
  });

  test('that takes spans collects those of other pods behind a Service, unless a container of its pod sends to it, or the Service only reads its metrics', () => {
    const otel = { name: 'otel', image: 'otel/opentelemetry-collector:0.120.0', ports: [{ containerPort: 4318 }, { containerPort: 8888 }] };

    expect(helpers(running([WEB, otel], { beside: [service('http', 4318)] }))).toEqual([]);
    expect(helpers(running([{ ...WEB, env: env({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }) }, otel], { beside: [service('http', 4318)] }))).toEqual(['otel: outbound']);
    expect(helpers(running([WEB, otel], { beside: [service('http', 8888)] }))).toEqual(['otel: outbound']);
  });

  describe('that ships logs', () => {
    const LOKI = { name: 'loki', image: 'grafana/loki:2.9.4', ports: [{ containerPort: 3100 }] };
    const promtail = { name: 'promtail', image: 'grafana/promtail:2.9.4', args: ['-client.url=http://localhost:3100/loki/api/v1/push'] };

    test('follows the container that it sends them to', () => {
      expect(helpers(running([LOKI, promtail]))).toEqual(['promtail: observer']);
    });

    test('is a helper of one whose logs it sends to another container', () => {
      const containers = [mounting({ '/var/log/app': 'logs' }, WEB), LOKI, mounting({ '/var/log/app:ro': 'logs' }, promtail)];

      expect(helpers(running(containers, { volumes: folders('logs') }))).toContain('promtail: shipper');
    });

    test('is no helper where it receives them at the only port of the pod, and shares no folder but that of its configuration', () => {
      const bit = { name: 'bit', image: 'fluent/fluent-bit:3.1', args: ['-c', '/etc/fluent/f.conf'], ports: [{ containerPort: 24224 }] };
      const other = { name: 'geoip', image: 'acme/geoip-updater:1' };

      expect(helpers(running([mounting({ '/etc/fluent': 'files' }, bit), mounting({ '/files': 'files' }, other)], { volumes: folders('files') }))).toEqual([]);
      expect(helpers(running([mounting({ '/in': 'files' }, bit), mounting({ '/files': 'files' }, other)], { volumes: folders('files') }))).toEqual(['bit: shipper']);
      expect(helpers(running([bit, WEB]))).toEqual(['bit: shipper']);
    });
  });

  test('is recognized in a script that sets it up first, and by its variables where the image is another one', () => {
    const client = { name: 'vpn', image: 'ubuntu:24.04', command: ['sh', '-c', 'apt-get update; twingate setup --headless /key; twingate start; sleep infinity'] };
    const own = mounting({ '/dev/net/tun': 'tun' }, { name: 'own', image: 'acme/tools:1', securityContext: { capabilities: { add: ['NET_ADMIN'] } } });
    const volumes = [{ name: 'tun', hostPath: { path: '/dev/net/tun' } }];

    expect(helpers(running([WEB, client]))).toEqual(['vpn: outbound']);
    expect(running([WEB, { ...own, env: env({ VPN_TYPE: 'wireguard' }) }], { volumes }).helper('own')).toMatchObject({ why: 'it sends the traffic of the pod through a VPN (VPN_TYPE)' });
    expect(helpers(running([WEB, own], { volumes }))).toEqual([]);
  });

  test('is the proxy of a mesh under the names of its older images, and of a vendor', () => {
    for (const image of ['istio/proxy:0.6.0', 'registry.redhat.io/openshift-service-mesh/proxyv2-rhel8:1.0.9']) {
      expect(helpers(running([WEB, { name: 'p', image, args: ['proxy', 'sidecar'] }]))).toEqual(['p: mesh']);
    }
  });

  test('is not one that does a single thing and ends', () => {
    expect(helpers(batch([WORK, { name: 'policy', image: 'openpolicyagent/opa:1.2.0', args: ['test', '/policies'] }]))).toEqual([]);
  });
});

describe('a program that may be the app itself', () => {
  const redis = { name: 'cache', image: 'redis:7-alpine' };
  const calling = { ...WEB, env: env({ REDIS_URL: 'redis://localhost:6379/0' }) };

  test('is a helper when the app calls it', () => {
    expect(helpers(running([calling, redis]))).toEqual(['cache: outbound']);
    expect(helpers(running([{ ...WEB, env: env({ CACHE_HOST: '127.0.0.1', CACHE_PORT: '11211' }) }, { name: 'mem', image: 'memcached:1.6' }]))).toEqual(['mem: outbound']);
  });

  test('is not when nobody calls it, when an exporter does, when it keeps data or when a Service leads to it', () => {
    const exporter = { name: 'exporter', image: 'oliver006/redis_exporter:v1.66.0', env: env({ REDIS_ADDR: 'redis://localhost:6379' }) };

    expect(helpers(running([WEB, redis]))).toEqual([]);
    expect(helpers(running([redis, exporter]))).toEqual(['exporter: observer']);
    expect(helpers(running([calling, mounting({ '/data': 'data' }, redis)], { kind: 'StatefulSet', claims: ['data'] }))).toEqual([]);
    expect(helpers(running([calling, { ...redis, ports: [{ containerPort: 6379 }] }], { beside: [service(6379)] }))).toEqual([]);
  });

  test('is a peer when the caller is of the same image', () => {
    expect(helpers(running([redis, { name: 'sentinel', image: 'redis:7-alpine', command: ['sh', '-c', 'redis-cli -h localhost -p 6379 ping; redis-sentinel /c'] }]))).toEqual([]);
  });

  test('brings files when it shares a folder', () => {
    const sync = mounting({ '/git': 'site' }, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.2.3', args: ['--repo=https://github.com/acme/site'] });
    const nginx = mounting({ '/usr/share/nginx/html:ro': 'site' }, { name: 'nginx', image: 'nginx:1.27' });

    expect(helpers(running([sync, nginx], { volumes: folders('site') }))).toEqual(['sync: content']);
    expect(helpers(running([{ ...sync, args: ['--one-time'] }, nginx], { volumes: folders('site') }))).toEqual([]);
    expect(helpers(running([sync, nginx], { volumes: [{ name: 'site', persistentVolumeClaim: { claimName: 'site' } }] }))).toEqual(['sync: content']);
  });

  test('brings files to a program that may itself be a sidecar', () => {
    const sync = mounting({ '/bundles': 'site' }, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.4.0' });
    const policies = mounting({ '/bundles': 'site' }, { name: 'policies', image: 'openpolicyagent/opa:1.2.0', args: ['run', '--server'] });

    expect(helpers(running([policies, sync], { volumes: folders('site') }))).toEqual(['sync: content']);
  });

  test('is Vault as an agent, and not as a server', () => {
    const agent = mounting({ '/vault/secrets': 'secrets' }, { name: 'vault-agent', image: 'hashicorp/vault:1.18', args: ['agent', '-config=/c.hcl'] });
    const app = mounting({ '/vault/secrets:ro': 'secrets' }, WEB);

    expect(helpers(running([app, agent], { volumes: folders('secrets') }))).toEqual(['vault-agent: content']);
    expect(helpers(running([app, { ...agent, args: ['server', '-dev'] }], { volumes: folders('secrets') }))).toEqual([]);
  });

  test('brings files to the app, whether or not it then tells the app', () => {
    const dashboards = mounting({ '/dashboards': 'boards' },
      { name: 'dashboards', image: 'quay.io/kiwigrid/k8s-sidecar:1.28', env: env({ REQ_URL: 'http://localhost:3000/api/reload' }) });
    const grafana = mounting({ '/dashboards': 'boards' }, { name: 'grafana', image: 'grafana/grafana:11.4.0', ports: [{ containerPort: 3000 }] });

    expect(helpers(running([dashboards, grafana], { volumes: folders('boards') }))).toEqual(['dashboards: content']);
    expect(helpers(running([{ ...dashboards, env: [] }, grafana], { volumes: folders('boards') }))).toEqual(['dashboards: content']);
  });
});

test('what restores the data of a database brings it files, and the same binary that waits for that is the database', () => {
  const binary = (name: string, word: string) => mounting({ '/data': 'data' }, { name, image: 'alpine:3.22', command: ['backup-restore-sidecar', word] });

  expect(helpers(running([binary('db', 'wait'), binary('restore', 'start')], { volumes: folders('data') }))).toEqual(['restore: content']);
});

test('what fills a Secret from which another one takes variables brings it content', () => {
  const provider = { name: 'provider', image: 'cyberark/secrets-provider-for-k8s:1.7', env: env({ CONTAINER_MODE: 'sidecar', K8S_SECRETS: 'db-credentials' }) };
  const app = (name: string) => ({ ...WEB, env: [{ name: 'DB_URL', valueFrom: { secretKeyRef: { name, key: 'url' } } }] });

  expect(helpers(running([app('db-credentials'), provider]))).toEqual(['provider: content']);
  expect(helpers(running([app('other'), provider]))).toEqual([]);
});

test('a daemon beside work that runs the client of its image keeps the pod from completing', () => {
  const daemon = { name: 'dind', image: 'docker:28-dind', securityContext: { privileged: true } };
  const build = { name: 'build', image: 'docker:28-dind', command: ['sh', '-c', 'docker build -t web /src'] };

  expect(helpers(running([build, daemon], { spec: { restartPolicy: 'Never' } }))).toEqual(['dind: outbound']);
});

test('a model server that a variable of the app names is told of where it keeps its models', () => {
  const app = { name: 'app', image: 'acme/chat:1', env: [{ name: 'OLLAMA_HOST', value: 'http://localhost:11434' }] };
  const ollama = mounting({ '/root/.ollama': 'models' }, { name: 'ollama', image: 'ollama/ollama:0.12.0', ports: [{ containerPort: 11434 }] });
  const volumes = [{ name: 'models', persistentVolumeClaim: { claimName: 'models' } }];

  expect(unclearTies(running([app, ollama], { volumes })).map(({ seen }) => seen)).toEqual(["'app' calls 'ollama' (localhost:11434)"]);
  expect(helpers(running([app, { ...ollama, volumeMounts: [] }]))).toEqual(['ollama: outbound']);
});

test('a leader elector beside several apps is a helper only if one of them is seen asking it', () => {
  const elector = { name: 'elector', image: 'k8s.gcr.io/leader-elector:0.5', args: ['--http=0.0.0.0:4040'] };
  const [web, worker] = ['web', 'worker'].map(name => ({ name, image: `acme/${name}:1` }));

  expect(helpers(running([web, elector]))).toEqual(['elector: outbound']);
  expect(helpers(running([web, worker, elector]))).toEqual([]);
  expect(helpers(running([{ ...web, env: [{ name: 'ELECTOR', value: 'http://localhost:4040' }] }, worker, elector]))).toEqual(['elector: outbound']);
});
