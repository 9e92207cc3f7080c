import { find, mounted, whatIsLeft } from './look';
import { jobOf, podOf, TestContainer } from '../../simulator/pods';

const SHARED = { volumes: [{ name: 'pod', emptyDir: {} }] };
const shell = (name: string, script: string, mountPath = '/pod'): TestContainer => ({ name, command: ['bash', '-c', script], volumeMounts: [{ name: 'pod', mountPath }] });

describe('a file that tells a sidecar to end', () => {
  test.each([
    ['a trap', "trap 'touch /pod/done' EXIT\n./export", './export'],
    ['a chain', './export && touch /pod/done', './export'],
    ['a redirection', './export; echo 0 > /pod/done', './export'],
    ['a variable', 'MARK=/pod/done\n./export\ntouch "$MARK"\n', 'MARK=/pod/done\n./export\n'],
  ])('is written by %s', (_name, script, left) => {
    const pod = jobOf([shell('work', script), shell('proxy', 'proxy --port 80 & while [ ! -f /pod/done ]; do sleep 1; done; kill $!')], [], SHARED);
    const [found, ...more] = find('sentinel-file', pod);

    expect(more).toEqual([]);
    expect(found).toMatchObject({ container: 'work', target: 'proxy', unwrapped: { container: 'proxy', script: { text: 'exec proxy --port 80' } } });
    expect(whatIsLeft(found, pod)).toEqual({ 'containers.0.command.2': left });
  });

  test('leaves a sleep behind its trap to whom it belongs', () => {
    const pod = jobOf([shell('work', "trap 'touch /pod/done' EXIT\nsleep 10\n./export"), shell('proxy', 'proxy & while [ ! -f /pod/done ]; do sleep 1; done')], [], SHARED);

    expect(whatIsLeft(find('sentinel-file', pod)[0], pod)).toEqual({ 'containers.0.command.2': 'sleep 10\n./export' });
  });

  test.each([
    ['what is done before', 'DB=$(cat /etc/db)\n# start\nproxy --db $DB &\nwhile [ ! -f /pod/done ]; do sleep 1; done\nkill $!', 'DB=$(cat /etc/db)\n# start\nexec proxy --db $DB'],
    ['a variable of its own', 'LEVEL=debug proxy & until [ -f /pod/done ]; do sleep 1; done', 'exec env LEVEL=debug proxy'],
    ['all but the clean-up of the file', 'cd /srv\nrm -f /pod/done\ntrap "kill 0" TERM\nproxy & until [ -f /pod/done ]; do sleep 1; done', 'cd /srv\nexec proxy'],
    ['all but the look at what it says', 'proxy & until [ -f /pod/done ]; do sleep 1; done; code=$(cat /pod/done); exit $code', 'exec proxy'],
  ])('leaves %s to whom it ended', (_name, script, text) => {
    const pod = jobOf([shell('work', './export; touch /pod/done'), shell('proxy', script)], [], SHARED);

    expect(find('sentinel-file', pod)[0].unwrapped?.script?.text).toBe(text);
  });

  test.each([
    ['a second program', 'proxy & agent & until [ -f /pod/done ]; do sleep 1; done'],
    ['work between', 'proxy & ./register; until [ -f /pod/done ]; do sleep 1; done'],
    ['a look at a file while it waits', 'while ! [ -f /pod/done ]; do cat /pod/log; sleep 1; done'],
    ['a file that it writes while it waits', 'proxy & while ! [ -f /pod/done ]; do date > /pod/heartbeat; sleep 1; done; kill $!'],
    ['a file that it writes at the end', 'proxy & until [ -f /pod/done ]; do sleep 1; done; { echo ended; } > /pod/state'],
    ['no program at all', 'until [ -f /pod/done ]; do sleep 1; done'],
  ])('stays as a whole beside %s', (_name, script) => {
    const [found] = find('sentinel-file', jobOf([shell('work', './export; touch /pod/done'), shell('proxy', script)], [], SHARED));

    expect(found).toMatchObject({ target: 'proxy', places: [] });
    expect(found.unwrapped).toBeUndefined();
  });

  test.each([
    ['a look', '[ -f /pod/done ] && exit 0; ./export; touch /pod/done'],
    ['a look with bash', 'if [[ -e /pod/done ]]; then exit 0; fi; ./export; touch /pod/done'],
    ['a command that prints it', './export; echo 0 > /pod/done; cat /pod/done'],
    ['a redirection', './export; echo 0 > /pod/done; read code < /pod/done'],
  ])('stays when its writer reads it by %s', (_name, script) => {
    const pod = jobOf([shell('work', script), shell('proxy', 'proxy --port 80 & while [ ! -f /pod/done ]; do sleep 1; done; kill $!')], [], SHARED);
    const [found] = find('sentinel-file', pod);

    expect(found).toMatchObject({ container: 'work', target: 'proxy', places: [], stays: "'work' reads the file itself" });
    expect(found.unwrapped).toBeUndefined();
  });

  const WATCH = 'until [ -f /pod/done ]; do sleep 1; done';

  test('ends all who watch it, and is still written as long as one of them must watch', () => {
    const job = (last: string) => jobOf([shell('work', './export; touch /pod/done'), shell('proxy', `proxy & ${WATCH}`), shell('logs', last)], [], SHARED);

    expect(find('sentinel-file', job(`ship & ${WATCH}`))).toMatchObject([
      { target: 'proxy', alsoEnds: ['logs'], places: [{}], unwrapped: { container: 'proxy' } },
      { target: 'logs', alsoEnds: ['proxy'], places: [], unwrapped: { container: 'logs' } },
    ]);
    expect(find('sentinel-file', job(`./start; ${WATCH}`)).map(found => [found.target, found.places, found.unwrapped])).toEqual([['proxy', [], undefined], ['logs', [], undefined]]);
    expect(find('sentinel-file', job(`${WATCH}; ./upload`)).map(found => [found.target, found.places, found.unwrapped])).toEqual([['proxy', [], undefined]]);
  });

  test.each([
    ['until', 'until test -e /run/x/done; do sleep 2; done'],
    ['double brackets', 'tail -F /x & while true; do if [[ -f /run/x/done ]]; then exit 0; fi; sleep 1; done'],
    ['inotify', 'proxy & inotifywait -e create /run/x/done; kill %1'],
    ['a loop that prints until then', 'while ! [ -f "/run/x/done" ]; do cat /run/x/log; sleep 1; done'],
    ['a loop around what never ends', 'while ! [ -f "/run/x/done" ]; do tail -F /run/x/log; done'],
    ['a loop that looks after another program', 'proxy & until [ -f /run/x/done ]; do ./check; sleep 1; done; kill $!'],
  ])('is seen by %s, wherever the volume is mounted', (_name, script) => {
    const pod = jobOf([shell('work', './export; touch /pod/done'), shell('ship', script, '/run/x')], [], SHARED);

    expect(find('sentinel-file', pod)).toMatchObject([{ container: 'work', target: 'ship', text: '/pod/done' }]);
  });

  test.each([
    ['a file that the work waits for', [shell('web', 'until [ -f /pod/index.html ]; do sleep 1; done; exec nginx'), shell('gen', 'while true; do date > /pod/index.html; sleep 60; done')], SHARED],
    ['a file of another volume', [shell('work', 'touch /pod/done'), shell('ship', 'while [ ! -f /pod/done ]; do sleep 1; done')], { volumes: [{ name: 'pod', csi: {} }] }],
    ['a file after which the real work is done', [shell('work', './export > /pod/log; touch /pod/done'), shell('ship', 'tail -F /pod/log & until [ -f /pod/done ]; do sleep 1; done; ./upload /pod/log')], SHARED],
    ['a file until which the real work is done', [shell('work', './export; touch /pod/done'), shell('load', 'until [ -f /pod/done ]; do ./load; sleep 1; done; echo loaded')], SHARED],
    ['a file until which the real work is done, at which its loop looks', [shell('work', './export; touch /pod/done'), shell('load', 'while true; do ./load; [ -f /pod/done ] && break; sleep 1; done')], SHARED],
    ['a file until which another one is written', [shell('work', './export; touch /pod/done'), shell('load', 'until [ -f /pod/done ]; do cat /pod/in; sleep 1; done > /pod/out')], SHARED],
    ['a file that is then printed', [shell('work', 'echo hello > /pod/message; sleep 3600'), shell('reads', 'while [ ! -f /pod/message ]; do sleep 1; done\ncat /pod/message\nsleep 3600')], SHARED],
    ["a container's own file", [shell('work', 'touch /pod/done; while [ ! -f /pod/done ]; do sleep 1; done'), shell('other', 'sleep 5')], SHARED],
  ])('is not %s', (_name, containers, spec) => {
    expect(find('sentinel-file', jobOf(containers as TestContainer[], [], spec))).toEqual([]);
  });
});

