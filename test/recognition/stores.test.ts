import { folders, helpers, mounting, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { TestContainer } from '../simulator/pods';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }] };
const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const seen = (containers: readonly TestContainer[], options: object = {}) => unclearTies(running(containers, options)).map(tie => tie.seen);

describe('a database beside an app that is told to use it', () => {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];

  test.each([
    ['by its port', { DB_URL: 'http://localhost:2379' }, 'registry.k8s.io/etcd:3.6', "'web' calls 'db' (localhost:2379)"],
    ['by a variable without a port', { WORDPRESS_DB_HOST: '127.0.0.1' }, 'mysql:8', "'web' calls 'db' (WORDPRESS_DB_HOST=127.0.0.1)"],
    ['by a variable that is only called like it', { DB: 'localhost' }, 'mongo:3.3', "'web' calls 'db' (DB=localhost)"],
    ['by a URL without a port', { DATABASE_URL: 'mysql://kimai:secret@127.0.0.1/kimai?charset=utf8' }, 'mysql:5.7.44', "'web' calls 'db' (127.0.0.1:3306)"],
    ['of logs', { LOKI_URL: 'http://localhost:3100' }, 'grafana/loki:2.9.0', "'web' calls 'db' (localhost:3100)"],
    ['of traces', { TEMPO_URL: 'http://localhost:3200' }, 'grafana/tempo:2.3.0', "'web' calls 'db' (localhost:3200)"],
    ['of metrics', { WRITE_URL: 'http://localhost:8428/api/v1/write' }, 'victoriametrics/victoria-metrics:v1.97.0', "'web' calls 'db' (localhost:8428)"],
    ['by a name of the database', { POSTGRES_HOST: 'localhost' }, 'postgres:17', "'web' calls 'db' (localhost:5432)"],
  ])('is for a person to judge, with a volume and without: %s', (_how, variables, image, expected) => {
    const web = { ...WEB, env: env(variables) };
    const lasting = [web, { name: 'db', image, volumeMounts: [{ name: 'data', mountPath: '/data' }] }];

    for (const [containers, options] of [[[web, { name: 'db', image }], {}], [[{ ...web, ports: undefined }, { name: 'db', image }], {}], [lasting, { volumes }]] as const) {
      expect(helpers(running(containers, options))).toEqual([]);
      expect(seen(containers, options)).toEqual([expected]);
    }
    expect(unclearTies(running(lasting, { volumes, beside: [service(8080)] }))).toMatchObject([{ clear: "an entry under 'sidecars' in the configuration" }]);
  });

  test.each(['docker.io/dpage/pgadmin4:9', 'phpmyadmin:5', 'adminer:4', 'mongo-express:1', 'acme/postgres-backup:1'])('is the app if only %s looks after it', image => {
    const containers = [{ name: 'ui', image, ports: [{ containerPort: 80 }], env: env({ DB_HOST: 'localhost' }) }, { name: 'db', image: 'postgres:17' }];

    expect(helpers(running(containers))).toEqual([]);
  });

  test.each([
    ['a claim', { persistentVolumeClaim: { claimName: 'data' } }],
    ['a folder of the node', { hostPath: { path: '/srv/redis' } }],
    ['a network file system', { nfs: { server: 'nas', path: '/redis' } }],
  ])('also a cache that keeps its data on %s', (_what, volume) => {
    const redis = { name: 'redis', image: 'redis:7.4', args: ['--appendonly', 'yes'], volumeMounts: [{ name: 'data', mountPath: '/data' }] };
    const containers = [{ ...WEB, env: env({ REDIS_HOST: 'localhost' }) }, redis];

    expect(helpers(running(containers, { volumes: [{ name: 'data', ...volume }] }))).toEqual([]);
    expect(seen(containers, { volumes: [{ name: 'data', ...volume }] })).toEqual(["'web' calls 'redis' (localhost:6379)"]);
  });

  test('but a cache that keeps nothing is a helper', () => {
    const redis = { name: 'redis', image: 'redis:7.4', volumeMounts: [{ name: 'data', mountPath: '/data' }] };

    for (const volume of [{ emptyDir: {} }, { hostPath: { path: '/var/run/redis' } }]) {
      expect(helpers(running([{ ...WEB, env: env({ REDIS_HOST: 'localhost' }) }, redis], { volumes: [{ name: 'data', ...volume }] }))).toEqual(['redis: outbound']);
    }
  });

  test('is for a person to judge also if both have ports of the node', () => {
    const db = { name: 'db', image: 'postgres:17', ports: [{ containerPort: 5432, hostPort: 5432 }] };
    const web = { ...WEB, ports: [{ containerPort: 8080, hostPort: 8080 }], env: env({ DB_HOST: 'localhost:5432' }) };

    expect(seen([db, web])).toEqual(["'web' calls 'db' (localhost:5432)"]);
    expect(helpers(running([db, web]))).toEqual([]);
  });

  test('is no helper if Services lead to it, it is elsewhere, or an exporter asks it', () => {
    const db = { name: 'db', image: 'mysql:8', ports: [{ containerPort: 3306 }] };

    expect(seen([{ ...WEB, env: env({ DB_HOST: 'localhost' }) }, db], { beside: [service(3306)] })).toEqual([]);
    expect(helpers(running([{ ...WEB, env: env({ DB_HOST: 'localhost' }) }, db], { beside: [service(3306)] }))).toEqual([]);
    expect(seen([{ ...WEB, env: env({ DB_HOST: 'db.shop' }) }, db])).toEqual([]);
    expect(seen([{ name: 'x', image: 'acme/mysqld-exporter:1', env: env({ DB_HOST: 'localhost' }) }, db])).toEqual([]);
  });
});

