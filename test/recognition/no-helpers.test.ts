import { batch, folders, helpers, mounting, running } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const CLAIM = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];

describe('what looks like a helper, and is the app or the work', () => {
  test.each([
    ['Vault as a server', { image: 'hashicorp/vault:1.17.3', args: ['server'], ports: [{ containerPort: 8200 }] }, { VAULT_ADDR: 'http://127.0.0.1:8200' }],
    ['Consul as a server', { image: 'hashicorp/consul:1.20', args: ['agent', '-server'], ports: [{ containerPort: 8500 }] }, { CONSUL_HTTP_ADDR: '127.0.0.1:8500' }],
  ])('%s, whoever is told its address', (_name, server, variables) => {
    expect(helpers(running([{ name: 'server', ...server }, { name: 'client', image: 'acme/unseal:1', env: env(variables) }], { kind: 'StatefulSet' }))).toEqual([]);
  });

  test.each(['confluentinc/cp-kafka:7.5.0', 'acme/catalog-router:1', 'acme/blog-streamer:1'])('an image in whose name a reader of logs only seems to stand: %s', image => {
    const app = mounting({ '/var/cache': 'cache' }, { name: 'app', image, ports: [{ containerPort: 8080 }] });

    expect(helpers(running([app, mounting({ '/cache': 'cache' }, { name: 'warmer', image: 'acme/warmer:1' })], { volumes: folders('cache') }))).toEqual([]);
  });

  test('a bringer of files whose folder no other container has, unless it keeps a Job from completing', () => {
    const app = { name: 'app', image: 'acme/alerts:1', ports: [{ containerPort: 8081 }] };
    const bringer = { name: 'files', image: 'kiwigrid/k8s-sidecar:2.1.2', env: env({ LABEL: 'dash', FOLDER: '/files' }) };
    const shared = [mounting({ '/in': 'files' }, app), mounting({ '/files': 'files' }, bringer)];

    expect(helpers(running([app, bringer]))).toEqual([]);
    expect(helpers(running(shared, { volumes: folders('files') }))).toEqual(['files: content']);
    expect(helpers(batch([{ name: 'work', image: 'acme/work:1' }, bringer]))).toEqual(['files: content']);
  });

  test('a collector of logs with a port that shares no folder of logs', () => {
    const collector = (path: string) => mounting({ [path]: 'files' }, { name: 'collector', image: 'acme/syslog-ng:4', ports: [{ containerPort: 514 }] });
    const other = mounting({ '/files': 'files' }, { name: 'other', image: 'acme/other:1' });

    expect(helpers(running([collector('/etc/pipeline'), other], { volumes: folders('files') }))).toEqual([]);
    expect(helpers(running([collector('/var/log/app'), other], { volumes: folders('files') }))).toEqual(['collector: shipper']);
  });

  test.each(['WEBHOOK_URL', 'RELOAD_URL', 'SINK_URL', 'PURGE_URL', 'PEER_ADDR', 'INSTANCE_URL', 'INFERENCE_ENGINE_ENDPOINT'])('one that another tells of something, by %s', name => {
    const app = { name: 'app', image: 'acme/chatbot:1', ports: [{ containerPort: 8080 }] };
    const other = { name: 'other', image: 'acme/poller:1', env: env({ [name]: 'http://localhost:8080/x' }) };

    expect(helpers(running([app, other]))).toEqual([]);
    expect(unclearTies(running([app, other])).map(({ seen }) => seen)).toEqual(["'other' calls 'app' (localhost:8080)"]);
  });

  test('a server of models that a helper for its adapters calls', () => {
    const engine = { name: 'engine', image: 'vllm/vllm-openai:v0.11.0', ports: [{ containerPort: 8000 }] };

    expect(helpers(running([engine, { name: 'adapters', image: 'acme/adapters:1', env: env({ SERVER_ADDRESS: 'http://localhost:8000' }), ports: [{ containerPort: 8080 }] }]))).toEqual([]);
  });

  test.each(['FRONTEND_URL', 'SITE_URL', 'PUBLIC_URL', 'CORS_ORIGINS', 'ALLOWED_HOSTS'])('one whose address is only for browsers, by %s', name => {
    const api = { name: 'api', image: 'acme/orders:1', ports: [{ containerPort: 8080 }], env: env({ [name]: 'http://localhost:3000' }) };

    expect(running([api, { name: 'spa', image: 'acme/spa:1', ports: [{ containerPort: 3000 }] }]).loopback.calls).toEqual([]);
  });

  test('a cache in a StatefulSet, or one that is a replica, that one without ports calls', () => {
    const redis = (args: string[] = []) => ({ name: 'redis', image: 'redis:7', args, ports: [{ containerPort: 6379 }] });
    const labels = { name: 'labels', image: 'acme/role-labels:1', env: env({ REDIS_HOST: '127.0.0.1', REDIS_PORT: '6379' }) };

    expect(helpers(running([redis(), labels], { kind: 'StatefulSet' }))).toEqual([]);
    expect(helpers(running([redis(['--replicaof', 'redis-0', '6379']), labels]))).toEqual([]);
    expect(helpers(running([redis(), labels]))).toEqual(['redis: outbound']);
  });

  test('any other container beside one that is told the host of a database, without its port', () => {
    const web = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }], env: env({ DB_HOST: 'localhost' }) };

    expect(helpers(running([web, { name: 'mailer', image: 'acme/mailer:1' }]))).toEqual([]);
    expect(helpers(running([web, { name: 'tunnel', image: 'acme/db-tunnel:1' }]))).toEqual(['tunnel: outbound']);
  });

  test('an agent of the node that another part of it calls', () => {
    const spec = { hostNetwork: true };
    const agent = { name: 'agent', image: 'acme/netd:1', ports: [{ containerPort: 9879 }], securityContext: { privileged: true } };
    const flows = { name: 'flows', image: 'acme/flows:1', args: ['--netd-url=http://127.0.0.1:9879'] };

    expect(helpers(running([agent, flows], { kind: 'DaemonSet', spec }))).toEqual([]);
    expect(helpers(running([agent, flows]))).toEqual(['agent: outbound']);
  });

  test('one that waits for a file of its caller', () => {
    const script = 'while [ ! -f /shared/config.json ]; do sleep 1; done; exec ./quotes --config /shared/config.json';
    const web = mounting({ '/shared': 'files' }, { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }], env: env({ QUOTES_ENDPOINT: 'http://localhost:9009' }) });
    const quotes = (command?: string[]) => mounting({ '/shared': 'files' }, { name: 'quotes', image: 'acme/quotes:1', ports: [{ containerPort: 9009 }], ...(command ? { command } : {}) });

    expect(helpers(running([web, quotes(['sh', '-c', script])], { volumes: folders('files') }))).toEqual([]);
    expect(helpers(running([web, quotes()], { volumes: folders('files') }))).toEqual(['quotes: outbound']);
  });

  test('a server that also copies its files', () => {
    const script = 'aws s3 sync s3://models /models; while true; do ./serve /models; done';
    const model = (ports: object[]) => mounting({ '/models': 'files' }, { name: 'model', image: 'acme/serve:1', command: ['sh', '-c', script], ports } as never);
    const stat = mounting({ '/models:ro': 'files' }, { name: 'stat', image: 'acme/stat:1' });

    expect(helpers(running([model([{ containerPort: 8080 }]), stat], { volumes: folders('files') }))).toEqual([]);
    expect(helpers(running([model([]), stat], { volumes: folders('files') }))).toEqual(['model: content']);
  });

  test('a database on a claim in a bare pod that serves', () => {
    const web = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }], env: env({ DATABASE_URL: 'postgres://localhost:5432/x' }) };
    const db = mounting({ '/var/lib/postgresql/data': 'data' }, { name: 'db', image: 'postgres:16', ports: [{ containerPort: 5432 }] });

    expect(helpers(running([web, db], { volumes: CLAIM, spec: { restartPolicy: 'OnFailure' } }))).toEqual([]);
  });
});

