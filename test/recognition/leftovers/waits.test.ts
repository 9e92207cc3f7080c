import { find, mounted, scriptMap, whatIsLeft } from './look';
import { jobOf, podOf, sidecar, TestContainer } from '../../simulator/pods';

const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0', ports: [{ containerPort: 5432 }] };
const pod = (script: string, other: TestContainer = DB) => podOf([{ name: 'web', command: ['bash', '-c', script] }, other]);

describe('a loop that waits for a sidecar', () => {
  test.each([
    ['until nc', 'until nc -z localhost 5432; do sleep 1; done; exec ./serve', 'exec ./serve'],
    ['while not', 'while ! nc -z 127.0.0.1 5432 </dev/null; do\n  echo waiting\n  sleep 1\ndone\n./serve\n', './serve\n'],
    ['pg_isready', 'until pg_isready -h localhost -p 5432 -q; do sleep 1; done\n./serve', './serve'],
    ['pg_isready with its own port', 'until pg_isready --host=127.0.0.1; do sleep 1; done && ./serve', './serve'],
    ['a client of the database', 'until psql -h localhost -c "select 1" >/dev/null 2>&1; do sleep 1; done; ./serve', './serve'],
    ['a counted loop', 'for i in $(seq 1 30); do nc -z localhost 5432 && break; sleep 1; done; ./serve', './serve'],
    ['an endless loop with a break', 'while true; do if nc -z localhost 5432; then break; fi; sleep 1; done; ./serve', './serve'],
    ['a device of bash', 'until (echo > /dev/tcp/localhost/5432) 2>/dev/null; do sleep 1; done; ./serve', './serve'],
    ['the address for all of its own', 'until curl -s 0.0.0.0:5432; do sleep 1; done; ./serve', './serve'],
    ['a list of sockets', 'while ! netstat -ltn | grep -q :5432; do sleep 1; done; ./serve', './serve'],
    ['another list of sockets', 'until lsof -i:5432; do sleep 1; done; ./serve', './serve'],
    ['a device in another shell', "until timeout 1 bash -c '</dev/tcp/127.0.0.1/5432'; do sleep 1; done; ./serve", './serve'],
    ['variables', 'HOST=127.0.0.1 \nPORT=5432\nwhile ! nc -z $HOST $PORT; do sleep 1; done\n./serve', 'HOST=127.0.0.1 \nPORT=5432\n./serve'],
    ['a program that loops by itself', 'wait-for-it localhost:5432 && ./serve', './serve'],
  ])('%s', (_name, script, left) => {
    const found = find('wait-loop', pod(script));

    expect(found).toMatchObject([{ container: 'web', target: 'db', port: 5432 }]);
    expect(whatIsLeft(found[0], pod(script))).toEqual({ 'containers.0.command.2': left });
  });

  test.each([
    ['Istio', 'until curl -fsI http://localhost:15021/healthz/ready; do sleep 1; done; ./serve', 15021],
    ['Envoy', 'until curl -s localhost:15000/server_info | grep LIVE; do sleep 1; done; ./serve', 15000],
    ['the Cloud SQL proxy itself', '/bin/cloud-sql-proxy wait && ./serve', 9090],
  ])('also for what is not to be seen: %s', (_name, script, port) => {
    expect(find('wait-loop', podOf([{ name: 'web', command: ['sh', '-c', script] }, { name: 'other' }]))).toMatchObject([{ container: 'web', port }]);
  });

  test('may be the script of an image with a shell', () => {
    const script = 'until nc -z localhost 5432; do sleep 1; done; ./serve';

    expect(find('wait-loop', podOf([{ name: 'web', image: 'busybox:1.37', command: ['sh', '-c', script] }, DB]))).toMatchObject([{ container: 'web', target: 'db' }]);
  });

  test('is not for a VPN client, which declares the ports of the others', () => {
    const vpn = sidecar('vpn', { image: 'qmcgaw/gluetun:v3.40', ports: [{ containerPort: 8080 }] });
    const web = { name: 'web', env: [{ name: 'WEBUI_PORT', value: '8080' }] };
    const waiting = { name: 'setup', command: ['sh', '-c', 'until curl -sf localhost:8080; do sleep 2; done; ./configure'] };

    expect(find('wait-loop', podOf([web, waiting], [vpn]))).toMatchObject([{ target: 'web' }]);
    expect(find('wait-loop', podOf([{ name: 'web' }, waiting], [vpn]))[0].target).toBeUndefined();
  });

  test.each([
    ['at its end', 'for n in 1 2; do\nuntil nc -z localhost 5432; do sleep 1; done; exit 4\ndone\n./serve', 'for n in 1 2; do\nexit 4\ndone\n./serve'],
    ['in a group', 'for n in 1 2; do\n{ until nc -z localhost 5432; do sleep 1; done; exit 4; } && continue\ndone\n./serve', 'for n in 1 2; do\n{ exit 4; } && continue\ndone\n./serve'],
    ['by another program', 'for n in 1 2; do\nuntil nc -z localhost 5432; do sleep 1; done\nexec true\ndone\n./serve', 'for n in 1 2; do\nexec true\ndone\n./serve'],
  ])('is the inner one where the outer one ends the script %s', (_where, script, left) => {
    expect(whatIsLeft(find('wait-loop', pod(script))[0], pod(script))).toEqual({ 'containers.0.command.2': left });
  });

  test('whose result is used later has no place that can just go', () => {
    expect(find('wait-loop', pod('n=0\nwhile ! nc -z localhost 5432; do n=$((n+1)); sleep 1; done\necho "after $n"\n./serve'))).toMatchObject([{ places: [] }]);
  });

  test('whose answer decides what comes next has none, either', () => {
    expect(find('wait-loop', pod('up() { for i in 1 2 3; do nc -z localhost 5432 && return 0; sleep 1; done; return 1; }\nup && ./serve'))).toMatchObject([{ target: 'db', places: [] }]);
  });

  test.each([
    ['also for elsewhere', 'until nc -z localhost 5432 && nc -z redis 6379; do sleep 1; done; ./work'],
    ['also for elsewhere, negated', 'while ! nc -z localhost 5432 || ! nc -z redis 6379; do sleep 1; done; ./work'],
    ['also for a server', 'until nc -z localhost 5432 && curl -sf http://config-server/ready; do sleep 1; done; ./work'],
    ['also for another port', 'until nc -z localhost 5432 && nc -z localhost 6379; do sleep 1; done; ./work'],
    ['also for a file', 'until nc -z localhost 5432 && [ -f /config/ready ]; do sleep 1; done; ./work'],
    ['also for a file, with bash', 'until nc -z localhost 5432 && [[ -f /config/ready ]]; do sleep 1; done; ./work'],
    ['also for a device elsewhere', 'until nc -z localhost 5432 && (echo > /dev/tcp/redis/6379); do sleep 1; done; ./work'],
    ['also for the schema', "until nc -z localhost 5432 && psql -h localhost -c 'select 1 from migrations'; do sleep 1; done; ./work"],
    ['also for the text of a file', 'until nc -z localhost 5432 && grep -q ready /config/state; do sleep 1; done; ./work'],
    ['and gives up for another reason', 'until nc -z localhost 5432; do nc -z redis 6379 || exit 3; sleep 1; done; ./work'],
    ['and writes', 'until nc -z localhost 5432; do echo waiting > /state/phase; sleep 1; done; ./work'],
    ['and sends', 'until curl -sf -X POST localhost:5432/register; do sleep 1; done; ./work'],
    ['in a counted loop, also for elsewhere', 'for i in 1 2 3; do nc -z localhost 5432 && nc -z redis 6379 && break; sleep 1; done; ./work'],
    ['with a program that does more', 'dockerize -template a.tmpl:a.conf -wait tcp://localhost:5432 ./work'],
    ['with a program that also waits for elsewhere', 'dockerize -wait tcp://localhost:5432 -wait tcp://redis:6379; ./work'],
  ])('%s stays', (_name, script) => {
    expect(find('wait-loop', pod(script))).toMatchObject([{ target: 'db', places: [], stays: 'it also waits for something else, or does more than wait' }]);
  });

  test('for a proxy of a mesh is one in a pod of one, too', () => {
    expect(find('wait-loop', podOf([{ name: 'web', command: ['sh', '-c', 'until curl --head localhost:15000; do sleep 3; done; ./serve'] }]))).toHaveLength(1);
  });

  test.each([
    ['docker', { DOCKER_HOST: 'tcp://localhost:2375' }, 'until docker info; do sleep 1; done; ./build', 2375],
    ['pg_isready', { PGHOST: '127.0.0.1' }, 'until pg_isready; do sleep 1; done; ./serve', 5432],
  ])('of %s asks whom its variable says', (_name, variables, script, port) => {
    const env = Object.entries(variables).map(([name, value]) => ({ name, value }));

    expect(find('wait-loop', podOf([{ name: 'web', env, command: ['sh', '-c', script] }, { name: 'other' }]))).toMatchObject([{ port }]);
    expect(find('wait-loop', podOf([{ name: 'web', command: ['sh', '-c', script] }, { name: 'other' }]))).toEqual([]);
  });

  test('in a script of a ConfigMap', () => {
    const { volumeMounts, volumes } = mounted('scripts', '/scripts');
    const beside = [scriptMap('scripts', 'run', 'until nc -z localhost 5432; do sleep 1; done\n./serve\n')];
    const mounting = podOf([{ name: 'web', args: ['/scripts/run'], volumeMounts }, DB], [], { volumes });

    expect(find('wait-loop', mounting, beside)).toMatchObject([{ places: [{ configMap: 'scripts', span: { start: 0, end: 45 } }] }]);
  });

  test.each([
    ['for elsewhere', pod('until nc -z postgres 5432; do sleep 1; done; ./serve')],
    ['that works', pod('while nc -z localhost 5432; do ./poll; sleep 1; done')],
    ['for what it started itself', podOf([{ name: 'web', command: ['sh', '-c', './serve & until curl localhost:9999; do sleep 1; done; ./warm'] }, { name: 'other' }])],
    ['for its own port', podOf([{ name: 'web', command: ['sh', '-c', './serve; until curl localhost:8080; do sleep 1; done'], ports: [{ containerPort: 8080 }] }, DB])],
    ['that tells the other one to quit', pod('./work; until curl -sf -X POST localhost:5432/quitquitquit; do sleep 1; done')],
    ['in a pod of one', podOf([{ name: 'web', command: ['sh', '-c', 'until curl localhost:9999; do sleep 1; done'] }])],
    ['on the network of the node', podOf([{ name: 'web', command: ['sh', '-c', 'until nc -z localhost 5432; do sleep 1; done'] }, DB], [], { hostNetwork: true })],
  ])('%s is none', (_name, given) => {
    expect(find('wait-loop', given)).toEqual([]);
  });

  test.each([
    ['while', './work; while nc -z localhost 5432; do sleep 1; done; ./after'],
    ['until not', './work; until ! nc -z localhost 5432; do sleep 1; done; ./after'],
    ['a break on failure', './work; while true; do nc -z localhost 5432 || break; sleep 1; done; ./after'],
    ['a break in the other branch', './work; while :; do if curl -sf localhost:5432; then sleep 1; else break; fi; done; ./after'],
    ['a break behind what starts over', './work; while :; do if nc -z localhost 5432; then sleep 1; continue; fi; break; done; ./after'],
    ['a counted loop', './work; for i in 1 2 3; do nc -z localhost 5432 || break; sleep 1; done; ./after'],
    ['its status', './work; while nc -z localhost 5432; [ $? -eq 0 ]; do sleep 1; done; ./after'],
    ['a code that answers', './work; while [ "$(curl -s -w "%{http_code}" localhost:5432)" = 200 ]; do sleep 1; done; ./after'],
    ['no code', './work; until [ "$(curl -s -w "%{http_code}" localhost:5432)" = 000 ]; do sleep 1; done; ./after'],
    ['a list of sockets', './work; while ss -ltn | grep -q :5432; do sleep 1; done; ./after'],
    ['another shell', "./work; while timeout 1 bash -c '</dev/tcp/127.0.0.1/5432'; do sleep 1; done; ./after"],
  ])('until the sidecar is gone is none: %s', (_name, script) => {
    expect(find('wait-loop', pod(script))).toEqual([]);
  });

  test.each([
    ['a code', 'while [ "$(curl -s -w "%{http_code}" localhost:5432)" != 200 ]; do sleep 1; done; ./serve'],
    ['no code', 'while [ "$(curl -s -w "%{http_code}" localhost:5432)" = 000 ]; do sleep 1; done; ./serve'],
    ['no text', 'while [ -z "$(curl -s localhost:5432)" ]; do sleep 1; done; ./serve'],
    ['a text', 'until [ "$(redis-cli -h localhost -p 5432 ping)" = PONG ]; do sleep 1; done; ./serve'],
    ['a text of what is not ready', 'while curl -s localhost:5432 | grep -q 503; do sleep 1; done; ./serve'],
    ['a limit', 'until nc -z localhost 5432 || [ $((n++)) -gt 60 ]; do sleep 1; done; ./serve'],
    ['a break behind a failure', 'while :; do nc -z localhost 5432 || { sleep 1; continue; }; break; done; ./serve'],
  ])('until the sidecar answers is one: %s', (_name, script) => {
    expect(find('wait-loop', pod(script))).toMatchObject([{ target: 'db' }]);
  });

  test('of a helper for the database that the pod is for is none', () => {
    const script = 'until mysql -h 127.0.0.1 -e "SELECT 1"; do sleep 1; done; exec ./replicate';
    const mysql = { name: 'mysql', image: 'mysql:8', ports: [{ containerPort: 3306 }], volumeMounts: [{ name: 'data', mountPath: '/var/lib/mysql' }] };
    const containers = [mysql, { name: 'replicate', command: ['sh', '-c', script] }];

    expect(find('wait-loop', podOf(containers, [], { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] }))).toEqual([]);
    expect(find('wait-loop', jobOf(containers, [], { volumes: [{ name: 'data', emptyDir: {} }] }))).toHaveLength(1);
  });
});