describe('a socket that both sides name', () => {
  const volumes = [{ name: 'sockets', emptyDir: {} }];
  const mount = { volumeMounts: [{ name: 'sockets', mountPath: '/sockets' }] };
  const server = { name: 'adc', image: 'acme/adc:1', args: ['server', '--listen', 'unix:/sockets/adc.sock'], ...mount };
  const manager = { name: 'manager', image: 'acme/controller:1', env: env({ ADC_SERVER_URL: 'unix:/sockets/adc.sock' }), ...mount };

  test('belongs to the one that clearly listens, and the default container is no mere observer', () => {
    expect(helpers(running([manager, server], { volumes, annotations: { 'kubectl.kubernetes.io/default-container': 'manager' } }))).toEqual(['adc: outbound']);
    expect(helpers(running([manager, server], { volumes }))).toEqual([]);
  });
});

test('a page that grows is content, a log is not', () => {
  const volumes = [{ name: 'html', emptyDir: {} }];
  const nginx = { name: 'web', image: 'nginx', volumeMounts: [{ name: 'html', mountPath: '/usr/share/nginx/html' }] };
  const writer = (file: string) => ({
    name: 'clock', image: 'debian', command: ['/bin/sh', '-c', `while true; do date >> /html/${file}; sleep 1; done`], volumeMounts: [{ name: 'html', mountPath: '/html' }],
  });

  expect(helpers(running([nginx, writer('index.html')], { volumes }))).toEqual(['clock: content']);
  expect(helpers(running([nginx, writer('clock.txt')], { volumes }))).toEqual([]);
});

test('a Service that sends to a port which no container declares means the only one without ports', () => {
  const app = { name: 'web', image: 'acme/py-red-sql:1', env: [{ name: 'REDIS_HOST', value: 'localhost' }] };
  const redis = { name: 'redis', image: 'redis:7.4', ports: [{ containerPort: 6379 }] };

  expect(helpers(running([redis, app], { beside: [service(5000)] }))).toEqual(['redis: outbound']);
  expect(helpers(running([redis, app], { beside: [service(6379)] }))).toEqual([]);
  expect(helpers(running([redis, app, { name: 'idle', image: 'acme/idle:1' }], { beside: [service(5000)] }))).toEqual([]);
});

test('a Service that sends to a port which no container declares never means a loop of tools', () => {
  const nginx = { ...mounting({ '/usr/share/nginx/html': 'html' }, { name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }) };
  const writer = mounting({ '/html': 'html' }, { name: 'clock', image: 'debian', command: ['bash', '-c', 'while true; do hostname > /html/index.html; sleep 5; done'] });
  const server = { ...writer, command: ['sh', '-c', 'while true; do hostname > /html/index.html; nc -l -p 8088; done'] };

  expect(helpers(running([nginx, writer], { volumes: folders('html'), beside: [service(80, 8088)] }))).toEqual(['clock: content']);
  expect(helpers(running([nginx, server], { volumes: folders('html'), beside: [service(80, 8088)] }))).toEqual([]);
});

