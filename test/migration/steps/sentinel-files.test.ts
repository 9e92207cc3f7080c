import { Recognition } from '../../../src/recognition/recognition';
import { jobOf, TestContainer } from '../../simulator/pods';
import { containerOf, manualOf, planOf, specOf } from '../plans';

const WATCH = 'until [ -f /pod/done ]; do sleep 1; done';

function shell(name: string, script: string): TestContainer {
  return { name, image: `ghcr.io/acme/${name}:1`, command: ['sh', '-c', script], volumeMounts: [{ name: 'pod', mountPath: '/pod' }] };
}

function planWith(...others: readonly TestContainer[]) {
  return planOf(new Recognition(jobOf([shell('work', '/work; touch /pod/done'), ...others], [], { volumes: [{ name: 'pod', emptyDir: {} }] })));
}

test('all who are ended by one file become native, and the file goes', () => {
  const plan = planWith(shell('proxy', `/proxy & ${WATCH}`), shell('logs', `/logs & ${WATCH}`));

  expect(plan.moved).toEqual(['proxy', 'logs']);
  expect(['work', 'proxy', 'logs'].map(name => containerOf(plan, name).command[2])).toEqual(['/work', 'exec /proxy', 'exec /logs']);
  expect(specOf(plan).volumes).toBeUndefined();
});

test('a volume that also holds something else, under another subPath, stays', () => {
  const mounts = (more: object[]) => ({ volumeMounts: [...more, { name: 'pod', mountPath: '/pod', subPath: 'signals' }] });
  const work = { ...shell('work', '/work; touch /pod/done'), ...mounts([{ name: 'pod', mountPath: '/data', subPath: 'data' }]) };
  const plan = planOf(new Recognition(jobOf([work, { ...shell('proxy', `/proxy & ${WATCH}`), ...mounts([]) }], [], { volumes: [{ name: 'pod', emptyDir: {} }] })));

  expect(plan.moved).toEqual(['proxy']);
  expect(containerOf(plan, 'work')).toMatchObject({ command: ['sh', '-c', '/work'], volumeMounts: work.volumeMounts });
});

test.each([
  ['one command', '/work; touch /pod/done /pod/result'],
  ['a loop', '/work; for f in done result; do touch /pod/$f; done'],
])('the file is still written if the same command writes another one: %s', (_name, script) => {
  const plan = planOf(new Recognition(jobOf([shell('work', script), shell('proxy', `/proxy & ${WATCH}`)], [], { volumes: [{ name: 'pod', emptyDir: {} }] })));

  expect([plan.moved, containerOf(plan, 'work').command[2]]).toEqual([['proxy'], script]);
  expect(manualOf(plan, 'NS504')).toEqual([expect.stringContaining('stays, because the same command writes another file')]);
});

test('one that works once the file is there stays, and the user is told what a native sidecar would mean', () => {
  const plan = planWith(shell('upload', `${WATCH}; /upload`));

  expect([plan.verdict, plan.edits]).toEqual(['advice', []]);
  expect(manualOf(plan, 'NS401')).toEqual([
    "'upload' waits until 'work' writes /pod/done, and then runs /upload: if 'work' exits without it, the Job never completes. "
    + "As a native sidecar, 'upload' receives SIGTERM when the work ends, and must do its work then: change it so and make it native by hand, or keep both as they are. "
    + "An entry under 'sidecars' in the configuration with direction after-main would make it clear. "
    + "If 'work' only prepares what 'upload' works on, make it an init container instead",
  ]);
});

test('a worker that ends by the file of its producer stays, and the user is told what is seen', () => {
  const plan = planWith(shell('load', 'until [ -f /pod/done ]; do /load /pod/in; sleep 1; done; echo loaded'));

  expect([plan.verdict, plan.edits]).toEqual(['advice', []]);
  expect(manualOf(plan, 'NS401')).toEqual([
    "'load' runs /load again and again until 'work' writes /pod/done: if 'work' exits without it, the Job never completes. "
    + "As a native sidecar, 'load' receives SIGTERM when the work ends, perhaps before its own is done: keep it as it is, and let 'work' write /pod/done also when it fails, "
    + "for example in a trap. If 'load' only serves 'work', list its image under 'sidecars' in the configuration",
  ]);
});

test('the file is still written for a worker that ends by it', () => {
  const plan = planWith(shell('proxy', `/proxy & ${WATCH}`), shell('load', 'until [ -f /pod/done ]; do /load; sleep 1; done'));

  expect([plan.moved, containerOf(plan, 'work').command[2]]).toEqual([['proxy'], '/work; touch /pod/done']);
});

test('the file is still written for somebody who must watch it', () => {
  const plan = planWith(shell('proxy', `/proxy & ${WATCH}`), shell('site', `/start-servers; ${WATCH}`));

  expect(plan.moved).toEqual(['proxy', 'site']);
  expect(['work', 'proxy'].map(name => containerOf(plan, name).command[2])).toEqual(['/work; touch /pod/done', `/proxy & ${WATCH}`]);
  expect(manualOf(plan, 'NS504')).toHaveLength(2);
});