describe('what does its work once in a Job', () => {
  const work = { name: 'work', image: 'acme/work:1' };

  test.each([
    ['a daemon that a script starts for its own build', { image: 'docker:27-dind', command: ['sh', '-c', 'dockerd-entrypoint.sh &\nuntil docker info; do sleep 1; done\ndocker build -t x . && docker push x'] }],
    ['a proxy that a script starts for its own dump', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.13.0-alpine', command: ['sh', '-c', '/cloud-sql-proxy a:b:c & sleep 3; pg_dump x > /b/app.sql; kill %1'] }],
    ['git-sync', { image: 'registry.k8s.io/git-sync/git-sync:v4.2.4', args: ['--one-time', '--repo=https://x'] }],
    ['k8s-sidecar', { image: 'kiwigrid/k8s-sidecar:1.27.5', env: env({ METHOD: 'LIST' }) }],
    ['a repair of a database', { image: 'mongo:6', command: ['mongod', '--repair'] }],
    ['a check of a web server', { image: 'nginx:1.27', command: ['nginx', '-t'] }],
    ['one that stops reading and then works', { image: 'acme/up:1', command: ['sh', '-c', 'tail -F /s/log | while read l; do [ "$l" = DONE ] && break; done; ./upload'] }],
    ['one that stops at a line and then works', { image: 'acme/up:1', command: ['sh', '-c', "tail -F /s/log | sed '/DONE/q'; ./upload"] }],
  ])('is no sidecar: %s', (_name, other) => {
    expect(helpers(batch([work, { name: 'other', ...other }]))).toEqual([]);
  });

  test('a daemon that its script then waits for serves the others, whatever else the script does', () => {
    const daemon = { name: 'daemon', image: 'docker:27-dind', command: ['sh', '-c', 'dockerd-entrypoint.sh & until docker info; do sleep 1; done; docker pull base; wait'] };

    expect(helpers(batch([work, daemon]))).toEqual(['daemon: outbound']);
  });
});

describe('a Docker daemon beside a loop', () => {
  const daemon = { name: 'dind', image: 'docker:28-dind', ports: [{ containerPort: 2375 }] };
  const loop = (script: string) => ({ name: 'loop', image: 'docker:28-cli', command: ['sh', '-c', script], env: [{ name: 'DOCKER_HOST', value: 'tcp://localhost:2375' }] });

  test.each(['while true; do docker system prune -af; sleep 3600; done', 'while sleep 60; do docker image prune -f || true; docker rmi $(docker images -q); done'])('that only cleans up is the app: %s', script => {
    expect(helpers(running([daemon, loop(script)]))).toEqual([]);
    expect(unclearTies(running([daemon, loop(script)]))).toEqual([]);
  });

  test('that builds serves it', () => {
    expect(helpers(running([daemon, loop('while true; do docker build -t web /src; docker system prune -f; sleep 60; done')]))).toEqual(['dind: outbound']);
    expect(helpers(running([daemon, loop('while true; do docker system prune -f; sleep 60; done'), { name: 'runner', image: 'acme/runner:1' }]))).toEqual(['dind: outbound']);
  });
});