describe('a sleep before the work', () => {
  test.each([
    ['first', 'sleep 10; ./serve', './serve'],
    ['behind what prepares', 'set -e\ncd /app\necho hello\nexport A=b\nsleep 15s\n./serve\n', 'set -e\ncd /app\necho hello\nexport A=b\n./serve\n'],
    ['behind what reads variables apart', 'export H="$(echo "$URL" | sed -n s/x/y/p)"\nsleep 10\n./serve', 'export H="$(echo "$URL" | sed -n s/x/y/p)"\n./serve'],
    ['in a chain', 'sleep 5 && exec ./serve', 'exec ./serve'],
    ['behind a folder', 'mkdir -p /tmp/x && sleep 5; ./serve', 'mkdir -p /tmp/x; ./serve'],
  ])('%s', (_name, script, left) => {
    const [found] = find('blind-sleep', pod(script));

    expect(found).toMatchObject({ container: 'web', target: 'db' });
    expect(whatIsLeft(found, pod(script))).toEqual({ 'containers.0.command.2': left });
  });

  test.each([
    ['of the sidecar', '# wait for the proxy\nsleep 10\n./serve', './serve'],
    ['of a sidecar by its name', 'sleep 10 # db needs some time\n./serve', './serve'],
    ['of anything that starts', 'sleep 10s # Give 10s to allow processes to start\n./serve', './serve'],
    ['of what comes below', '# run the export\nsleep 10\n./serve', '# run the export\n./serve'],
    ['in a message', 'echo "waiting for the sidecar..."; sleep 10; ./serve', 'echo "waiting for the sidecar..."; ./serve'],
  ])('with a comment %s', (_name, script, left) => {
    expect(whatIsLeft(find('blind-sleep', pod(script))[0], pod(script))).toEqual({ 'containers.0.command.2': left });
  });

  test.each([
    ['it is longer than a sidecar usually needs to start', 'sleep 120; ./serve'],
    ['it is longer than a sidecar usually needs to start', 'sleep 2m; ./serve'],
    ['it is longer than a sidecar usually needs to start', 'sleep 20 20; ./serve'],
    ['the script gives another reason for it', '# stagger the shards so that the API is not overrun\nsleep 20\n./serve'],
    ['the script gives another reason for it', '# other jobs write first,\n# so wait for their uploads\nsleep 20\n./serve'],
    ['the script gives another reason for it', 'sleep 20 # DNS of the new pod\n./serve'],
    ['the script gives another reason for it', 'echo waiting for redis-master; sleep 20; ./serve'],
  ])('stays because %s', (stays, script) => {
    expect(find('blind-sleep', pod(script))).toMatchObject([{ target: 'db', places: [], stays, hasOtherReason: true }]);
  });

  test('goes beside one that stays', () => {
    const script = 'sleep 5\nsleep 20 # let the API cool down\n./serve';
    const [goes, stays] = find('blind-sleep', pod(script));

    expect(whatIsLeft(goes, pod(script))).toEqual({ 'containers.0.command.2': 'sleep 20 # let the API cool down\n./serve' });
    expect(stays).toMatchObject({ text: 'sleep 20', hasOtherReason: true });
  });

  test('for a server that work which ends calls', () => {
    const browser = { name: 'chrome', image: 'selenium/standalone-chrome:121.0', ports: [{ containerPort: 4444 }] };
    const containers = [{ name: 'tests', command: ['sh', '-c', 'sleep 10 && ./run --grid http://localhost:4444'] }, browser];

    const [found] = find('blind-sleep', jobOf(containers));
    expect(found).toMatchObject({ container: 'tests', target: 'chrome' });
    expect(whatIsLeft(found, jobOf(containers))).toEqual({ 'containers.0.command.2': './run --grid http://localhost:4444' });
    expect(find('blind-sleep', podOf(containers))).toEqual([]);
    expect(find('blind-sleep', jobOf([containers[0], { ...browser, image: 'acme/once:1' }]))).toEqual([]);
  });

  test.each([
    ['is all that the app does', pod('sleep 3600')],
    ['is in a loop', pod('while true; do sleep 5; ./poll; done')],
    ['comes after work', pod('./work create; sleep 30; ./work verify')],
    ['comes after work in a chain', pod('./work create && sleep 30 && ./work verify')],
    ['comes after a change of the cluster', pod('kubectl apply -f x; sleep 10; ./work')],
    ['comes after a request', pod('curl -d x http://api/start; sleep 30; ./work')],
    ['comes after a request in a substitution', pod('export ID=$(curl -d x http://api/start); sleep 30; ./work')],
    ['comes after a file for others', pod('echo go > /shared/go; sleep 30; ./work')],
    ['comes after what the app starts', pod('./serve & sleep 5; ./warm')],
    ['is an alternative', pod('[ -f /warm ] || sleep 5; ./work')],
    ['has no sidecar to wait for', pod('sleep 5; ./serve', { name: 'other', image: 'acme/other' })],
    ['is of the sidecar itself', podOf([{ name: 'web' }, { ...DB, command: ['sh', '-c', 'sleep 5; ./cloud-sql-proxy'] }])],
  ])('does not count when it %s', (_name, given) => {
    expect(find('blind-sleep', given)).toEqual([]);
  });
});