describe('a kill through shared processes', () => {
  const ENVOY = { name: 'envoy', image: 'envoyproxy/envoy:v1.30.0' };
  const job = (script: string, other: TestContainer = ENVOY) => jobOf([{ name: 'work', command: ['sh', '-c', script] }, other], [], { shareProcessNamespace: true });

  test.each([
    ['pkill', './export; pkill envoy', './export'],
    ['killall with a signal', './export && killall -TERM envoy || true', './export || true'],
    ['pidof', './export; kill $(pidof envoy)', './export'],
    ['pgrep in a variable', './export\nPID=$(pgrep -f envoy)\nkill -15 $PID\n', './export\n'],
    ['pgrep in a variable, chained', './export;\npid=$(pgrep envoy) && kill -INT $pid;\n', './export;\n'],
    ['ps in a variable', 'PID=`ps aux | grep envoy | awk "{print $1}"`\n./export\nkill "$PID"', './export\n'],
    ['pgrep in a variable that is also told', './export\nPID=$(pgrep -f envoy)\necho "ends $PID"\nkill $PID\n', './export\nPID=$(pgrep -f envoy)\necho "ends $PID"\n'],
    ['pgrep beside another variable', './export\nA=1 PID=$(pgrep -f envoy)\nkill $PID\n', './export\nA=1 PID=$(pgrep -f envoy)\n'],
    ['a trap', "trap 'pkill -f envoy' EXIT; ./export", './export'],
  ])('is found: %s', (_name, script, left) => {
    const pod = job(script);
    const [found] = find('shared-pid-kill', pod);

    expect(found).toMatchObject({ container: 'work', target: 'envoy' });
    expect(whatIsLeft(found, pod)).toEqual({ 'shareProcessNamespace': null, 'containers.0.command.2': left });
  });

  test.each([
    ['a kill of its own child stays', './worker & ./export; pkill envoy; pkill -f worker; wait', './worker & ./export; pkill -f worker; wait'],
    ['a kill of something unknown stays', './export; pkill envoy; killall agent', './export; killall agent'],
    ['a kill of a variable stays', './worker & W=$!\n./export; pkill envoy; kill $W', './worker & W=$!\n./export; kill $W'],
  ])('only the kill of the sidecar goes: %s', (_name, script, left) => {
    const pod = job(script);
    const [found, ...more] = find('shared-pid-kill', pod);

    expect(more).toEqual([]);
    expect(whatIsLeft(found, pod)['containers.0.command.2']).toBe(left);
  });

  test.each([
    ['killall', './worker & ./export; killall envoy worker; wait'],
    ['a pattern', "./worker & ./export; pkill 'envoy|worker'; wait"],
    ['a lookup', './worker & ./export; kill $(pidof envoy worker); wait'],
    ['a child', './worker & W=$!\n./export; kill $W $(pidof envoy); wait'],
    ['a name that may be anything', './export; pkill -f agent'],
  ])('a call that names others, too, stays: %s', (_name, script) => {
    expect(find('shared-pid-kill', job(script))).toMatchObject([{ target: 'envoy', places: [{ path: ['shareProcessNamespace'] }], stays: 'it may also end other processes' }]);
  });

  test('a name that belongs to none of several containers tells nothing about them', () => {
    expect(find('shared-pid-kill', jobOf([{ name: 'work', command: ['sh', '-c', './export; pkill agent'] }, ENVOY, { name: 'nginx' }], [], { shareProcessNamespace: true }))).toEqual([]);
  });

  test('two sidecars that are killed are two leftovers, or one that ends both', () => {
    const both = (script: string) => jobOf([{ name: 'work', command: ['sh', '-c', script] }, ENVOY, { name: 'nginx' }], [], { shareProcessNamespace: true });

    expect(find('shared-pid-kill', both('./export; pkill envoy; pkill nginx'))).toMatchObject([{ target: 'envoy' }, { target: 'nginx' }]);
    expect(find('shared-pid-kill', both('./export; killall envoy nginx'))).toMatchObject([{ target: 'envoy', alsoEnds: ['nginx'] }]);
  });

  test('a container that only waits and kills goes with it', () => {
    const { volumeMounts, volumes } = mounted('scripts', '/opt');
    const beside = [{ kind: 'ConfigMap', metadata: { name: 'scripts' }, data: { 'watch.sh': '#!/bin/bash\nsleep 10\nwhile ps -A | grep -q "$1"; do sleep 5; done\nkillall "$2"\n' } }];
    const pod = jobOf([
      { name: 'watcher', image: 'bash', command: ['bash', '-c', '. /opt/watch.sh export cloud_sql_proxy'], volumeMounts },
      { name: 'work', command: ['./export'] },
      { name: 'db', image: 'gcr.io/cloudsql-docker/gce-proxy:1.33.0', command: ['/cloud_sql_proxy'] },
    ], [], { shareProcessNamespace: true, volumes });

    expect(find('shared-pid-kill', pod, beside)).toMatchObject([{ container: 'watcher', target: 'db', dedicatedContainers: ['watcher'] }]);
    expect(find('blind-sleep', pod, beside)).toEqual([]);
  });

  test('the app itself goes with nothing, however little it does', () => {
    const [found] = find('shared-pid-kill', job('sleep 10; echo work; for name in envoy; do pkill $name; done'));

    expect(found).toMatchObject({ container: 'work', target: 'envoy' });
    expect(found.dedicatedContainers).toBeUndefined();
  });

  test.each([
    ['a signal that ends nothing', 'while true; do sleep 60; pkill -HUP envoy; done'],
    ['the same by name', 'kill -s USR1 $(pidof envoy)'],
    ['a look whether it lives', 'while kill -0 $(pidof envoy); do sleep 1; done'],
    ['the jobs of the shell', "trap 'kill $(jobs -p)' EXIT; ./serve & wait"],
    ["a container's own child", './serve & CHILD=$!\ntrap "kill $CHILD" TERM\nwait'],
    ['a child by its name', './worker & ./export; pkill -f worker; wait'],
    ['no kill at all', './export'],
  ])('is not %s', (_name, script) => {
    expect(find('shared-pid-kill', job(script))).toEqual([]);
  });

  test('needs shared processes', () => {
    expect(find('shared-pid-kill', podOf([{ name: 'work', command: ['sh', '-c', './export; pkill nginx'] }, { name: 'nginx' }]))).toEqual([]);
  });
});
