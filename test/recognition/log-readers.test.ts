import { configMap, folders, helpers, mounting, running } from './pods';

describe('a reader of logs', () => {
  const sh = (name: string, path: string, text: string) => mounting({ [path]: 'files' }, { name, image: 'busybox:1.37', command: ['sh', '-c', text] });
  const again = (text: string) => `while true; do ${text}; sleep 10; done`;
  const writer = sh('app', '/var/log/app', again('date >> /var/log/app/app.log'));
  const reader = (text: string) => sh('reads', '/logs', again(text));
  const found = (container: object, app: object = writer, beside: object[] = []) => helpers(running([app as never, container as never], { volumes: folders('files'), beside }));

  test('counts, searches or sorts them again and again, also into another file', () => {
    expect(found(reader('lines=$(wc -l < /logs/app.log); echo "$lines lines"'))).toEqual(['reads: shipper']);
    expect(found(reader('if [ -f /logs/app.log ]; then grep -ci error /logs/app.log; fi'))).toEqual(['reads: shipper']);
    expect(found(reader("awk '$3 > 500' /logs/app.log | sort | uniq -c > /reports/slow.txt"))).toEqual(['reads: shipper']);
    expect(found(reader("cat /logs/app.log | sed 's/$/ seen/' > /logs/seen.log; cat /logs/seen.log"))).toEqual(['reads: shipper']);
    expect(found(reader('LOG=/logs/app.log; wc -l < $LOG'))).toEqual(['reads: shipper']);
  });

  test('does nothing else, and does not change them', () => {
    expect(found(reader('wc -l < /logs/app.log; /opt/work'))).toEqual([]);
    expect(found(reader('sed -i /debug/d /logs/app.log'))).toEqual([]);
    expect(found(reader('sort /logs/app.log -o /logs/app.log'))).toEqual([]);
    expect(found(reader('grep error /logs/app.log; : > /logs/app.log'))).toEqual([]);
    expect(found(sh('reads', '/logs', 'wc -l < /logs/app.log'))).toEqual([]);
    expect(found({ ...reader('wc -l < /logs/app.log'), ports: [{ containerPort: 8080 }] })).toEqual([]);
  });

  test('reads nothing but logs, which another one is seen writing', () => {
    const data = (path: string) => sh('app', '/out', again(`date > ${path}`));

    expect(found(sh('reads', '/in', again('wc -l < /in/report.txt')), data('/out/report.txt'))).toEqual(['app: content']);
    expect(found(sh('reads', '/in', again('wc -l < /in/app.log; grep x /in/catalog.txt')), sh('app', '/out', again('date >> /out/app.log; date > /out/catalog.txt'))))
      .toEqual(['app: content']);
    expect(found(reader('wc -l < /logs/other.log'))).toEqual([]);
  });

  test('reads those of a web server, where its image or its configuration puts them', () => {
    const nginx = (path: string) => ({ ...mounting({ [path]: 'files' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }) });
    const server = mounting({ '/srv/out': 'files', '/etc/nginx/conf.d': 'conf' }, { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 80 }] });
    const volumes = [...folders('files'), { name: 'conf', configMap: { name: 'conf' } }];
    const counts = reader('wc -l < /logs/access.log');
    const configured = (text: string) => helpers(running([server, counts], { volumes, beside: [configMap('conf', { 'site.conf': text })] }));

    expect(found(counts, nginx('/var/log/nginx'))).toEqual(['reads: shipper']);
    expect(found(counts, nginx('/srv/logs'))).toEqual([]);
    expect(configured('server { access_log /srv/out/access.log; }')).toEqual(['reads: shipper']);
    expect(configured('server { access_log /dev/stdout; }')).toEqual([]);
  });

  test('follows those of two apps, each in the background', () => {
    const app = (name: string, volume: string) => mounting({ '/var/log/app': volume }, { name, image: `acme/${name}:1`, ports: [{ containerPort: 80 }] });
    const follow = (folder: string) => `if [ -f /${folder}/access.log ]; then tail -n 0 -f /${folder}/access.log | while read line; do echo "$line"; done &\nfi`;
    const adapter = mounting({ '/one': 'one', '/two': 'two' }, { name: 'adapter', image: 'busybox:1.37', command: ['sh', '-c', again(`${follow('one')}\n${follow('two')}`)] });

    expect(helpers(running([app('shop', 'one'), app('blog', 'two'), adapter], { volumes: folders('one', 'two') }))).toEqual(['adapter: shipper']);
  });

  test('follows a file on a volume of any kind that lasts', () => {
    const app = sh('app', '/data', again('date >> /data/today'));
    const follows = mounting({ '/data:ro': 'files' }, { name: 'reads', image: 'busybox:1.37', command: ['sh', '-c', 'tail -f /data/today'] });
    const on = (volume: object) => helpers(running([app, follows], { volumes: [{ name: 'files', ...volume }] }));

    expect(on({ csi: { driver: 'bucket.csi.example.com' } })).toEqual(['reads: shipper']);
    expect(on({ nfs: { server: 'nfs.example.com', path: '/' } })).toEqual(['reads: shipper']);
    expect(on({ csi: { driver: 'secrets.csi.example.com', readOnly: true } })).toEqual([]);
  });
});

