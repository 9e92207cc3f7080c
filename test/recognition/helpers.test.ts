import { batch, configMap, folders, helpers, mounting, running, service } from './pods';
import { belongsNative } from '../../src/recognition/helpers';
import { Recognition } from '../../src/recognition/recognition';
import { unclearTies } from '../../src/recognition/ties';
import { podOf, sidecar, TestContainer } from '../simulator/pods';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080, name: 'http' }] };
const WORK = { name: 'work', image: 'ghcr.io/acme/export:1.0.0' };

describe('a shared folder', () => {
  const tail = (path: string) => ({ name: 'logs', image: 'busybox:1.37', command: ['sh', '-c', `tail -n+1 -F ${path}`] });

  test('tells who ships what the app writes', () => {
    const app = mounting({ '/var/log/web': 'logs' }, WEB);
    const volumes = folders('logs');

    expect(helpers(running([app, mounting({ '/logs': 'logs' }, tail('/logs/web.log'))], { volumes }))).toEqual(['logs: shipper']);
    expect(helpers(running([app, mounting({ '/logs': 'logs' }, { name: 'ship', image: 'acme/custom-fluentd:1' })], { volumes }))).toEqual(['ship: shipper']);
    expect(helpers(running([app, mounting({ '/logs': 'logs' }, tail('/elsewhere/web.log'))], { volumes }))).toEqual([]);
    const ofItsOwn = { name: 'router', image: 'acme/router:1', command: ['sh', '-c', '/start &\ntail -f /logs/router.log'] };
    expect(helpers(running([app, mounting({ '/logs': 'logs' }, ofItsOwn)], { volumes }))).toEqual([]);
    const patient = { ...ofItsOwn, command: ['sh', '-c', "trap 'exit 0' TERM\ntail -F /logs/web.log 2>&1 &\nwait"] };
    expect(helpers(running([app, mounting({ '/logs': 'logs' }, patient)], { volumes }))).toEqual(['router: shipper']);
    expect(helpers(running([app, mounting({ '/logs': 'logs' }, { name: 'adapter', image: 'acme/log-metrics:1' })], { volumes }))).toEqual([]);
  });

  test('tells who prints what the app writes, again and again', () => {
    const script = (text: string) => ['sh', '-c', text];
    const writer = mounting({ '/out': 'shared' }, { name: 'writer', image: 'busybox:1.37', command: script('echo hello > /out/data.txt; while true; do sleep 5; done') });
    const prints = (text: string) => mounting({ '/in': 'shared' }, { name: 'prints', image: 'busybox:1.37', command: script(text) });
    const volumes = folders('shared');

    expect(helpers(running([writer, prints('while true; do cat /in/data.txt; sleep 5; done')], { volumes }))).toEqual(['prints: shipper']);
    expect(helpers(running([writer, prints('while true; do cat /in/data.txt && date >> /in/seen; sleep 5; done')], { volumes }))).toEqual(['prints: shipper']);
    // What does more with the file is the one that needs it.
    expect(helpers(running([writer, prints('while true; do cat /in/data.txt | ./use; sleep 5; done')], { volumes }))).toEqual(['writer: content']);
    expect(helpers(running([writer, prints('while true; do cat /in/data.txt > /tmp/x; sleep 5; done')], { volumes }))).toEqual(['writer: content']);
  });

  test('tells who ships a database that a StatefulSet claims', () => {
    const app = mounting({ '/data': 'db' }, { ...WEB, env: [{ name: 'DB', value: '/data/app.db' }] });
    const replica = mounting({ '/data': 'db' }, { name: 'replica', image: 'acme/app-litestream:1', env: [{ name: 'DB', value: '/data/app.db' }] });

    expect(helpers(running([app, replica], { kind: 'StatefulSet', claims: ['db'] }))).toEqual(['replica: shipper']);
    expect(unclearTies(running([app, { ...replica, image: 'acme/copies:1' }], { kind: 'StatefulSet', claims: ['db'] })).map(({ seen }) => seen))
      .toEqual(["'web' and 'replica' both name /data/app.db on volume 'db'"]);
  });

  test('tells who alone can write the file that both are told', () => {
    const volumes = folders('token');
    const reader = mounting({ '/run/token:ro': 'token' }, { ...WEB, env: [{ name: 'TOKEN_FILE', value: '/run/token/access' }] });
    const writer = mounting({ '/run/token': 'token' }, { name: 'bridge', image: 'acme/bridge:1', env: [{ name: 'OUT', value: '/run/token/access' }] });

    expect(helpers(running([reader, writer], { volumes }))).toEqual(['bridge: content']);
    expect(helpers(running([{ ...reader, image: 'acme/backup-tokens:1' }, writer], { volumes }))).toEqual([]);
    expect(helpers(running([reader, { ...writer, ports: [{ containerPort: 9 }] }], { volumes }))).toEqual([]);
  });

  test('that two are told ties them, though nothing shows who writes', () => {
    const dir = [{ name: 'IMAGE_DIR', value: '/images' }];
    const [app, other] = ['acme/app:1', 'acme/thumbs-sidecar:1'].map((image, index) => mounting({ '/images': 'images' }, { name: `c${index}`, image, env: dir }));

    expect(unclearTies(running([app, other], { volumes: folders('images') })).map(({ seen }) => seen))
      .toEqual(["'c0' and 'c1' are both told /images on volume 'images', which they share"]);
    expect(unclearTies(running([app, { ...other, image: 'acme/thumbs:1', env: [] }], { volumes: folders('images') }))).toEqual([]);
  });

  test('tells who pulls a repository and copies from it', () => {
    const web = mounting({ '/www': 'www' }, WEB);
    const pulls = mounting({ '/www': 'www' }, { name: 'pulls', image: 'acme/git:1', command: ['bash', '-c', 'git clone https://x /src; cd /src; while true; do git pull; ls; cp -p ./www/* /www; sleep 60; done'] });

    expect(helpers(running([web, pulls], { volumes: folders('www') }))).toEqual(['pulls: content']);
  });

  test('tells who carries files to a store elsewhere, or from there, again and again', () => {
    const volumes = folders('data');
    const app = mounting({ '/srv/out': 'data' }, WEB);
    const copying = (command: string, more: object = {}) => mounting({ '/data': 'data' },
      { name: 'sync', image: 'amazon/aws-cli:2', command: ['sh', '-c', `while true; do ${command}; sleep 60; done`], ...more });
    const found = (command: string, more?: object) => helpers(running([app, copying(command, more)], { volumes }));

    expect(found('aws s3 sync /data/ s3://results/web/ --delete')).toEqual(['sync: shipper']);
    expect(found('rclone copy "/data" remote:web')).toEqual(['sync: shipper']);
    expect(found('gsutil -m rsync -r \\\n  gs://dags/web /data')).toEqual(['sync: content']);
    expect(found('aws s3 sync "$SOURCE" /data')).toEqual(['sync: content']);
    expect(found('aws s3 sync /elsewhere s3://results')).toEqual([]);
    expect(found('aws s3 sync s3://a /data; aws s3 sync /data s3://b')).toEqual([]);
    expect(found('aws s3 sync /data s3://a; curl -X POST localhost:8080/flush')).toEqual([]);
    expect(found('', { command: ['sh', '-c', 'aws s3 sync /data s3://a'] })).toEqual([]);
    expect(found('git pull --rebase')).toEqual(['sync: content']);
    expect(found('', { command: ['sh', '-c', 'git clone $(GIT_REPO) . && watch -n 600 git pull'] })).toEqual(['sync: content']);
    expect(found('', { command: ['sh', '-c', 'git clone "$REPO" . && git pull'] })).toEqual([]);
    expect(found('git pull && ./publish')).toEqual([]);
    // A key is no folder into which it could pull.
    const keyed = mounting({ '/data': 'data', '/etc/key:ro': 'key' }, { ...copying('git fetch origin main && git reset --hard origin/main') });
    expect(helpers(running([app, keyed], { volumes: [...volumes, { name: 'key', secret: { secretName: 'key' } }] }))).toEqual(['sync: content']);
    expect(helpers(running([app, keyed], { volumes: [...volumes, ...folders('key')] }))).toEqual([]);
    const [reader, keeper] = [mounting({ '/srv/out:ro': 'data' }, WEB), copying('aws s3 sync /data s3://a')];
    expect(helpers(running([reader, keeper], { volumes }))).toEqual([]);
  });

  test('that outlives the pod tells who is called like a reader of logs, but on no node', () => {
    const volumes = [{ name: 'logs', hostPath: { path: '/var/log/web' } }];
    const containers = (image: string) => [mounting({ '/log': 'logs' }, WEB), mounting({ '/logs': 'logs' }, { name: 'ship', image })];

    expect(helpers(running(containers('acme/filebeat-configured:1'), { volumes }))).toEqual(['ship: shipper']);
    expect(helpers(running(containers('acme/tailing-sidecar:1'), { volumes }))).toEqual(['ship: shipper']);
    expect(helpers(running(containers('acme/remote_syslog2:1'), { volumes }))).toEqual(['ship: shipper']);
    expect(helpers(running(containers('acme/details:1'), { volumes }))).toEqual([]);
    expect(helpers(running(containers('acme/filebeat-configured:1'), { volumes, kind: 'DaemonSet' }))).toEqual([]);
    const [web, ship] = containers('acme/logstash:1');
    expect(helpers(running([web, { ...ship, ports: [{ containerPort: 5044 }] }], { volumes, beside: [service(5044)] }))).toEqual([]);
  });

  test('that outlives the pod tells who follows a file in it', () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const app = mounting({ '/data': 'data' }, WEB);
    const tailer = mounting({ '/data': 'data' }, { name: 'tailer', image: WEB.image, command: ['sh', '-c', 'exec tail -n 0 -F /data/logs/agent.log'] });

    expect(helpers(running([app, tailer], { volumes }))).toEqual(['tailer: shipper']);
    expect(helpers(running([app, { ...tailer, command: ['sh', '-c', 'exec tail -F /var/log/agent.log'] }], { volumes }))).toEqual([]);
    expect(helpers(running([app, tailer], { volumes: [{ name: 'data', hostPath: { path: '/var/log' } }], kind: 'DaemonSet' }))).toEqual([]);
  });

  test('tells who renews the file that the app is told to read', () => {
    const volumes = folders('token');
    const reader = (file: string) => mounting({ '/run/token:ro': 'token' }, { ...WEB, env: [{ name: 'TOKEN_FILE', value: file }] });
    const writer = (script: string) => mounting({ '/out': 'token' }, { name: 'refresh', image: 'curlimages/curl:8.10.1', command: ['sh', '-c', script] });
    const renewing = 'while true; do curl -s https://login/token > /tmp/t && mv /tmp/t /out/access; sleep 300; done';

    expect(helpers(running([reader('/run/token/access'), writer(renewing)], { volumes }))).toEqual(['refresh: content']);
    expect(helpers(running([reader('/run/token/other'), writer(renewing)], { volumes }))).toEqual([]);
    expect(helpers(running([reader('/run/token/access'), writer('while true; do date >> /out/access; sleep 1; done')], { volumes }))).toEqual([]);
    expect(helpers(running([reader('/run/token/access'), { ...writer(renewing), ports: [{ containerPort: 9000 }] }], { volumes }))).toEqual([]);
    expect(helpers(running([reader('/run/token'), writer(renewing)], { volumes }))).toEqual(['refresh: content']);
    const named = 'DIR="/out"\nrenew() {\n  cp -f "/raw/access" "$DIR/access"\n}\nrenew\nwhile true; do sleep 3600; renew; done';
    expect(helpers(running([reader('/run/token/access'), writer(named)], { volumes }))).toEqual(['refresh: content']);
    expect(helpers(running([reader('/run/token/access'), writer(named.replace('"/out"', '$(mktemp)'))], { volumes }))).toEqual([]);
  });

  test('tells who writes what a web server serves, if it is seen to write and the server does nothing else', () => {
    const nginx = mounting({ '/usr/share/nginx/html:ro': 'html' }, { name: 'nginx', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
    const writer = mounting({ '/out': 'html' }, { name: 'writer', image: 'busybox:1.37.0', command: ['sh', '-c', 'while true; do date > /out/index.html; sleep 60; done'] });

    expect(helpers(running([writer, nginx], { volumes: folders('html') }))).toEqual(['writer: content']);
    const inLogs = (file: string) => mounting({ '/var/log': 'html' }, { ...writer, command: ['sh', '-c', `while true; do date > /var/log/${file}; sleep 60; done`], volumeMounts: [] });
    expect(helpers(running([inLogs('index.html'), nginx], { volumes: folders('html') }))).toEqual(['writer: content']);
    expect(helpers(running([inLogs('app.log'), nginx], { volumes: folders('html') }))).toEqual([]);
    const growing = mounting({ '/var/log': 'html' }, { ...writer, command: ['sh', '-c', 'while true; do date >> /var/log/index.html; sleep 60; done'] });
    expect(helpers(running([growing, nginx], { volumes: folders('html') }))).toEqual([]);
    expect(helpers(running([{ ...writer, command: ['/writer'] }, nginx], { volumes: folders('html') }))).toEqual([]);
    expect(helpers(running([{ ...writer, ports: [{ containerPort: 9000 }] }, nginx], { volumes: folders('html') }))).toEqual([]);

    const configured = { ...nginx, volumeMounts: [...(nginx.volumeMounts as object[]), { name: 'conf', mountPath: '/etc/nginx/conf.d' }] };
    expect(helpers(running([writer, configured], { volumes: [...folders('html'), { name: 'conf', configMap: { name: 'unseen' } }] }))).toEqual([]);
  });
});

test('who reads the logs of a folder is told by its image or by files that both mount, each its own key of a ConfigMap', () => {
  const key = (name: string, mountPath: string) => ({ name: 'config', mountPath, subPath: name });
  const volumes = [...folders('logs'), { name: 'config', configMap: { name: 'config' } }];
  const app = { ...WEB, volumeMounts: [{ name: 'logs', mountPath: '/var/log' }, key('logback.xml', '/logback.xml')] };
  const agent = { name: 'agent', image: 'acme/agent:1', volumeMounts: [{ name: 'logs', mountPath: '/var/log' }, key('agent.yml', '/etc/agent.yml')] };
  const config = (path: string) => configMap('config', { 'logback.xml': '<file>/var/log/web.log</file>', 'agent.yml': `paths:\n  - ${path}\n` });
  const seen = (path: string) => unclearTies(running([app, agent], { volumes, beside: [config(path)] })).map(tie => tie.seen);

  expect(helpers(running([app, { ...agent, image: 'docker.elastic.co/beats/elastic-agent:8.3.0' }], { volumes }))).toEqual(['agent: shipper']);
  expect(seen('/var/log/web.log')).toEqual(["'web' and 'agent' both name /var/log/web.log on volume 'logs'"]);
  expect(seen('/opt/other.log')).toEqual(["'web' is told /var/log/web.log on volume 'logs', which it shares with 'agent' alone"]);
});

describe('mount propagation', () => {
  const mounted = (way: string | undefined, container: TestContainer) => ({ ...container, volumeMounts: [{ name: 'bucket', mountPath: '/data', ...(way ? { mountPropagation: way } : {}) }] });
  const fuse = mounted('Bidirectional', { name: 'fuse', image: 'acme/bucket:1', securityContext: { privileged: true } });
  const volumes = folders('bucket');

  test('tells who mounts files for another one', () => {
    expect(running([mounted('HostToContainer', WEB), fuse], { volumes }).helper('fuse'))
      .toMatchObject({ direction: 'content', why: "it mounts files into volume 'bucket', which 'web' reads" });
    expect(helpers(running([mounted(undefined, WEB), fuse], { volumes }))).toEqual([]);
    expect(helpers(running([mounted('HostToContainer', WEB), fuse], { volumes, kind: 'DaemonSet' }))).toEqual([]);
    expect(helpers(running([mounted('HostToContainer', WEB), { ...fuse, ports: [{ containerPort: 9000 }] }], { volumes, beside: [service(9000)] }))).toEqual([]);
  });
});

describe('interception', () => {
  const init = {
    name: 'routes',
    image: 'acme/routes:1',
    args: ['--proxy-port', '15123', '--proxy-uid=1337'],
    securityContext: { capabilities: { add: ['NET_ADMIN'] } },
  };
  const proxy = { name: 'egress', image: 'acme/egress:1', ports: [{ containerPort: 15123 }], securityContext: { runAsUser: 1337 } };

  test('names the container that gets the traffic', () => {
    expect(helpers(running([WEB, proxy], { inits: [init] }))).toEqual(['egress: outbound']);
    expect(helpers(running([WEB, proxy], { inits: [{ ...init, securityContext: {} }] }))).toEqual([]);
    expect(helpers(running([WEB, { ...proxy, securityContext: { runAsUser: 1000 } }], { inits: [init] }))).toEqual(['egress: outbound']);
    expect(helpers(running([WEB, { ...proxy, ports: [], securityContext: { runAsUser: 1000 } }], { inits: [init] }))).toEqual([]);
  });
});

describe('in a Job', () => {
  const loop = { name: 'beat', image: 'busybox', command: ['sh', '-c', 'while true; do date; sleep 5; done'] };

  test('what never ends helps what does', () => {
    expect(helpers(batch([WORK, loop]))).toEqual(['beat: endless']);
    expect(helpers(batch([WORK, { name: 'cache', image: 'redis:7' }]))).toEqual(['cache: endless']);
  });

  test.each([
    ['telegraf:1.32', [], ['x']],
    ['hashicorp/consul-template:0.39.1', ['-template=/in:/out'], ['x']],
    ['hashicorp/consul-template:0.39.1', ['-template=/in:/out', '-once'], []],
    ['ubuntu/squid:6.6', [], ['x']],
  ])('a program that runs until it is stopped never ends, told nothing else: %s %j', (image, args, expected) => {
    expect(batch([{ name: 'work', image: 'acme/work:1' }, { name: 'x', image, args }]).helpers.map(({ container }) => container.name)).toEqual(expected);
  });

  test.each([[['crond', '-f'], ['x']], [['crond'], []], [['supercronic', '/etc/crontab'], ['x']]])('a clock in the foreground never ends: %j', (command, expected) => {
    expect(batch([{ name: 'work', image: 'acme/work:1' }, { name: 'x', image: 'acme/work:1', command }]).helpers.map(({ container }) => container.name)).toEqual(expected);
  });

  test('peers are no helpers', () => {
    expect(helpers(batch([WORK, { name: 'reader', image: 'busybox', command: ['sh', '-c', 'sleep 10 && cat /data/x'] }]))).toEqual([]);
    expect(helpers(batch([loop, { ...loop, name: 'beat2' }]))).toEqual([]);
    expect(helpers(batch([WORK, { name: 'ask', image: 'redis:7', args: ['redis-cli', 'ping'] }]))).toEqual([]);
  });

  test('a bare pod may be there for its server, or wait for somebody to use it', () => {
    const bare = (containers: readonly TestContainer[]) => helpers(new Recognition(podOf(containers, [], { restartPolicy: 'Never' })));

    expect(bare([WORK, { name: 'nginx', image: 'nginx:1.27' }])).toEqual([]);
    expect(bare([WORK, { name: 'maven', image: 'maven:3', command: ['sleep', 'infinity'] }])).toEqual([]);
    expect(bare([WORK, loop])).toEqual(['beat: endless']);
    expect(bare([{ name: 'nginx', image: 'nginx:1.27' }, loop])).toEqual([]);
  });

  test('who is made to quit is the helper', () => {
    const work = { ...WORK, command: ['sh', '-c', './export; curl -X POST http://localhost:9999/quitquitquit'] };

    expect(helpers(batch([work, { name: 'tunnel', image: 'acme/bastion:1' }]))).toEqual(['tunnel: outbound']);
  });

  test('work may be called an exporter', () => {
    expect(helpers(batch([{ name: 'work', image: 'ghcr.io/acme/orders-exporter:1' }, { name: 'second', image: 'acme/second:1' }]))).toEqual([]);
  });
});

test('an image that the user told us about is a helper', () => {
  const own = { name: 'Acme tunnel', repositories: /(^|\/)acme\/tunnel$/, onlySidecar: true, direction: 'outbound' as const };
  const { pod, surroundings } = running([WEB, { name: 'tunnel', image: 'registry.acme.example/acme/tunnel:3' }]);

  expect(helpers(new Recognition(pod, surroundings, [own]))).toEqual(['tunnel: outbound']);
  expect(helpers(new Recognition(pod, surroundings))).toEqual([]);
});

test('native sidecars are helpers too, and what they call in `containers` is the app', () => {
  const native = sidecar('logs', { image: 'fluent/fluent-bit:3.2', args: ['--app=http://localhost:8080'] });

  expect(helpers(running([WEB], { inits: [native] }))).toEqual(['logs: shipper']);
});

test('those belong among the native sidecars that the app needs, and in a Job all but what a mesh adds', () => {
  const containers = [
    WEB,
    { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2' },
    { name: 'login', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.6.0' },
    { name: 'istio-proxy', image: 'istio/proxyv2:1.29.0' },
  ];
  const native = (recognition: Recognition) => recognition.helpers
    .filter(helper => belongsNative(recognition, helper)).map(({ container }) => container.name);

  expect(native(running(containers))).toEqual(['db']);
  expect(native(batch(containers))).toEqual(['db', 'login']);
});

describe('a credential that one writes for another one', () => {
  const minter = (rest: object = {}) => mounting({ '/run/token': 'token' }, { name: 'minter', image: 'acme/token-minter:1', args: ['--token-file=/run/token/access'], ...rest });
  const driver = mounting({ '/run/token:ro': 'token' }, { name: 'driver', image: '${DRIVER}' });
  const csi = { name: 'attacher', image: 'registry.k8s.io/sig-storage/csi-attacher:v4.8.0', args: ['--csi-address=/csi/csi.sock'] };
  const found = (containers: TestContainer[], inits: TestContainer[] = []) => helpers(running(containers, { volumes: folders('token'), inits }));

  test('is brought by the only one that can write it', () => {
    expect(found([driver, minter()])).toEqual(['minter: content']);
    expect(found([driver, minter({ args: [], env: [{ name: 'OUTPUT', value: '/run/token/tls.key' }] })])).toEqual(['minter: content']);
  });

  test('is brought to a CSI driver, too', () => {
    expect(found([driver, csi, minter()])).toEqual(['attacher: csi', 'minter: content']);
  });

  test.each<[string, TestContainer[], TestContainer[]]>([
    ['is no credential', [driver, minter({ args: ['--output=/run/token/result.json'] })], []],
    ['is written by one with ports', [driver, minter({ ports: [{ containerPort: 8080 }] })], []],
    ['can be written by both', [mounting({ '/run/token': 'token' }, { name: 'driver', image: '${DRIVER}' }), minter()], []],
    ['is read by two', [driver, { ...driver, name: 'more' }, minter()], []],
    ['may have been there before', [driver, minter()], [mounting({ '/run/token': 'token' }, { name: 'fill', image: 'busybox' })]],
    ['is read by one with the same image', [{ ...driver, image: 'acme/token-minter:1' }, minter()], []],
  ])('shows no helper if it %s', (_name, containers, inits) => {
    expect(found(containers, inits)).toEqual([]);
  });
});
