import { batch, configMap, folders, helpers, mounting, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080, name: 'http' }] };
const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));

describe('a container that is called over loopback', () => {
  const calling = (url: string) => ({ ...WEB, env: env({ AUDIT_URL: url }) });

  test.each([
    ['a port that it declares, and the name of its image', [calling('http://localhost:9009'), { name: 'x', image: 'acme/ambassador:1', ports: [{ containerPort: 9009 }] }]],
    ['a port that nobody else can mean', [calling('http://127.0.0.1:9009/log'), { name: 'ambassador', image: 'acme/log:1' }]],
    ['a port that it is told to listen on', [calling('http://[::1]:7000'), { name: 'tokens', image: 'acme/tokens:1', args: ['--listen=:7000'] }]],
    ['a port behind a flag of the app', [{ ...WEB, args: ['--signer', 'localhost:7070'] }, { name: 'signer', image: 'acme/signer:1', env: env({ PORT: '7070' }) }]],
    ['a port as SQL Server writes it', [calling('Server=127.0.0.1,1433;Database=shop'), { name: 'tunnel', image: 'acme/tunnel:1' }]],
    ['a variable whose name ends like a proxy', [{ ...WEB, env: env({ IMGPROXY_URL: 'http://localhost:8081' }) }, { name: 'imgproxy', image: 'acme/imgproxy:1' }]],
  ])('serves the app: %s', (_name, containers) => {
    expect(helpers(running(containers))).toEqual([`${containers[1].name}: outbound`]);
  });

  test('serves the app by a name that says the port', () => {
    const told = (variables: object) => ({ ...WEB, env: env(variables) });

    expect(helpers(running([told({ REDIS_HOST: 'localhost' }), { name: 'redis', image: 'redis:7.4' }]))).toEqual(['redis: outbound']);
    expect(helpers(running([told({ CACHE_MEMCACHED_HOST: '127.0.0.1' }), { name: 'memcached', image: 'memcached:1.6' }]))).toEqual(['memcached: outbound']);
    expect(helpers(running([told({ REDIS_HOST: 'localhost', REDIS_PORT: '6380' }), { name: 'redis', image: 'redis:7.4' }]))).toEqual([]);
    expect(helpers(running([told({ REDIS_HOST: 'redis.shop' }), { name: 'redis', image: 'redis:7.4' }]))).toEqual([]);
  });

  test('serves a caller that has a port, also if the image of the caller is called like a setup', () => {
    const caller = { name: 'web', image: 'acme/py-red-sql:1', env: env({ REDIS_HOST: 'localhost' }) };
    const redis = { name: 'redis', image: 'redis:7.4', ports: [{ containerPort: 6379 }] };

    expect(helpers(running([redis, { ...caller, ports: [{ containerPort: 5000 }] }]))).toEqual(['redis: outbound']);
    expect(helpers(running([redis, caller]))).toEqual([]);
  });

  test('serves a caller without ports, if that one looks for its database there, and it is told the host of one itself', () => {
    const caller = { name: 'main', image: 'acme/shop:1', env: env({ DB_HOST: 'localhost', DB_PORT: '5432' }) };
    const carrier = (host: string) => ({ name: 'door', image: 'acme/postgres-proxy:1', env: env({ POSTGRES_HOST: host }) });

    expect(helpers(running([caller, carrier('postgres.example.com')]))).toEqual(['door: outbound']);
    expect(helpers(running([caller, carrier('127.0.0.1')]))).toEqual([]);
    expect(helpers(running([caller, { ...carrier('postgres.example.com'), ports: [{ containerPort: 5432 }] }], { beside: [service(5432)] }))).toEqual([]);
  });

  test('does not serve a script that calls it again and again, as a check does, if it is a web server with a port', () => {
    const check = { name: 'check', image: 'curlimages/curl:8.11.0', command: ['sh', '-c', 'while true; do curl -I localhost:80; sleep 5; done'] };

    expect(helpers(running([{ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }, check]))).toEqual([]);
    expect(helpers(running([{ name: 'web', image: 'nginx:1.27' }, check]))).toEqual([]);
    const answering = { ...check, command: ['sh', '-c', 'while true; do wget -qO- localhost:80; echo OK | nc -l -p 8080; done'], ports: [{ containerPort: 8080 }] };
    expect(helpers(running([{ name: 'web', image: 'nginx:1.27', readinessProbe: { httpGet: { path: '/state', port: 8080 } } }, answering]))).toEqual([]);
  });

  test.each([
    ['nginx', 'nginx:1.25', '/etc/nginx/nginx.conf', 'http {\n  upstream outside { server api.example.com:80; }\n  server { listen 8080; location / { proxy_pass http://outside; } }\n}',
      'http { server { listen 8080; location / { proxy_pass http://127.0.0.1:3000; } } }'],
    ['HAProxy', 'haproxy:2.9', '/usr/local/etc/haproxy/haproxy.cfg', 'frontend f\n  bind *:8080\nbackend b\n  server one cache-1:6379 check\n', 'frontend f\n  bind *:8080\nbackend b\n  server one 127.0.0.1:3000 check\n'],
  ])('serves also a script that calls it again and again, if it is %s and forwards to other hosts only', (_name, image, path, outward, inward) => {
    const script = { name: 'main', image: 'curlimages/curl:8.5.0', command: ['sh', '-c', 'while true; do curl -s http://localhost:8080/get; sleep 15; done'] };
    const proxy = { name: 'ambassador', image, ports: [{ containerPort: 8080 }], volumeMounts: [{ name: 'config', mountPath: path, subPath: 'file' }] };
    const volumes = [{ name: 'config', configMap: { name: 'config' } }];
    const beside = (file: string) => [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: { file } }];

    expect(helpers(running([script, proxy], { volumes, beside: beside(outward) }))).toEqual(['ambassador: outbound']);
    expect(helpers(running([script, proxy], { volumes, beside: beside(inward) }))).toEqual([]);
  });

  test.each(['haproxy:3.0', 'acme/log-ambassador:1'])('serves the app if it alone is made to be called, whatever else is in the pod: %s', image => {
    const app = { name: 'app', image: 'acme/app:1', ports: WEB.ports, env: env({ UP: 'http://localhost:8081' }) };
    const proxy = { name: 'proxy', image };
    const worker = { name: 'worker', image: 'acme/worker:1' };

    expect(helpers(running([app, proxy], { beside: [service(8080)] }))).toEqual(['proxy: outbound']);
    expect(helpers(running([app, proxy, worker], { beside: [service(8080)] }))).toEqual(['proxy: outbound']);
    expect(helpers(running([app, proxy, { name: 'logs', image: 'fluent/fluent-bit:3.2.2' }], { beside: [service(8080)] }))).toEqual(['proxy: outbound', 'logs: shipper']);
    expect(helpers(running([app, proxy, { ...worker, image: 'acme/sink:1', ports: [{ containerPort: 8081 }] }], { beside: [service(8080)] }))).toEqual(['worker: outbound']);
    expect(helpers(running([app, proxy, { ...proxy, name: 'other' }], { beside: [service(8080)] }))).toEqual([]);
  });

  test('is the app if Services send to it and not to its caller, also if it is a proxy', () => {
    const haproxy = { name: 'proxy', image: 'haproxy:1.8', ports: [{ containerPort: 17000 }, { containerPort: 9999 }] };
    const finder = { name: 'finder', image: 'acme/netcat:1', command: ['finder'], env: env({ STATS: '127.0.0.1:9999' }) };

    expect(helpers(running([haproxy, finder], { beside: [service(17000)] }))).toEqual([]);
    expect(helpers(running([haproxy, finder]))).toEqual(['proxy: outbound']);
  });

  test('serves the app by the variables of PostgreSQL', () => {
    const tunnel = { name: 'tunnel', image: 'alpine:3.20', command: ['sh', '-c', 'apk add openssh && ssh -N -L 5432:db:5432 bastion'] };

    expect(helpers(running([{ ...WEB, env: env({ PGHOST: 'localhost', PGPORT: '5432' }) }, tunnel]))).toEqual(['tunnel: outbound']);
    expect(helpers(running([{ ...WEB, env: env({ PGHOST: 'db', PGPORT: '5432' }) }, tunnel]))).toEqual([]);
  });

  test('serves all others if the pod looks up names there', () => {
    const names = { name: 'names', image: 'acme/unbound:1', ports: [{ containerPort: 53, protocol: 'UDP' }] };
    const spec = (nameserver: string) => ({ dnsPolicy: 'None', dnsConfig: { nameservers: [nameserver] } });

    expect(helpers(running([WEB, names], { spec: spec('127.0.0.1') }))).toEqual(['names: outbound']);
    expect(helpers(running([WEB, names], { spec: spec('10.0.0.10') }))).toEqual([]);
    const resolver = (address: string) => ({ name: 'names', image: 'acme/keel:1', env: env({ DNS_ADDR: address }) });
    expect(helpers(running([WEB, resolver('127.0.0.2:53')], { spec: spec('127.0.0.2') }))).toEqual(['names: outbound']);
    expect(helpers(running([WEB, resolver('127.0.0.3:53')], { spec: spec('127.0.0.2') }))).toEqual([]);
  });

  test.each([
    ['a client in a script', 'while true; do psql "host=127.0.0.1 port=5432 dbname=shop" -c "select 1"; sleep 10; done', undefined],
    ['a client as a user called like the server', 'until psql -h 127.0.0.1 -U postgres -c "select 1"; do sleep 1; done; sleep infinity', undefined],
    ['its server, too', 'docker-entrypoint.sh postgres & psql -h 127.0.0.1 -U postgres -c "select 1"; wait', 'db'],
    ['its server in the end', 'psql -h 127.0.0.1 -c "select 1"; exec postgres', 'db'],
  ])('serves the image of a database that runs %s', (_what, script, app) => {
    const pool = { name: 'pool', image: 'edoburu/pgbouncer:v1.24.1-p1', command: ['pgbouncer', '/etc/pgbouncer/pgbouncer.ini'] };
    const found = running([pool, { name: 'db', image: 'postgres:17', command: ['sh', '-c', script] }, { ...pool, name: 'reload', command: ['sh', '-c', 'sleep infinity'] }]);

    expect(found.app?.container.name).toBe(app);
    expect(found.helper('pool')?.why).toBe(app ? undefined : "'db' calls 127.0.0.1:5432");
  });

  test.each([
    ['two flags', ['--addr=:8080', '--host=localhost', '--port=5900'], ['screen: outbound']],
    ['two flags of two words', ['--addr', ':8080', '--vnc-host', '127.0.0.1', '--vnc-port', '5900'], ['screen: outbound']],
    ['the flags of a client', ['-h', 'localhost', '-p', '5900'], ['screen: outbound']],
    ['a port that nobody declares', ['--host=localhost', '--port=5901'], []],
  ])('serves the app that is told its host and its port by %s', (_how, args, expected) => {
    const screen = { name: 'screen', image: 'acme/screen:1', ports: [{ containerPort: 5900 }] };

    expect(helpers(running([{ ...WEB, args }, screen], { beside: [service('http')] }))).toEqual(expected);
  });

  test.each([
    ['a proxy', { http_proxy: 'http://localhost:3128' }, ['c: outbound']],
    ['a daemon', { DOCKER_HOST: 'tcp://127.0.0.1:2375' }, ['c: outbound']],
    ['a collector', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318' }, ['c: outbound']],
    ['an agent, whose port is in another variable', { APP_STATSD_HOST: 'localhost', APP_STATSD_PORT: '9125' }, ['c: outbound']],
    ['nothing by its name', { PEER: 'http://localhost:3128' }, []],
  ])('serves a caller without ports whose variable means %s', (_what, variables, expected) => {
    const app = { name: 'a', image: 'acme/a:1', env: env(variables) };

    expect(helpers(running([app, { name: 'c', image: 'acme/c:1' }]))).toEqual(expected);
    expect(helpers(running([app, { name: 'c', image: 'acme/c:1', ports: [3128, 2375, 4318, 9125].map(containerPort => ({ containerPort })) }], { beside: [service(3128)] }))).toEqual([]);
  });

  test.each([
    ['bind *:9009', true], ['    listen 9009;', true], ['listen = 127.0.0.1:9009', true], ['listen_addr: "0.0.0.0:9009"', true], ['- bind: [::]:9009', true],
    ['server svc ledger:9009', false], ['# listen 9009', false], ['bind 127.0.0.1', false], ['listen 90091', false], ['#!/bin/sh\nlisten 9009', false],
  ])('serves the app if a file that it mounts opens the port: %s', (line, isOpened) => {
    const ambassador = mounting({ '/etc/ambassador': 'config' }, { name: 'c', image: 'acme/c:1' });
    const idle = { name: 'idle', image: 'acme/idle:1' };
    const beside = [configMap('c', { 'c.conf': `frontend shop\n${line}\n`.replace(/^frontend shop\n(?=#!)/, '') })];
    const found = helpers(running([calling('http://localhost:9009'), idle, ambassador], { volumes: [{ name: 'config', configMap: { name: 'c' } }], beside }));

    expect(found).toEqual(isOpened ? ['c: outbound'] : []);
  });

  describe('a port in a file that the app mounts', () => {
    const app = mounting({ '/etc/app:ro': 'config' }, WEB);
    const extender = { name: 'extender', image: 'acme/extender:1', ports: [{ containerPort: 8889 }] };
    const volumes = [{ name: 'config', configMap: { name: 'app' } }];
    const reads = (text: string, containers = [app, extender], services: readonly object[] = [service('http')]) =>
      running(containers, { volumes, beside: [configMap('app', { 'app.yaml': text }), ...services] });

    test('serves the app, and is for a person to judge where no Service shows the app', () => {
      expect(helpers(reads('extenders:\n- urlPrefix: "http://127.0.0.1:8889/plan"\n'))).toEqual(['extender: outbound']);
      expect(unclearTies(reads('url = http://localhost:8889', undefined, [])).map(({ seen }) => seen)).toEqual(["'web' calls 'extender' (localhost:8889)"]);
    });

    test('serves one without ports if its key names what is called, and the name of its image suggests it', () => {
      const events = { ...app, ports: undefined };
      const forwarder = { ...extender, image: 'acme/events-forwarder:1' };

      expect(helpers(reads('sinks:\n- config:\n    agentEndpoint: http://localhost:8889/v1\n', [events, forwarder], []))).toEqual(['extender: outbound']);
      expect(helpers(reads('agentEndpoint: http://localhost:8889/v1\n', [events, extender], []))).toEqual([]);
      expect(helpers(reads('url: http://localhost:8889/v1\n', [events, forwarder], []))).toEqual([]);
      expect(helpers(reads('webhookUrl: http://localhost:8889/v1\n', [events, forwarder], []))).toEqual([]);
    });

    test.each([
      ['in a comment', '# urlPrefix: http://127.0.0.1:8889'],
      ['where the app listens', 'listen: 127.0.0.1:8889'],
      ['that nobody has', 'url: http://127.0.0.1:8890'],
      ['of another host', 'url: http://extender:8889'],
    ])('is no tie %s', (_where, text) => {
      expect(helpers(reads(text))).toEqual([]);
      expect(unclearTies(reads(text, undefined, []))).toEqual([]);
    });

    test.each(['server 127.0.0.1:8889;', '  reverse_proxy localhost:8889', 'upstream = "127.0.0.1:8889"'])('makes the other one the app where requests are passed on: %s', text => {
      expect(reads(text).app?.container.name).toBe('extender');
    });
  });

  test('serves the app as a router in the image of a database', () => {
    const app = { ...WEB, env: env({ MONGO_URL: 'mongodb://localhost:27017/shop' }) };
    const mongo = (...command: string[]) => ({ name: 'mongo', image: 'mongo:6.0', command });

    expect(helpers(running([app, mongo('mongos', '--configdb', 'cfg/cfg-0:27019')]))).toEqual(['mongo: outbound']);
    const kept = { ...mongo('mongod', '--replSet', 'mongos'), volumeMounts: [{ name: 'data', mountPath: '/data/db' }] };
    expect(helpers(running([app, kept], { claims: ['data'] }))).toEqual([]);
  });

  test.each([
    ['ssh', ['ssh', '-N', '-L', '3307:db.corp:3306', 'me@bastion'], ['link: outbound']],
    ['ssh, on one address', ['/usr/bin/autossh', '-M', '0', '-N', '-L127.0.0.1:3307:db.corp:3306', 'me@bastion'], ['link: outbound']],
    ['socat', ['socat', 'TCP-LISTEN:3307,fork,reuseaddr', 'TCP:db.corp:3306'], ['link: outbound']],
    ['socat, in a script', ['sh', '-c', 'echo up; exec socat TCP-LISTEN:3307,fork TCP:db.corp:3306'], ['link: outbound']],
    ['another port', ['ssh', '-N', '-L', '5432:db.corp:5432', 'me@bastion'], []],
    ['the other way', ['ssh', '-N', '-R', '3307:localhost:80', 'me@bastion'], []],
    ['a program of its own', ['/bin/link', '-L', '3307:db.corp:3306'], []],
  ])('serves a caller without ports by forwarding what is sent to it: %s', (_name, command, expected) => {
    const worker = { name: 'reporting', image: 'acme/reporting:1', env: env({ MYSQL_HOST: '127.0.0.1', MYSQL_PORT: '3307' }) };

    expect(helpers(running([worker, { name: 'link', image: 'acme/tools:1', command }]))).toEqual(expected);
  });

  test('takes metrics from whoever sends them', () => {
    const telegraf = { name: 'telegraf', image: 'telegraf:1.30', ports: [{ containerPort: 8125, protocol: 'UDP' }] };

    expect(helpers(running([{ name: 'app', image: 'acme/metrics-demo:1', env: env({ STATSD_HOST: 'localhost' }) }, telegraf]))).toEqual(['telegraf: outbound']);
    expect(helpers(running([WEB, telegraf]))).toEqual([]);
  });

  test('says who calls it', () => {
    expect(running([calling('http://localhost:9009'), { name: 'ambassador', image: 'acme/a:1' }]).helpers[0].why).toBe("'web' calls localhost:9009");
  });

  test.each([
    ['what follows is another address', [{ ...WEB, env: env({ NO_PROXY: 'localhost,127.0.0.1,10.0.0.0/8' }) }, { name: 'proxy', image: 'acme/proxy:1' }]],
    ['who calls is a monitor', [WEB, { name: 'x', image: 'acme/monitor:1', env: env({ TARGET: 'http://localhost:8080' }) }]],
    ['who calls is a front, and it is the other half of the app',
      [{ name: 'frontend', image: 'acme/f:1', ports: [{ containerPort: 3000 }], env: env({ API: 'http://localhost:8080' }) }, { name: 'backend', image: 'acme/b:1' }]],
    ['who calls hands requests on',
      [{ name: 'echo', image: 'acme/echo:1' }, { name: 'edge', image: 'acme/edge:1', ports: [{ containerPort: 8080 }], env: env({ UPSTREAM_URL: 'http://localhost:8000' }) }]],
    ['it is the larger one', [
      { ...calling('http://localhost:9009'), resources: { requests: { memory: '64Mi' } } },
      { name: 'llama-agent', image: 'acme/llama:1', resources: { requests: { memory: '16Gi' } } },
    ]],
    ['it has a device', [calling('http://localhost:9009'), { name: 'llama-agent', image: 'acme/llama:1', resources: { limits: { 'nvidia.com/gpu': 1 } } }]],
    ['it calls back', [calling('http://localhost:9009'), { name: 'helper', image: 'acme/h:1', args: ['--listen=:9009', '--app=http://localhost:8080'] }]],
    ['it is the caller itself', [{ ...WEB, env: env({ LISTEN_ADDRESS: 'localhost:8000' }) }, { name: 'other', image: 'acme/o:1' }]],
    ['two may be meant', [calling('http://localhost:9009'), { name: 'a', image: 'acme/a:1' }, { name: 'b', image: 'acme/b:1' }]],
  ])('does not when %s', (_name, containers) => {
    expect(helpers(running(containers))).toEqual([]);
  });

  test('passes requests on to the app that Services reach through it, whatever its image is', () => {
    const front = { name: 'capture', image: 'acme/capture:1', args: ['--target=http://localhost:8080', '--port=9000'], ports: [{ containerPort: 9000 }] };

    expect(running([WEB, front], { beside: [service(9000)] }).helper('capture')).toMatchObject({ direction: 'inbound', why: "it passes requests on to 'web'" });
  });

  test('is a proxy for who is told to send through it, though its port is not declared', () => {
    const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0', ports: [{ containerPort: 9901 }] };

    expect(helpers(running([{ ...WEB, env: env({ Proxy__Address: 'http://localhost:9001' }) }, envoy]))).toEqual(['envoy: outbound']);
  });

  test('serves a caller without ports beside the exposed app where its image has the name of a helper', () => {
    const poller = { name: 'poller', image: 'acme/poll:1', command: ['sh', '-c', 'while true; do curl 127.0.0.1:81; sleep 10; done'] };
    const ambassador = { name: 'amb', image: 'acme/forward-proxy:1', ports: [{ containerPort: 81 }] };

    expect(helpers(running([poller, WEB, ambassador]))).toEqual(['amb: outbound']);
    expect(helpers(running([poller, ambassador]))).toEqual([]);
  });

  test('is the database of a script that restores it in a Job, without a port and whatever the image of the script', () => {
    const restore = { name: 'restore', image: 'acme/backup-tools:1', command: ['bash', '-c', 'psql -h localhost -U postgres -f /tmp/x.sql'] };

    expect(helpers(batch([restore, { name: 'scratch', image: 'acme/pg:1' }]))).toEqual(['scratch: outbound']);
  });

  test('keeps data of its own where one without ports calls it', () => {
    const app = mounting({ '/data': 'data' }, WEB);
    const sync = { name: 'sync', image: 'acme/ports:1', env: env({ QB_HOST: '127.0.0.1', QB_PORT: '8080' }) };
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];

    expect(unclearTies(running([app, sync], { volumes }))).toEqual([]);
  });

  test('is a peer of another image where only the tag names it', () => {
    const front = { name: 'front', image: 'acme/all:auth-front', ports: [{ containerPort: 80 }], env: env({ BFF_URL: 'http://localhost:8080' }) };
    const ties = (image: string) => unclearTies(running([{ ...WEB, image }, front])).map(({ seen }) => seen);

    expect(ties('acme/all:mobile-bff')).toEqual(["'front' calls 'web' (localhost:8080)"]);
    expect(ties('acme/all:latest-alpine')).toEqual(["'front' calls 'web' (localhost:8080)"]);
    expect(ties('acme/all:auth-front')).toEqual([]);
  });

  test('serves the app when the app alone keeps data', () => {
    const app = mounting({ '/data': 'data' }, { ...WEB, env: [{ name: 'DRIVER_URL', value: 'ws://localhost:3000/' }] });
    const driver = { name: 'driver', image: 'acme/renderer:1', ports: [{ containerPort: 3000 }] };
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }, { name: 'more', persistentVolumeClaim: { claimName: 'more' } }];

    expect(helpers(running([app, driver], { volumes }))).toEqual(['driver: outbound']);
    expect(helpers(running([{ ...app, volumeMounts: [], env: [], args: ['ws://localhost:3000/'] }, driver], { volumes }))).toEqual([]);
    expect(helpers(running([app, mounting({ '/more': 'more' }, driver)], { volumes }))).toEqual([]);
  });

  test('serves the app when Services lead to the app alone', () => {
    const quotes = { name: 'quotes', image: 'acme/quotes:1', ports: [{ containerPort: 9009 }] };

    expect(helpers(running([calling('http://localhost:9009'), quotes], { beside: [service('http')] }))).toEqual(['quotes: outbound']);
    expect(helpers(running([calling('http://localhost:9009'), quotes], { beside: [service('http', 9009)] }))).toEqual([]);
    expect(helpers(running([{ ...WEB, args: ['http://localhost:9009'] }, quotes]))).toEqual([]);
  });

  test('serves the app by a setting that names a port which it declares, also if nothing exposes the app', () => {
    const app = (name: string, more: object = {}) => ({ name: 'app', image: 'acme/shop:1', env: env({ [name]: 'http://localhost:9009' }), ...more });
    const quotes = { name: 'quotes', image: 'acme/quotes:1', ports: [{ containerPort: 9009 }] };
    const beside = (...others: object[]) => helpers(running([app('QUOTES_URL'), quotes, ...others as typeof quotes[]]));
    const store = { name: 'db', image: 'postgres:17', ports: [{ containerPort: 5432 }] };

    expect(beside()).toEqual(['quotes: outbound']);
    expect(helpers(running([app('QUOTES_ADMIN_URL'), quotes]))).toEqual([]);
    expect(helpers(running([app('SERVER_URL'), quotes]))).toEqual([]);
    expect(helpers(running([app('QUOTES_URL', { image: 'acme/quotes-monitor:1' }), quotes]))).toEqual([]);
    expect(helpers(running([app('QUOTES_URL'), { ...quotes, image: 'acme/quotes-server:1' }]))).toEqual([]);
    expect(helpers(running([app('QUOTES_URL'), quotes], { beside: [service(9009)] }))).toEqual([]);
    // The store keeps its place, so what needs it cannot start before it.
    const needing = { ...quotes, env: env({ DATABASE_URL: 'postgres://localhost:5432/quotes' }) };
    expect(helpers(running([app('QUOTES_URL'), needing, mounting({ '/data': 'data' }, store)], { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] }))).toEqual([]);
  });

  test('does not when a mesh brings that port in', () => {
    const annotations = { 'consul.hashicorp.com/connect-service-upstreams': 'orders:9009' };

    expect(helpers(running([calling('http://localhost:9009'), { name: 'ambassador', image: 'acme/a:1' }], { annotations }))).toEqual([]);
  });

  test('is the app behind a web server, over a port or a socket', () => {
    const nginx = mounting({ '/run/php': 'run', '/etc/nginx/conf.d:ro': 'conf' }, { name: 'nginx', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
    const php = mounting({ '/run/php': 'run' }, { name: 'php', image: 'acme/shop-php:1' });
    const volumes = [...folders('run'), { name: 'conf', configMap: { name: 'nginx' } }];

    for (const pass of ['fastcgi_pass unix:/run/php/fpm.sock;', 'fastcgi_pass 127.0.0.1:9000;']) {
      expect(helpers(running([nginx, php], { volumes, beside: [configMap('nginx', { 'site.conf': pass }), service(80)] }))).toEqual(['nginx: inbound']);
    }
  });

  test('serves the app over a socket that it is told to listen on', () => {
    const app = mounting({ '/sock': 'sock' }, { ...WEB, args: ['--policies=unix:/sock/policy.sock'] });
    const policies = mounting({ '/sock': 'sock', '/config:ro': 'config' }, { name: 'policies', image: 'acme/p:1', args: ['--config=/config/p.yaml'] });
    const volumes = [...folders('sock'), { name: 'config', configMap: { name: 'policies' } }];
    const beside = [configMap('policies', { 'p.yaml': 'server:\n  listenAddr: "unix:/sock/policy.sock"\n' })];

    expect(helpers(running([app, policies], { volumes, beside }))).toEqual(['policies: outbound']);
    expect(helpers(running([app, policies], { volumes: [...folders('other'), volumes[1]], beside }))).toEqual([]);
  });

  test('leaves the driver of a CSI pod alone', () => {
    const provisioner = mounting({ '/csi': 'socket' }, { name: 'provisioner', image: 'registry.k8s.io/sig-storage/csi-provisioner:v5.2.0', args: ['--csi-address=/csi/csi.sock'] });
    const driver = mounting({ '/csi': 'socket' }, { name: 'driver', image: 'acme/csi-driver:1', args: ['--endpoint=unix:///csi/csi.sock'] });

    expect(helpers(running([provisioner, driver], { volumes: folders('socket') }))).toEqual(['provisioner: csi']);
  });

  test('serves the work of a Job, whatever it is', () => {
    const suite = { name: 'test', image: 'acme/e2e:1', env: env({ BASE_URL: 'http://localhost:8080', DB_HOST: 'localhost', DB_PORT: '5432' }) };

    expect(helpers(batch([suite, WEB, { name: 'postgres', image: 'postgres:17' }]))).toEqual(['web: outbound', 'postgres: outbound']);
  });
});

describe('peers', () => {
  const peer = (name: string, port: string, other: string) => ({ name, image: `acme/connect-${name}:1`, env: env({ BUS_PORT: port, BUS_PEERS: `localhost:${other}` }) });

  test('that name each other are no helpers of each other, also if only one of them declares a port', () => {
    expect(helpers(running([{ ...peer('api', '11220', '11221'), ports: [{ containerPort: 8080 }] }, peer('sync', '11221', '11220')]))).toEqual([]);
  });

  test('do not own the port of a host that they call', () => {
    const app = { ...WEB, env: env({ AUDIT_HOST: 'audit.shop', AUDIT_PORT: '11221', BUS: 'localhost:11221' }) };

    expect(helpers(running([app, { name: 'sync', image: 'acme/sync:1', env: env({ BUS_PORT: '11221' }) }]))).toEqual(['sync: outbound']);
  });
});

test('a front that only its name shows may need what a setting of it names', () => {
  const gateway = { name: 'gateway', image: 'acme/gateway:1', ports: [{ containerPort: 8080 }], env: env({ PROVIDER_URL: 'http://127.0.0.1:8081' }) };
  const provider = { name: 'provider', image: 'acme/provider:1', ports: [{ containerPort: 8081 }] };
  const seen = (from: object) => unclearTies(running([{ ...gateway, ...from }, provider])).map(tie => tie.seen);

  expect(seen({})).toEqual(["'gateway' calls 'provider' (127.0.0.1:8081)"]);
  expect(seen({ env: env({ UPSTREAM_URL: 'http://127.0.0.1:8081' }) })).toEqual([]);
  expect(seen({ image: 'acme/page-monitor:1' })).toEqual([]);
});

test('a front that asks for the health of another one needs nothing of it', () => {
  const proxy = { name: 'hc', image: 'acme/grpc_health_proxy:1', args: ['--grpcaddr=localhost:50051'], ports: [{ containerPort: 8443 }] };
  const app = { name: 'app', image: 'acme/grpc_app:1', ports: [{ containerPort: 50051 }] };

  expect(helpers(running([proxy, app]))).toEqual([]);
  expect(unclearTies(running([proxy, app]))).toEqual([]);
});

test('the app behind the proxy of Cloud Endpoints is not taken for its helper, whatever the flag', () => {
  const app = { name: 'echo', image: 'acme/grpc-hello:1', ports: [{ containerPort: 50051 }] };
  const proxy = (...args: string[]) => ({ name: 'esp', image: 'gcr.io/endpoints-release/endpoints-runtime:1', args: ['-P', '9000', ...args], ports: [{ containerPort: 9000 }] });

  for (const esp of [proxy('-a', 'grpc://127.0.0.1:50051'), proxy('--backend=grpc://127.0.0.1:50051')]) {
    expect(helpers(running([esp, app], { beside: [service(9000)] }))).toEqual(['esp: inbound']);
  }
});

test('a program that pods are made for needs what it calls, also without a port of its own', () => {
  const webhook = { name: 'webhook', image: 'acme/dns-webhook:1', ports: [{ containerPort: 8888 }] };
  const args = ['--provider=webhook', '--webhook-provider-url=http://localhost:8888'];

  expect(helpers(running([{ name: 'dns', image: 'registry.k8s.io/external-dns/external-dns:v0.18.0', args }, webhook]))).toEqual(['webhook: outbound']);
  expect(helpers(running([{ name: 'dns', image: 'acme/dns:1', args: ['http://localhost:8888'] }, webhook]))).toEqual([]);
});

test('a quit call to an unknown port is for the other one of two, and proves nothing beside a third one, native or not', () => {
  const app = { name: 'app', image: 'acme/app:1', command: ['sh', '-c', 'run-all; wget -qO- --post-data="" http://127.0.0.1:9099/quitquitquit || true'] };
  const worker = { name: 'worker', image: 'acme/worker:1' };

  expect(helpers(batch([app, worker]))).toEqual(['worker: outbound']);
  expect(helpers(batch([app, worker, { name: 'third', image: 'acme/third:1' }]))).toEqual([]);
  expect(helpers(batch([app, worker], { inits: [{ name: 'native', image: 'acme/native:1', restartPolicy: 'Always' }] }))).toEqual([]);
});

test('an exporter of a Job that declares a port never ends', () => {
  const work = { name: 'load', image: 'acme/load:1', ports: [{ containerPort: 8089 }] };

  expect(helpers(batch([{ name: 'metrics', image: 'acme/load_exporter', ports: [{ containerPort: 9646 }] }, work]))).toEqual(['metrics: observer']);
  expect(helpers(batch([{ name: 'metrics', image: 'acme/load_exporter' }, work]))).toEqual([]);
});