describe('a file that is written once, before a long sleep', () => {
  const volumes = folders('files');
  const writer = (text: string) => mounting({ '/out': 'files' }, { name: 'writer', image: 'busybox:1.37', command: ['sh', '-c', text] });
  const reader = (text: string) => mounting({ '/in': 'files' }, { name: 'reader', image: 'acme/reader:1', command: ['sh', '-c', text] });
  const nginx = mounting({ '/usr/share/nginx/html': 'files' }, { name: 'web', image: 'nginx:1.27' });

  test('is brought by who writes it', () => {
    expect(helpers(running([writer('echo hello > /out/index.html; sleep 3600'), nginx], { volumes }))).toEqual(['writer: content']);
    const serving = { ...reader('sleep 2; work /in/list'), ports: [{ containerPort: 8080 }] };
    expect(helpers(running([writer('echo hello > /out/list && sleep 1h'), serving], { volumes }))).toEqual(['writer: content']);
  });

  test('is not brought to who serves nothing: it may be the result of the work', () => {
    expect(helpers(running([writer('./model > /out/result.json; sleep infinity'), reader('upload /in/result.json')], { volumes }))).toEqual([]);
    expect(helpers(running([writer('while true; do ./model > /out/result.json; sleep 60; done'), reader('work /in/result.json')], { volumes }))).toEqual(['writer: content']);
  });

  test('is not brought by who then ends, writes a log, or only tells that it is ready', () => {
    expect(helpers(running([writer('echo hello > /out/index.html; sleep 60'), nginx], { volumes }))).toEqual([]);
    expect(helpers(running([writer('echo hello > /out/index.html; sleep 3600; exit 1'), nginx], { volumes }))).toEqual([]);
    expect(helpers(running([writer('echo start > /out/app.log; sleep 3600'), reader('work /in/app.log')], { volumes }))).toEqual([]);
    expect(helpers(running([writer('echo yes > /out/ready; sleep 3600'), reader('until [ -f /in/ready ]; do sleep 1; done; work')], { volumes }))).toEqual([]);
  });
});

test.each(['apachectl start; tail -F /logs/access.log', './daemon --detach\ntail -F /logs/app.log', 'service web start && tail -f /logs/app.log'])(
  'a server that goes into the background by itself and whose log is followed is no reader of logs: %s', script => {
    const web = mounting({ '/logs': 'files' }, { name: 'web', image: 'acme/web:1', command: ['sh', '-c', script] });
    const worker = mounting({ '/logs': 'files' }, { name: 'worker', image: 'acme/worker:1' });

    expect(helpers(running([web, worker], { volumes: folders('files') }))).toEqual([]);
  });

test('a reader of logs may prepare itself first', () => {
  const reader = mounting({ '/logs': 'files' }, { name: 'reader', image: 'alpine:3.22', command: ['sh', '-c', 'apk add jq; touch /logs/app.log; tail -F /logs/app.log | jq .'] });
  const worker = mounting({ '/logs': 'files' }, { name: 'worker', image: 'acme/worker:1' });

  expect(helpers(running([worker, reader], { volumes: folders('files') }))).toEqual(['reader: shipper']);
});

test('a reader of logs may clean up beside it, in a function and in the background', () => {
  const cleaning = ['clean() { find /logs -mtime +5 -exec rm -f {} +; }', 'clean', 'while sleep 3600; do clean; done &', 'exec tail -n 0 -F /logs/app.log'].join('\n');
  const serving = ['serve() { ./server --log /logs/app.log; }', 'serve &', 'tail -F /logs/app.log'].join('\n');
  const reader = (script: string) => mounting({ '/logs': 'files' }, { name: 'reader', image: 'alpine:3.22', command: ['sh', '-c', script] });
  const worker = mounting({ '/logs': 'files' }, { name: 'worker', image: 'acme/worker:1' });

  expect(helpers(running([worker, reader(cleaning)], { volumes: folders('files') }))).toEqual(['reader: shipper']);
  expect(helpers(running([worker, reader(serving)], { volumes: folders('files') }))).toEqual([]);
});

test('logs are those of an ordinary container rather than of a native sidecar that keeps something beside them', () => {
  const keeps = mounting({ '/data': 'files' }, { name: 'keeps', image: 'acme/keeps:1', restartPolicy: 'Always' });
  const app = mounting({ '/data': 'files' }, { name: 'app', image: 'acme/app:1' });
  const reader = mounting({ '/data:ro': 'files' }, { name: 'reader', image: 'alpine:3.22', command: ['sh', '-c', 'tail -F /data/app.log'] });
  const pod = running([app, reader], { inits: [keeps], volumes: folders('files') });

  expect(pod.helper('reader')?.why).toBe("it reads what 'app' writes to volume 'files'");
});