test('a database at its usual port is behind the only tunnel of the pod, whatever port that has', () => {
  const client = (text: string) => ({ name: 'client', image: 'acme/client:1', command: ['sh', '-c', `while true; do psql "${text} dbname=shop" -c 'SELECT 1'; sleep 10; done`] });
  const bouncer = { name: 'pool', image: 'edoburu/pgbouncer:v1.25.2', command: ['pgbouncer', '/etc/pgbouncer/pgbouncer.ini'] };
  const reload = { name: 'reload', image: 'edoburu/pgbouncer:v1.25.2', command: ['sh', '-c', 'while true; do kill -HUP $(pidof x); sleep 10; done'] };

  expect(helpers(running([bouncer, reload, client('host=127.0.0.1 port=5432')]))).toEqual(['pool: outbound']);
  expect(helpers(running([bouncer, reload, client('host=127.0.0.1 port=8080')]))).toEqual([]);
  expect(helpers(running([bouncer, reload, client('host=db.shop port=5432')]))).toEqual([]);
});

test('kubectl proxy is recognized by its subcommand, in an image whose name only ends like it', () => {
  const named = (image: string, args: readonly string[]) => helpers(running([{ name: 'app', image: 'acme/app:1' }, { name: 'api', image, args }]));

  expect(named('acme/k8s-kubectl:v1.30.0', ['proxy', '-p', '8080'])).toEqual(['api: outbound']);
  expect(named('acme/k8s-kubectl:v1.30.0', ['get', 'pods', '--watch'])).toEqual([]);
  expect(named('acme/feature-vector:1', ['serve'])).toEqual([]);
});

test('kubectl proxy is recognized behind a binary with many programs', () => {
  expect(helpers(running([{ name: 'app', image: 'acme/app:1' }, { name: 'api', image: 'acme/hyperkube:1', command: ['/hyperkube'], args: ['kubectl', 'proxy'] }]))).toEqual(['api: outbound']);
});

test('in a pod that runs forever, a wait is for a person to judge', () => {
  const waiting = { name: 'app', image: 'acme/app:1', command: ['sh', '-c', 'until netstat -an | grep 50000; do sleep 3; done; exec ./run'] };

  expect(seen([waiting, { name: 'keys', image: 'acme/keys:1', ports: [{ containerPort: 50000 }] }])).toEqual(["'app' waits for 'keys' (netstat :50000)"]);
});

describe('a container that listens on loopback only', () => {
  const elector = (...args: string[]) => ({ name: 'elector', image: 'acme/elector:1', args, ports: [{ containerPort: 4040 }] });

  test('is there for the others, but nothing shows for which', () => {
    expect(seen([WEB, elector('--http=localhost:4040')])).toEqual(["'elector' listens on localhost:4040 only, where no other pod can call it"]);
  });

  test.each([
    ['it has another port', [WEB, { ...elector('--http=localhost:4040'), ports: [{ containerPort: 4040 }, { containerPort: 80 }] }]],
    ['only its metrics are there', [WEB, elector('--metrics-addr=localhost:4040')]],
    ['it listens everywhere', [WEB, elector('--http=:4040')]],
    ['two others may call it', [WEB, elector('--http=localhost:4040'), { name: 'other', image: 'acme/other:1' }]],
    ['a proxy is in front of it', [{ name: 'nginx', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }, elector('--http=localhost:4040')]],
  ])('tells nothing if %s', (_why, containers) => {
    expect(seen(containers)).toEqual([]);
  });
});

describe('a file in a folder that two share, of which only one is told', () => {
  const volumes = folders('shared');
  const ships = mounting({ '/in': 'shared' }, { name: 'ships', image: 'acme/reporter:1', env: env({ LOG_PATH: '/in/app.log' }) });
  const web = mounting({ '/out': 'shared' }, WEB);

  test('ties them, and the app or the one with ports is not the helper', () => {
    expect(unclearTies(running([web, ships], { volumes })).map(({ to, seen: text }) => `${to.name}: ${text}`))
      .toEqual(["ships: 'ships' is told /in/app.log on volume 'shared', which it shares with 'web' alone"]);
    const told = mounting({ '/etc/web': 'shared' }, { ...WEB, args: ['--config=/etc/web/routes.yaml'] });
    expect(unclearTies(running([told, mounting({ '/out': 'shared' }, { name: 'routes', image: 'acme/routes:1' })], { volumes })).map(({ to }) => to.name)).toEqual(['routes']);
  });

  test.each([
    ['it is the folder itself', '/in/'],
    ['it is elsewhere', '/var/log/app.log'],
  ])('is not named if %s, and only the folder ties them', (_why, path) => {
    expect(seen([web, { ...ships, env: env({ LOG_PATH: path }) }], { volumes })).toEqual(["'web' and 'ships' both can write to volume 'shared', and nothing shows which of them reads there"]);
  });

  test.each([
    ['a third one shares it', [web, ships, mounting({ '/x': 'shared' }, { name: 'third', image: 'acme/third:1' })], {}],
    ['an init container may have left it there', [web, ships], { inits: [mounting({ '/x': 'shared' }, { name: 'init', image: 'acme/init:1' })] }],
    ['one is a web server', [mounting({ '/out': 'shared' }, { name: 'nginx', image: 'nginx:1.27' }), ships], {}],
    ['both run the same image', [web, { ...ships, image: WEB.image }], {}],
  ])('is no tie if %s', (_why, containers, options) => {
    expect(seen(containers, { volumes, ...options })).toEqual([]);
  });
});