describe('a postStart hook that waits', () => {
  const hook = (...command: string[]) => ({ lifecycle: { postStart: { exec: { command } } } });

  test.each([
    ['for an answer', hook('sh', '-c', 'until curl -fs localhost:9000/ready; do sleep 1; done'), 'answer'],
    ['with linkerd-await', hook('/usr/lib/linkerd/linkerd-await', '--timeout=2m'), 'answer'],
    ['with pilot-agent', hook('pilot-agent', 'wait'), 'answer'],
    ['for a time', hook('sleep', '20'), 'time'],
    ['in the kubelet', { lifecycle: { postStart: { sleep: { seconds: 5 } } } }, 'time'],
    ['for anything', hook('sh', '-c', 'until [ -S /run/x.sock ]; do sleep 1; done'), 'answer'],
  ])('%s holds back what is listed behind it', (_name, lifecycle, wait) => {
    const place = { path: ['containers', 0, 'lifecycle', 'postStart'] };

    expect(find('start-barrier', podOf([{ name: 'proxy', ...lifecycle }, { name: 'web' }]))).toMatchObject([{ container: 'proxy', wait, places: [place] }]);
    expect(find('start-barrier', podOf([{ name: 'web' }, { name: 'proxy', ...lifecycle }]))).toEqual([]);
  });

  test('of a native sidecar does so, too; one that does not wait does not', () => {
    expect(find('start-barrier', podOf([{ name: 'web' }], [sidecar('proxy', hook('sleep', '5'))]))).toHaveLength(1);
    expect(find('start-barrier', podOf([{ name: 'proxy', ...hook('sh', '-c', 'echo up > /tmp/up') }, { name: 'web' }]))).toEqual([]);
  });

  test('also for elsewhere is left to a person', () => {
    const lifecycle = hook('sh', '-c', 'until curl -fs localhost:9000/ready && nc -z redis 6379; do sleep 1; done');

    expect(find('start-barrier', podOf([{ name: 'proxy', ...lifecycle }, { name: 'web' }]))).toMatchObject([{ wait: 'answer', places: [] }]);
  });

  test('and then does some housekeeping is left to a person', () => {
    expect(find('start-barrier', podOf([{ name: 'redis', ...hook('sh', '-c', 'sleep 30; redis-cli reset') }, { name: 'web' }]))).toMatchObject([{ wait: 'time', places: [] }]);
  });
});

test('a variable that says where the database is does not make the app, or another one, its owner', () => {
  const env = [{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '3306' }];
  const worker = { name: 'worker', image: 'ghcr.io/acme/worker:1', command: ['sh', '-c', 'until nc -z 127.0.0.1 3306; do sleep 1; done; ./work'], env };
  const sql = { name: 'sql', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=3306', 'acme:europe-west1:shop'] };

  expect(find('wait-loop', podOf([{ name: 'api', image: 'ghcr.io/acme/api:1', env }, worker, sql]))).toMatchObject([{ container: 'worker', target: 'sql' }]);
});