test('a terminal that socat links again and again is brought to who opens it, also by an address with slashes', () => {
  const script = 'while true; do socat pty,link=/shared/tty0,raw,echo=0 tcp:10.0.0.4:6638; sleep 2; done';
  const line = mounting({ '/shared': 'files' }, { name: 'line', image: 'alpine/socat:1.8.0.1', command: ['sh', '-c', script] });
  const radio = mounting({ '/shared': 'files' }, { name: 'radio', image: 'acme/radio:1', args: ['spinel+hdlc+uart:///shared/tty0'] });

  expect(helpers(running([line, radio], { volumes: folders('files') }))).toEqual(['line: content']);
});

test('an unknown app that is the only one who can write a log writes it; so does one that is told the file', () => {
  const script = 'while true; do if [ -f /logs/app.log ]; then grep -c ERROR /logs/app.log; find /logs -name "*.log" -exec tail -5 {} \\;; fi; sleep 10; done';
  const reader = mounting({ '/logs': 'files' }, { name: 'reader', image: 'busybox:1.37', command: ['sh', '-c', script] });
  const app = (given: object) => mounting({ '/var/log/app': 'files' }, { name: 'app', image: 'python:3.13', ...given });
  const found = (given: object, inits: never[] = []) => helpers(running([app(given), reader], { volumes: folders('files'), inits }));

  expect(found({ command: ['python', '/app/web.py'] })).toEqual(['reader: shipper']);
  expect(found({ command: ['sh', '-c', 'pip install flask; python /app/web.py'] })).toEqual(['reader: shipper']);
  expect(found({ command: ['sh', '-c', 'while true; do date; sleep 5; done'] })).toEqual([]);
  expect(found({}, [mounting({ '/logs': 'files' }, { name: 'fill', image: 'busybox:1.37' }) as never])).toEqual([]);
  expect(helpers(running([app({}), mounting({ '/logs': 'files' }, { name: 'reader', image: 'busybox:1.37', command: ['sh', '-c', script.replace('tail -5', 'rm')] })], { volumes: folders('files') }))).toEqual([]);
});

test('a loop that writes pages is brought to an unknown server that has them where web servers do', () => {
  const loop = mounting({ '/html': 'files' }, { name: 'loop', image: 'busybox:1.37', command: ['sh', '-c', 'while true; do date > /html/index.html; sleep 5; done'] });
  const server = (path: string) => mounting({ [path]: 'files' }, { name: 'web', image: 'acme/game:1', ports: [{ containerPort: 80 }] });

  expect(helpers(running([loop, server('/usr/share/nginx/html')], { volumes: folders('files') }))).toEqual(['loop: content']);
  expect(helpers(running([loop, server('/srv/data')], { volumes: folders('files') }))).toEqual([]);
});

test('a program that is told a log which a web server writes reads it, if it serves nothing and does not only look after logs', () => {
  const web = mounting({ '/var/log/nginx': 'files' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });
  const reader = (image: string, ports: object[] = []) => mounting({ '/shared': 'files' }, { name: 'reader', image, args: ['--file=/shared/access.log'], ports } as never);
  const found = (container: object) => helpers(running([web, container as never], { volumes: folders('files') }));

  expect(found(reader('acme/stats:1'))).toEqual(['reader: shipper']);
  expect(found(reader('acme/stats:1', [{ containerPort: 9100 }]))).toEqual([]);
  expect(found(reader('acme/log-rotate:1'))).toEqual([]);
});

test('one that only stays alive by following nothing reads no logs, whatever paths its script names', () => {
  const script = 'SERVER=http://localhost:12434\ncurl -d x "$SERVER"/models/create\ntail -f /dev/null';
  const setup = mounting({ '/models': 'files' }, { name: 'setup', image: 'curlimages/curl:8.14.1', command: ['sh', '-c', script] });
  const server = mounting({ '/models': 'files' }, { name: 'server', image: 'acme/models:1', ports: [{ containerPort: 12434 }], env: [{ name: 'ALLOWED_ORIGINS', value: 'http://localhost:12434' }] });
  const pod = running([server, setup], { volumes: [{ name: 'files', persistentVolumeClaim: { claimName: 'files' } }] });

  expect(helpers(pod)).toEqual([]);
  expect(pod.loopback.calls.map(({ from }) => from.name)).not.toContain('server');
});

test('one that prints a file which another one writes anew each time reads a state, and ships no log', () => {
  const loop = (name: string, script: string) => mounting({ '/data': 'data' }, { name, image: `acme/${name}:1`, command: ['sh', '-c', `while true; do ${script}; sleep 5; done`] });
  const pod = (write: string) => helpers(running([loop('producer', write), loop('consumer', 'cat /data/message.txt')], { volumes: folders('data') }));

  expect(pod('echo data > /data/message.txt')).toEqual(['producer: content']);
  expect(pod('echo data >> /data/message.txt')).toEqual(['consumer: shipper']);
});