test('what is done after the file was written is not lost', () => {
  const plan = planWith(shell('upload', `tail -F /pod/log & ${WATCH}; /upload /pod/log`));

  expect([plan.moved, plan.edits]).toEqual([[], []]);
});

test('also in a known sidecar: it stays, and the user is told what to do with what it runs then', () => {
  const plan = planWith({ ...shell('sql', `/cloud-sql-proxy a:b:c & ${WATCH}; kill $!; /report`), image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1-alpine' });

  expect([plan.moved, plan.edits]).toEqual([[], []]);
  expect(manualOf(plan, 'NS401')).toEqual([
    "'sql' waits until 'work' writes /pod/done, and then runs /report: if 'work' exits without it, the Job never completes. "
    + "As a native sidecar, 'sql' receives SIGTERM when the work ends, and needs no file for that: "
    + 'move what it runs then elsewhere, or run it on SIGTERM, and make it native by hand without the wait',
  ]);
});

test('one that tells its own program to stop does no work after the file', () => {
  const plan = planWith({ ...shell('web', `nginx -g "daemon off;" & pid=$!; ${WATCH}; nginx -s quit; wait $pid`), image: 'nginx:1.27' });

  expect(plan.moved).toEqual(['web']);
  expect(manualOf(plan, 'NS401')).toEqual([]);
});

test('one that counts its looks does not wait forever', () => {
  const counted = 'n=0; while [[ ! -f /pod/done && $n -lt 50 ]]; do n=$((n+1)); sleep 2; done; /upload';

  expect(manualOf(planWith(shell('upload', counted)), 'NS401')).toEqual([]);
});

test('one that looks at the file again and again, and goes on, is not ended by it', () => {
  const job = (look: string) => new Recognition(jobOf([shell('work', '/work; touch /pod/done'), shell('reader', `while true; do ${look}; sleep 5; done`)], [],
    { volumes: [{ name: 'pod', emptyDir: {} }] }));

  expect(job('if [ -f /pod/done ]; then cat /pod/done; fi').leftovers('sentinel-file')).toEqual([]);
  expect(job('if [ -f /pod/done ]; then exit 0; fi').leftovers('sentinel-file')).toMatchObject([{ container: 'work', target: 'reader' }]);
});

test('one that waits for its configuration before it starts is moved', () => {
  const plan = planWith({ ...shell('sql', `${WATCH}; exec /cloud-sql-proxy a:b:c`), image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1-alpine' });

  expect(plan.moved).toEqual(['sql']);
});

describe('a wait for anything new in a folder', () => {
  test('goes with the only file that is written there', () => {
    const plan = planWith(shell('proxy', '/proxy & P=$!; inotifywait -e create /pod; kill $P'));

    expect(['work', 'proxy'].map(name => containerOf(plan, name).command[2])).toEqual(['/work', 'exec /proxy']);
  });

  test.each([
    ['several files are written there', '/work > /pod/result; touch /pod/done', 'inotifywait -e create /pod'],
    ['the file is in another folder', '/work; mkdir -p /pod/a; touch /pod/a/done', 'inotifywait -e create /pod/b'],
    ['it never ends', '/work; touch /pod/done', 'inotifywait -m -e create /pod'],
  ])('is no word to end if %s', (_name, work, wait) => {
    const job = jobOf([shell('work', work), shell('proxy', `/proxy & P=$!; ${wait}; kill $P`)], [], { volumes: [{ name: 'pod', emptyDir: {} }] });

    expect(new Recognition(job).leftovers('sentinel-file')).toEqual([]);
  });
});

describe('the flag that the startup probe needs goes to the program that a script starts', () => {
  const proxy = (script: string) => ({ ...shell('sql', script), image: 'gcr.io/cloudsql-docker/gce-proxy:1.33.6-alpine' });
  const gated = { startupProbe: { httpGet: { path: '/startup', port: 8090 } } };

  test('also where the watch around it goes', () => {
    const sql = containerOf(planWith(proxy(`echo up\n/cloud_sql_proxy -instances=a:b:c=tcp:5432 &\n${WATCH}`)), 'sql');

    expect(sql).toMatchObject({ ...gated, command: ['sh', '-c', 'echo up\nexec /cloud_sql_proxy -use_http_health_check -instances=a:b:c=tcp:5432'] });
  });

  test('and where nothing else changes', () => {
    const plan = planOf(new Recognition(jobOf([{ name: 'work', image: 'acme/work:1' }, { ...proxy('set -e; exec /cloud_sql_proxy -instances=a:b:c=tcp:5432'), volumeMounts: [] }])));

    expect(containerOf(plan, 'sql')).toMatchObject({ ...gated, command: ['sh', '-c', 'set -e; exec /cloud_sql_proxy -use_http_health_check -instances=a:b:c=tcp:5432'] });
  });
});