describe('a container that may open a tunnel', () => {
  const volumes = [{ name: 'tun', hostPath: { path: '/dev/net/tun' } }];
  const vpn = mounting({ '/dev/net/tun': 'tun' }, { name: 'vpn', image: 'acme/vpn:1', securityContext: { capabilities: { add: ['NET_ADMIN'] } } });

  test('may be the way out of the others', () => {
    expect(seen([WEB, vpn], { volumes })).toEqual(["'vpn' may send the traffic of the pod through a tunnel (/dev/net/tun)"]);
    // With networks of its own beside that of the cluster, a tunnel belongs to them.
    expect(seen([WEB, { ...vpn, image: 'acme/upf:1' }], { volumes, annotations: { 'k8s.v1.cni.cncf.io/networks': 'n2, n3' } })).toEqual([]);
    expect(seen([{ ...WEB, image: 'acme/vpn-exporter:1' }, vpn], { volumes })).toEqual([]);
    expect(seen([WEB, { ...vpn, securityContext: {} }], { volumes })).toEqual([]);
    expect(seen([WEB, { ...vpn, ports: [{ containerPort: 1194 }] }], { volumes, beside: [service(1194)] })).toEqual([]);
  });

  test('needs no device where its image is called like a VPN, and no ports show a server', () => {
    const wireguard = { ...vpn, image: 'acme/wireguard:1', volumeMounts: [] };

    expect(seen([WEB, wireguard])).toEqual(["'vpn' may send the traffic of the pod through a tunnel (NET_ADMIN)"]);
    expect(seen([WEB, { ...wireguard, image: 'acme/dns:1' }])).toEqual([]);
    expect(seen([WEB, { ...wireguard, ports: [{ containerPort: 51820 }] }])).toEqual([]);
  });
});

describe('a database whose image is not known', () => {
  const app = { ...WEB, env: env({ DB_HOSTNAME: 'localhost', DB_USERNAME: 'shop' }) };
  const other = { name: 'learn', image: 'acme/learn:1', ports: [{ containerPort: 3003 }] };
  const pgReady = { readinessProbe: { exec: { command: ['pg_isready', '-U', 'shop'] } } };

  test.each([
    ['variables and a port', { env: env({ POSTGRES_DB: 'shop' }), ports: [{ containerPort: 5432 }] }],
    ['variables and a probe', { env: env({ POSTGRES_PASSWORD: 'x' }), ...pgReady }],
    ['a port and a probe', { ports: [{ containerPort: 5432 }], ...pgReady }],
    ['those of MySQL', { env: env({ MYSQL_ROOT_PASSWORD: 'x' }), livenessProbe: { exec: { command: ['sh', '-c', 'mysqladmin ping'] } } }],
    ['those of MongoDB', { env: env({ MONGO_INITDB_DATABASE: 'shop' }), ports: [{ containerPort: 27017 }] }],
  ])('is known by what it is configured with: %s', (_what, fields) => {
    const containers = [app, other, { name: 'db', image: 'acme/vectors:16', ...fields }];

    expect(helpers(running(containers))).toEqual([]);
    expect(unclearTies(running(containers))).toMatchObject([{ seen: "'web' calls 'db' (DB_HOSTNAME=localhost)", keeps: 'a database or a queue' }]);
  });

  test('is none if it is told of a host, or if only one thing speaks for it', () => {
    expect(seen([app, other, { name: 'db', image: 'acme/worker:1', env: env({ POSTGRES_DB: 'shop', POSTGRES_HOST: 'pg.shop' }), ports: [{ containerPort: 5432 }] }])).toEqual([]);
    expect(seen([app, other, { name: 'db', image: 'acme/worker:1', env: env({ POSTGRES_DB: 'shop' }) }])).toEqual([]);
  });
});
