import { batch, folders, helpers, mounting, running, service } from './pods';
import { Recognition } from '../../src/recognition/recognition';
import { unclearTies } from '../../src/recognition/ties';
import { podOf } from '../simulator/pods';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080, name: 'http' }] };
const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));

describe('a tie of which it is unclear who serves whom', () => {
  const client = { name: 'client', image: 'acme/client:1', args: ['http://localhost:8081'] };
  const server = { name: 'server', image: 'acme/check:1', ports: [{ containerPort: 8081 }] };
  const unclear = (...given: Parameters<typeof running>) => unclearTies(running(...given)).map(({ seen }) => seen);

  test('is a call to a port that one other container declares', () => {
    expect(unclear([client, server])).toEqual(["'client' calls 'server' (localhost:8081)"]);
    expect(unclear([client, { ...server, args: ['--upstream=http://localhost:8080'] }, { ...WEB, name: 'x' }])).toEqual(["'client' calls 'server' (localhost:8081)"]);
  });

  test('is none with the controller of a server that is told to listen there, though the controller may be told so too', () => {
    const proxy = { name: 'proxy', image: 'acme/front:1', env: [{ name: 'ADMIN_LISTEN', value: '127.0.0.1:8444 ssl' }] };
    const controller = { name: 'control', image: 'acme/ingress-controller:1', env: [{ name: 'FRONT_ADMIN_URL', value: 'https://127.0.0.1:8444' }] };

    expect(unclear([proxy, controller])).toEqual([]);
    expect(unclear([proxy, { ...controller, image: 'acme/shop:1' }])).toEqual(["'control' calls 'proxy' (127.0.0.1:8444)"]);
  });

  test('is none where it is clear', () => {
    expect(unclear([{ ...client, image: 'acme/metrics-exporter:1' }, server])).toEqual([]);
    expect(unclear([{ ...client, args: ['--upstream=http://localhost:8081'], ports: [{ containerPort: 8443 }] }, server])).toEqual([]);
    expect(unclear([client, server], { beside: [service(8081)] })).toEqual([]);
    expect(unclear([{ ...client, command: ['sh', '-c', 'while true; do curl localhost:8081/reload; sleep 60; done'], args: [] }, server])).toEqual([]);
    expect(unclearTies(batch([client, server]))).toEqual([]);
  });

  test('is the call to one without ports of two that call each other', () => {
    const app = { name: 'app', image: 'acme/app:1', ports: [{ containerPort: 8081 }], env: [{ name: 'PUBLISH_URL', value: 'http://127.0.0.1:8083' }] };
    const bridge = { name: 'bridge', image: 'acme/bridge:1', env: [{ name: 'BRIDGE_HTTP_PORT', value: '8083' }, { name: 'BROADCAST_URL', value: 'http://127.0.0.1:8081' }] };

    expect(unclear([app, bridge])).toEqual(["'app' calls 'bridge' (127.0.0.1:8083)"]);
    expect(unclear([app, { ...bridge, ports: [{ containerPort: 8083 }] }])).toEqual([]);
  });

  test('is a call from a script again and again, which may look after what it calls, or need it', () => {
    const asking = (path: string) => ({ ...client, command: ['sh', '-c', `while true; do curl localhost:8081${path}; sleep 60; done`], args: [] });

    expect(unclear([asking('/get'), server])).toEqual(["'client' calls 'server' (localhost:8081)"]);
    expect(unclear([asking('/metrics'), server])).toEqual([]);
    const once = (end: string) => ({ ...client, command: ['sh', '-c', `until curl -sf localhost:8081; do sleep 5; done; curl -X POST -d @/flows.json localhost:8081/flows; ${end}`], args: [] });
    expect(unclear([once('sleep infinity'), server])).toEqual([]);
    expect(unclear([once('while true; do curl -d x localhost:8081/spans; sleep 5; done'), server])).toEqual(["'client' calls 'server' (localhost:8081)"]);
    expect(unclear([asking('/get'), server], { beside: [service(8081)] })).toEqual([]);
  });

  test('is what may be behind the caller, or adapt for it what is elsewhere', () => {
    const app = { ...WEB, env: env({ LEGACY_API: 'http://localhost:8081/api' }) };
    const adapter = (url: string) => ({ ...server, env: env({ SOAP_ENDPOINT: url }) });

    expect(unclear([app, adapter('http://legacy-soap:8082')])).toEqual(["'web' calls 'server' (localhost:8081)"]);
    expect(unclear([app, adapter('http://localhost:8082')])).toEqual([]);
    expect(unclear([app, adapter('http://legacy-soap:8082')], { beside: [service(8081)] })).toEqual([]);
  });

  test('is a folder from which a web server serves what another one appends to', () => {
    const writer = (script: string) => mounting({ '/var/log': 'files' }, { name: 'loop', image: 'alpine:3.22', command: ['sh', '-c', script] });
    const web = mounting({ '/usr/share/nginx/html': 'files' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });

    expect(unclear([writer('while true; do date >> /var/log/app.txt; sleep 5; done'), web], { volumes: folders('files') }))
      .toEqual(["'web' serves files from volume 'files', which 'loop' can write"]);
    expect(unclear([writer('while true; do date; sleep 5; done'), web], { volumes: folders('files') })).toEqual([]);
  });

  test('is a folder that outlives the pod, which one fills from a store and a web server serves, and no command would make it clear', () => {
    const web = mounting({ '/usr/share/nginx/html:ro': 'files' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
    const filler = mounting({ '/site': 'files' }, { name: 'filler', image: 'amazon/aws-cli:2.17.0', command: ['sh', '-c', 'while true; do aws s3 sync s3://site /site; sleep 60; done'] });
    const volumes = [{ name: 'files', hostPath: { path: '/mnt/site' } }];

    expect(unclearTies(running([web, filler], { volumes }))).toMatchObject([{
      seen: "'web' serves files from volume 'files', which 'filler' fills and which outlives the pod", clear: "an entry under 'sidecars' in the configuration",
    }]);
    expect(helpers(running([web, filler], { volumes: folders('files') }))).toEqual(['filler: content']);
  });

  test('is a volume into which one mounts files, where the other one need not see them', () => {
    const mounted = (propagation: object, container: { name: string; image: string }) => ({ ...container, volumeMounts: [{ name: 'bucket', mountPath: '/data', ...propagation }] });
    const fuse = mounted({ mountPropagation: 'Bidirectional' }, { name: 'fuse', image: 'acme/bucket:1' });
    const volumes = [{ name: 'bucket', hostPath: { path: '/mnt/bucket' } }];

    expect(unclearTies(running([mounted({}, WEB), fuse], { volumes }))).toMatchObject([{
      to: { name: 'fuse' },
      seen: "'fuse' mounts files into volume 'bucket' (mountPropagation: Bidirectional), which 'web' has too",
      clear: "the field mountPropagation: HostToContainer in 'web', or an entry under 'sidecars' in the configuration",
    }]);
    expect(unclear([mounted({}, WEB), fuse], { volumes, kind: 'DaemonSet' })).toEqual([]);
    expect(unclear([mounted({ mountPropagation: 'HostToContainer' }, WEB), fuse], { volumes })).toEqual([]);
  });

  test('is a folder of pages, empty at first, that a web server shares with one unknown program', () => {
    const web = mounting({ '/usr/share/nginx/html': 'files' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
    const writer = mounting({ '/app/html': 'files' }, { name: 'writer', image: 'acme/writer:1' });
    const init = mounting({ '/html': 'files' }, { name: 'fill', image: 'acme/pages:1' });

    expect(unclear([writer, web], { volumes: folders('files') })).toEqual(["'web' serves files from volume 'files', which 'writer' can write"]);
    expect(unclear([writer, web], { volumes: folders('files'), inits: [init] })).toEqual([]);
    expect(unclear([writer, web], { volumes: [{ name: 'files', persistentVolumeClaim: { claimName: 'files' } }] })).toEqual([]);
  });

  test('is a folder of logs of a web server that one other container can read', () => {
    const web = (path: string) => mounting({ [path]: 'files' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
    const other = mounting({ '/in': 'files' }, { name: 'converter', image: 'acme/converter:1' });

    expect(unclear([web('/var/log/nginx'), other], { volumes: folders('files') }))
      .toEqual(["'web' and 'converter' both can write to volume 'files', and nothing shows which of them reads there"]);
    expect(unclear([web('/srv/static'), other], { volumes: folders('files') })).toEqual([]);
  });

  test('is a folder that an init container of the same image has filled for another one', () => {
    const refresh = mounting({ '/certs': 'certs' }, { name: 'refresh', image: 'acme/certs:1', args: ['refresh'] });
    const init = mounting({ '/certs': 'certs' }, { name: 'issue', image: 'acme/certs:1' });
    const app = mounting({ '/certs': 'certs' }, { name: 'db', image: 'acme/cockroach:1' });
    const filled = (inits: object[], containers: object[]) => unclear(containers as never, { inits: inits as never, volumes: folders('certs') });

    expect(filled([init], [app, refresh])).toEqual(["'refresh' has the image of 'issue', which fills volume 'certs' for 'db', and can fill it again"]);
    expect(filled([{ ...init, image: 'acme/setup:1' }], [app, refresh])).toEqual([]);
    expect(filled([init], [app, { ...refresh, ports: [{ containerPort: 9000 }] }])).toEqual([]);
    expect(filled([init], [{ ...app, image: 'nginx:1.27' }, refresh])).toEqual([]);
  });

  test('is a tunnel that opens the port of a database which nothing is seen to call', () => {
    const tunnel = { name: 'door', image: 'alpine/socat:1.8', args: ['TCP-LISTEN:3306,fork', 'TCP:mariadb:3306'] };

    expect(unclear([WEB, tunnel])).toEqual(["'door' opens the port of a database (3306)"]);
    expect(unclear([WEB, { ...tunnel, args: ['TCP-LISTEN:9306,fork', 'TCP:mariadb:3306'] }])).toEqual([]);
    expect(unclear([WEB, { ...tunnel, command: ['sh', '-c', 'socat tcp-listen:3306,fork tcp-connect:mariadb:3306'], args: [] }])).toEqual(["'door' opens the port of a database (3306)"]);
  });

  test('is a folder that the app and one other container can write', () => {
    const app = mounting({ '/signal': 'files' }, WEB);
    const other = mounting({ '/signal': 'files' }, { name: 'courier', image: 'acme/courier:1' });
    const told = ["'web' and 'courier' both can write to volume 'files', and nothing shows which of them reads there"];
    const config = [{ name: 'files', configMap: { name: 'files' } }];

    expect(unclear([app, other], { volumes: folders('files') })).toEqual(told);
    expect(unclear([other, app], { volumes: [{ name: 'files', hostPath: { path: '/mnt/signal' } }] })).toEqual([]);
    expect(unclear([app, other], { volumes: config })).toEqual([]);
    expect(unclear([app, { ...other, lifecycle: { postStart: { exec: { command: ['cp', '/sample.war', '/signal'] } } } }], { volumes: folders('files') })).toEqual(told);
    expect(unclear([app, { ...other, livenessProbe: { tcpSocket: { port: 9000 } } }], { volumes: folders('files') })).toEqual([]);
    expect(unclear([app, { ...other, image: WEB.image }], { volumes: folders('files') })).toEqual([]);
    expect(unclear([app, { ...other, ports: [{ containerPort: 9000 }] }], { volumes: folders('files') })).toEqual([]);
    expect(unclear([{ ...app, image: 'acme/shop-app:1', ports: [] }, { ...other, image: 'acme/shop-token-helper:1' }], { volumes: folders('files') })).toEqual(told);
    expect(unclear([{ ...app, image: 'acme/shop:1', ports: [] }, { ...other, image: 'acme/shop-token-helper:1' }], { volumes: folders('files') })).toEqual([]);
    expect(unclear([app, other, { ...other, name: 'third', image: 'acme/third:1' }], { volumes: folders('files') })).toEqual([]);
  });

  test('is no program that both run, which was put there before', () => {
    const sleeper = (image: string) => mounting({ '/drop': 'files' }, { name: image, image: `acme/${image}:1`, command: ['/drop/sleeper'], args: ['-mode', 'sleep'] });

    expect(unclear([sleeper('gpu'), sleeper('tpu')], { volumes: folders('files') })).toEqual([]);
    expect(unclear([{ ...sleeper('gpu'), command: ['run', '/drop/sleeper'] }, { ...sleeper('tpu'), command: ['read', '/drop/sleeper'] }], { volumes: folders('files') })).toHaveLength(1);
  });

  test('is a folder in which one without ports has its configuration, and the other one elsewhere', () => {
    const app = mounting({ '/etc/config': 'files' }, { name: 'main', image: 'acme/shop:1' });
    const other = (path: string) => mounting({ [path]: 'files' }, { name: 'courier', image: 'acme/courier:1' });

    expect(unclear([app, other('/shared/config')], { volumes: folders('files') }))
      .toEqual(["'main' and 'courier' both can write to volume 'files', and nothing shows which of them reads there"]);
    expect(unclear([app, other('/etc/config')], { volumes: folders('files') })).toEqual([]);
  });

  test('is also told of a pod that has no work which ends, whatever its restart policy says', () => {
    const loop = (name: string, body: string) => mounting({ '/var/logs': 'files' }, { name, image: 'busybox:1.37', command: ['sh', '-c', `while true; do ${body}; sleep 5; done`] });
    const pair = [loop('writer', 'date >> /var/logs/disk.txt'), loop('reader', 'while read LINE; do ./send "$LINE"; done < /var/logs/disk.txt')];
    const pod = podOf(pair, [], { restartPolicy: 'Never', volumes: folders('files') });

    expect(unclearTies(new Recognition(pod)).map(({ seen }) => seen)).toEqual(["'reader' reads /var/logs/disk.txt on volume 'files', which 'writer' writes"]);
  });

  test('is a socket of the other one, though that one has an address for itself', () => {
    const app = mounting({ '/diag': 'diag' }, { name: 'app', image: 'acme/app:1', env: env({ DOTNET_DiagnosticPorts: '/diag/dotnet-monitor.sock' }) });
    const monitor = mounting({ '/diag': 'diag' }, { name: 'tools', image: 'mcr.microsoft.com/dotnet/monitor:8', env: env({ DOTNETMONITOR_Urls: 'http://localhost:52323' }) });

    expect(unclear([app, monitor], { volumes: folders('diag') })).toEqual(["'app' calls 'tools' (/diag/dotnet-monitor.sock)"]);
  });

  test('is neither what a helper tells the app, nor an address that a known program has for itself', () => {
    const sync = mounting({ '/tmp/git': 'repo' }, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.4.0', args: ['--webhook-url=http://localhost:9001/sync', '--root=/tmp/git'] });
    const agent = mounting({ '/tmp/git': 'repo' }, { name: 'agent', image: 'acme/gitops-agent:1', args: ['/tmp/git/repo'] });
    const vpn = { name: 'vpn', image: 'qmcgaw/gluetun:v3.40', env: env({ HEALTH_TARGET_ADDRESS: '127.0.0.1:9999' }) };
    const browser = { name: 'browser', image: 'selenium/standalone-chrome:131' };

    expect(unclear([agent, sync], { volumes: folders('repo') })).toEqual([]);
    expect(unclear([vpn, browser, { name: 'a', image: 'acme/a:1' }, { name: 'b', image: 'acme/b:1' }])).toEqual([]);
  });

  test('is no folder of halves that also see the same lasting files, and none that programs keep for themselves', () => {
    const half = (name: string, path: string) => mounting({ [path]: 'files', '/data': 'data' }, { name, image: `acme/${name}:1` });
    const data = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
    const web = { ports: WEB.ports };

    expect(unclear([{ ...half('web', '/run/app'), ...web }, half('printer', '/run/app')], { volumes: [...folders('files'), data] })).toEqual([]);
    expect(unclear([{ ...half('web', '/run/app'), ...web }, half('printer', '/run/app')], { volumes: folders('files', 'data') })).toHaveLength(1);
    expect(unclear([{ ...mounting({ '/dev/shm': 'files' }, WEB) }, mounting({ '/dev/shm': 'files' }, { name: 'x', image: 'acme/x:1' })], { volumes: folders('files') })).toEqual([]);
  });

  test('is a file that two scripts of a bare image name, said once', () => {
    const script = (name: string, text: string) => mounting({ '/var/logs': 'files' }, { name, image: 'busybox:1.36', command: ['sh', '-c', text] });
    const writer = script('app', 'while true; do date >> /var/logs/disk.txt; sleep 5; done');
    const reader = script('transformer', 'while true; do while read LINE; do echo "$LINE" >> /tmp/out.txt; done < /var/logs/disk.txt; sleep 20; done');

    expect(unclear([writer, reader], { volumes: folders('files') })).toEqual(["'transformer' reads /var/logs/disk.txt on volume 'files', which 'app' writes"]);
    expect(unclear([writer, { ...writer, name: 'again' }], { volumes: folders('files') })).toEqual([]);
  });

  test('is a file that one waits for, of which the other one is the helper also if it has ports', () => {
    const display = mounting({ '/tmp/.X11-unix': 'x11' }, { name: 'display', image: '${DISPLAY_IMAGE}', ports: [{ containerPort: 8080 }] });
    const script = 'for i in $(seq 1 30); do if [ -S /tmp/.X11-unix/X0 ]; then break; fi; sleep 1; done; exec chrome';
    const browser = mounting({ '/tmp/.X11-unix': 'x11' }, { name: 'browser', image: '${BROWSER_IMAGE}', command: ['bash', '-c', script] });

    expect(unclearTies(running([display, browser], { volumes: folders('x11') })).map(({ to, seen }) => [to.name, seen])).toEqual([
      ['display', "'browser' is told /tmp/.X11-unix/X0 on volume 'x11', which it shares with 'display' alone"],
    ]);
  });

  describe('about a file that both name', () => {
    const configuration = "an entry under 'sidecars' in the configuration";
    const script = (name: string, path: string, text: string) => mounting({ [path]: 'files' }, { name, image: 'busybox:1.36', command: ['sh', '-c', text] });
    const told = (volumes: object[], ...pod: Parameters<typeof running>[0]) => unclearTies(running(pod, { volumes })).map(({ to, clear }) => `${to.name}: ${clear}`);
    const writer = (file: string) => script('writer', '/out', `while true; do date >> /out/${file}; sleep 5; done`);
    const reader = (file: string, path = '/in') => script('reader', path, `while true; do ./use /in/${file}; sleep 5; done`);

    test('proposes the reader of a log, or the writer of anything else', () => {
      expect(told(folders('files'), writer('data.txt'), reader('data.txt'))).toEqual([`writer: ${configuration}`]);
      expect(told(folders('files'), reader('data.txt'), writer('data.txt'))).toEqual([`writer: ${configuration}`]);
      expect(told(folders('files'), reader('app.log'), writer('app.log'))).toEqual([`reader: ${configuration}`]);
      expect(told(folders('files'), writer('data.txt'), { ...reader('data.txt'), ports: [{ containerPort: 80 }] })).toEqual([`writer: ${configuration}`]);
      expect(told(folders('files'), { ...writer('data.txt'), ports: [{ containerPort: 80 }] }, reader('data.txt'))).toEqual([`reader: ${configuration}`]);
    });

    test('offers the read-only mount that would decide, and no other one', () => {
      const app = (path: string) => mounting({ [path]: 'files' }, { name: 'app', image: 'acme/app:1', ports: [{ containerPort: 80 }], env: [{ name: 'FILE', value: '/data/x.json' }] });
      const sync = (path: string) => mounting({ [path]: 'files' }, { name: 'sync', image: 'acme/sync:1', args: ['--out=/data/x.json'] });

      expect(told(folders('files'), app('/data'), sync('/data'))).toEqual([`sync: a read-only mount in 'app', or ${configuration}`]);
      expect(running([app('/data:ro'), sync('/data')], { volumes: folders('files') }).helper('sync')).toBeDefined();
      expect(told(folders('files'), app('/data'), sync('/data:ro'))).toEqual([`sync: ${configuration}`]);
    });

    test('promises nothing where the answer stays the same, as of a collector of logs', () => {
      const app = (path: string) => mounting({ [path]: 'files' }, { name: 'app', image: 'acme/app:1', ports: [{ containerPort: 80 }] });
      const collector = (path: string, args: string[] = []) => mounting({ [path]: 'files' }, { name: 'collector', image: 'acme/collector:1', args });

      expect(told(folders('files'), app('/var/log/app'), collector('/logs'))).toEqual([`collector: ${configuration}`]);
      expect(told(folders('files'), app('/var/log/app'), collector('/logs', ['--path=/logs/app.log']))).toEqual([`collector: ${configuration}`]);
      expect(told(folders('files'), { ...app('/logs'), args: ['--log=/logs/app.log'] }, collector('/logs', ['--path=/logs/app.log']))).toEqual([`collector: ${configuration}`]);
    });

    test('offers no read-only mount to one who has it, or who writes', () => {
      for (const volume of [{ emptyDir: {} }, { csi: { driver: 'x' } }, { nfs: { server: 'x', path: '/' } }, { hostPath: { path: '/mnt/x' } }]) {
        expect(told([{ name: 'files', ...volume }], writer('data.txt'), reader('data.txt', '/in:ro'))).toEqual([`writer: ${configuration}`]);
      }
      expect(told(folders('files'), { ...script('app', '/out', './a /out/x'), ports: [{ containerPort: 80 }] }, reader('x', '/in:ro'))).toEqual([`reader: ${configuration}`]);
      expect(told(folders('files'), writer('data.txt'), script('reader', '/in', './use /in/data.txt; mv /tmp/x /in/data.txt'))).toEqual([`reader: ${configuration}`]);
      expect(told(folders('files'), script('one', '/out', './a /out/x'), script('two', '/in', './b /in/x'))).toEqual([`two: ${configuration}`]);
    });

    test('takes what a here-document names for named, and not for written', () => {
      const program = "cat > app.py <<EOF\nopen('/out/app.log', 'a').write(echo > /out/app.log)\nEOF\npython app.py";
      const app = { ...script('app', '/out', program), ports: [{ containerPort: 5000 }] };

      expect(told(folders('files'), app, reader('app.log', '/in:ro'))).toEqual([`reader: ${configuration}`]);
      expect(told(folders('files'), app, reader('app.log'))).toEqual([`reader: ${configuration}`]);
    });
  });

  test('is no address on loopback where the other one listens, too', () => {
    const listens = (name: string, address: string) => ({ name, image: `acme/${name}:1`, args: ['run', `--addr=${address}`] });

    expect(unclear([listens('one', 'localhost:8080'), { name: 'two', image: 'acme/two:1' }])).toEqual(["'one' listens on localhost:8080 only, where no other pod can call it"]);
    const flags = (...args: string[]) => ({ name: 'one', image: 'acme/one:1', args });
    expect(unclear([flags('--host', '127.0.0.1', '--port', '8931'), { name: 'two', image: 'acme/two:1' }])).toEqual(["'one' listens on 127.0.0.1:8931 only, where no other pod can call it"]);
    expect(unclear([flags('--host', '127.0.0.1', '--port', '5432'), { name: 'two', image: 'acme/two:1' }])).toEqual([]);
    expect(unclear([listens('one', 'localhost:8080'), listens('two', 'localhost:8080')])).toEqual([]);
  });

  test('is no file that comes from the API, which no container writes', () => {
    const part = (name: string) => mounting({ '/etc/auth': 'auth' }, { name, image: `acme/${name}:1`, args: ['connAuthFile=/etc/auth/key'] });

    expect(unclear([part('meta'), part('storage')], { volumes: [{ name: 'auth', secret: { secretName: 'auth' } }] })).toEqual([]);
    expect(unclear([part('meta'), part('storage')], { volumes: folders('auth') })).toHaveLength(1);
  });

  test('is a folder that one is told by a setting, and the other one reads as a whole', () => {
    const reader = mounting({ '/data/': 'files' }, { name: 'reader', image: 'bash:5', command: ['watch'], args: ['for file in /data/*; do cat $file; done'] });
    const other = mounting({ '/data/': 'files' }, { name: 'fetcher', image: 'acme/file-sidecar:1', env: env({ FOLDER: '/data/' }) });
    const told = unclearTies(running([reader, other], { volumes: folders('files') })).map(({ to, seen }) => `${to.name}: ${seen}`);

    expect(told).toEqual(["fetcher: 'reader' and 'fetcher' are both told /data/ on volume 'files', which they share"]);
    expect(unclear([{ ...reader, args: ['date'] }, other], { volumes: folders('files') })).toEqual([]);
  });

  test('is an init container that may redirect traffic, and whose image is called like the proxy', () => {
    const init = (image: string, add: readonly string[]) => [{ name: 'redirect', image, securityContext: { capabilities: { add } } }];
    const pod = [{ name: 'proxy', image: 'acme/tapproxy:1' }, { name: 'app', image: 'acme/app:1' }];

    expect(unclear(pod, { inits: init('acme/tapproxy-init:1', ['NET_ADMIN']) })).toEqual(["'redirect' may redirect the traffic of the pod to 'proxy' (it adds NET_ADMIN)"]);
    expect(unclear(pod, { inits: init('acme/tapproxy-init:1', []) })).toEqual([]);
    expect(unclear(pod, { inits: init('acme/network-init:1', ['NET_ADMIN']) })).toEqual([]);
  });

  test('is the host of a database that only the other container can be', () => {
    const app = { name: 'city', image: 'acme/city:1', env: env({ DBADDR: '127.0.0.1' }) };

    expect(unclear([app, { name: 'b', image: 'acme/b:1' }])).toEqual(["'city' calls 'b' (DBADDR=127.0.0.1)"]);
    expect(unclear([app, { name: 'b', image: 'acme/b:1', ports: [{ containerPort: 9000 }] }])).toEqual([]);
    expect(helpers(running([app, { name: 'b', image: 'cyberark/secretless-broker:1.7.25' }]))).toEqual(['b: outbound']);
  });

  test('is a file that both name, or a folder from which a web server serves', () => {
    const app = mounting({ '/data': 'files' }, { ...WEB, env: env({ TOKEN: '/data/token' }) });
    const other = mounting({ '/out': 'files' }, { name: 'refresher', image: 'acme/refresher:1', args: ['--file=/out/token'] });
    const nginx = mounting({ '/usr/share/nginx/html:ro': 'files' }, { name: 'nginx', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
    const volumes = folders('files');

    expect(unclear([app, other], { volumes })).toEqual(["'web' and 'refresher' both name /data/token on volume 'files'"]);
    expect(unclear([app, { ...other, args: ['--file=/out/key'] }], { volumes })).toEqual([
      "'web' and 'refresher' both can write to volume 'files', and nothing shows which of them reads there",
    ]);
    expect(unclear([nginx, { ...other, args: [] }], { volumes })).toEqual(["'nginx' serves files from volume 'files', which 'refresher' can write"]);
  });

  test('is the port of a database that one opens which is called like a helper and is no database', () => {
    const door = (image: string) => ({ name: 'd', image, ports: [{ containerPort: 5432 }] });

    expect(unclear([WEB, door('acme/spanner-adapter:1')])).toEqual(["'d' opens the port of a database (5432)"]);
    expect(unclear([WEB, door('acme/ledger:1')])).toEqual([]);
    expect(unclear([WEB, door('postgres:17')])).toEqual([]);
    expect(unclear([WEB, { ...WEB, name: 'other', image: 'acme/other:1' }, door('acme/spanner-adapter:1')])).toEqual([]);
  });

  test('is a script that calls what listens on loopback only: no client outside of the pod can be meant', () => {
    const caller = { name: 'caller', image: 'busybox:1.37', command: ['sh', '-c', 'while true; do wget -O- http://localhost:8081/; sleep 10; done'] };
    const mask = (host: string) => ({
      name: 'mask', image: 'acme/mask:1', ports: [{ containerPort: 8081 }], readinessProbe: { exec: { command: ['true'] } }, env: [{ name: 'MASK_LISTEN_HOST', value: host }, { name: 'MASK_LISTEN_PORT', value: '8081' }],
    });

    expect(unclear([caller, mask('127.0.0.1')])).toEqual(["'caller' calls 'mask' (localhost:8081)"]);
    expect(unclear([caller, mask('0.0.0.0')])).toEqual([]);
  });

  test('is a VPN of the kernel beside a proxy, which sends on what it receives', () => {
    const vpn = { name: 'vpn', image: 'linuxserver/wireguard:1.0.20210914', securityContext: { privileged: true } };

    expect(unclear([vpn, { name: 'proxy', image: 'nginx:1.27', ports: [{ containerPort: 8080 }] }])).toEqual(["'vpn' may send the traffic of the pod through a tunnel (privileged)"]);
    expect(unclear([vpn, { name: 'metrics', image: 'prom/node-exporter:v1.8.2' }])).toEqual([]);
  });

  describe('by a folder for sockets', () => {
    const daemon = (rest: object = {}) => mounting({ '/run/mover': 'run' }, { name: 'daemon', image: 'acme/mover:1', args: ['--uds_path', '/run/mover'], ...rest });
    const work = mounting({ '/tmp': 'run' }, { name: 'work', image: 'acme/train:1' });
    const onNode = (path: string) => [{ name: 'run', hostPath: { path } }];
    const SEEN = "'daemon' is told /run/mover as its folder for sockets, on volume 'run', which it shares with 'work' alone";

    test.each([[folders('run')], [onNode('/run/mover')], [onNode('/opt/mover')]])('on a volume for both of them: %j', volumes => {
      const pod = running([daemon(), work], { volumes });

      expect(unclearTies(pod).map(({ seen, to }) => [to.name, seen])).toEqual([['daemon', SEEN]]);
      expect(helpers(pod)).toEqual([]);
    });

    test.each<[string, Parameters<typeof running>]>([
      ['on a folder of the system', [[daemon(), work], { volumes: onNode('/run/containerd') }]],
      ['that is only one of files', [[daemon({ args: ['--data-dir', '/run/mover'] }), work], { volumes: onNode('/run/mover') }]],
      ['that a third one shares', [[daemon(), work, { ...work, name: 'more' }], { volumes: onNode('/run/mover') }]],
    ])('but not one %s', (_name, given) => {
      expect(unclear(...given)).toEqual([]);
    });
  });
});
