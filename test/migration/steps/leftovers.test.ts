import { batch, configMap, folders, mounting, running } from '../../recognition/pods';
import { APP, containerOf, DB, manualOf, planOf, script, specOf } from '../plans';

const scriptOf = (plan: ReturnType<typeof planOf>) => containerOf(plan, 'app').command[2];

test('a wait loop goes when whom it waits for has a gate', () => {
  const plan = planOf(running([script('until nc -z 127.0.0.1 5432; do sleep 1; done\nexec /app/run'), DB]));

  expect(scriptOf(plan)).toBe('exec /app/run');
  expect(plan.removed).toEqual([expect.stringMatching(/^wait loop of 'app' /)]);
});

test('a wait loop stays when whom it waits for has none', () => {
  const text = 'until nc -z 127.0.0.1 5672; do sleep 1; done\nexec /app/run';
  const plan = planOf(batch([script(text), { name: 'queue', image: 'ghcr.io/acme/queue-proxy:1', ports: [{ containerPort: 5672 }] }]));

  expect([plan.moved, scriptOf(plan), plan.removed]).toEqual([['queue'], text, []]);
  expect(manualOf(plan, 'NS113')[0]).toContain("'app' waits until 'queue' answers (nc localhost:5672): keep the wait until 'queue' has a startup probe");
});

test('a wait loop that also waits for something else stays, with a to-do', () => {
  const text = 'until nc -z 127.0.0.1 5432 && nc -z redis 6379; do sleep 1; done; /app/run';
  const plan = planOf(running([script(text), DB]));

  expect([plan.moved, scriptOf(plan), plan.removed]).toEqual([['db'], text, []]);
  expect(manualOf(plan, 'NS113')).toEqual(["the wait loop of 'app' (nc localhost:5432) stays, because it also waits for something else, or does more than wait: "
    + "edit it by hand, since the app starts only once 'db' is up"]);
});

test('a wait for something that no container is known to answer stays', () => {
  const text = '/app/serve &\nuntil nc -z 127.0.0.1 7777; do sleep 1; done\n/app/run';

  expect(scriptOf(planOf(running([script(text), DB])))).toBe(text);
});

test('a quit call goes with its endpoint', () => {
  const plan = planOf(batch([script('/app/run\ncurl -X POST http://localhost:9091/quitquitquit'), { ...DB, args: ['--quitquitquit', ...DB.args as string[]] }]));

  expect(scriptOf(plan)).toBe('/app/run\n');
  expect(containerOf(plan, 'db').args).not.toContain('--quitquitquit');
});

test.each([
  ['./deregister; curl -X POST localhost:9091/quitquitquit; sleep 15', './deregister; sleep 15'],
  ['./deregister; curl -X POST localhost:9091/quitquitquit && sleep 15', './deregister; sleep 15'],
  ['./deregister; { curl -X POST localhost:9091/quitquitquit; sleep 15; }', './deregister; { sleep 15; }'],
  ['curl -X POST localhost:9091/quitquitquit; sleep 15', 'sleep 15'],
])('a preStop hook keeps its drain delay: %s', (text, left) => {
  const plan = planOf(running([{ ...APP, lifecycle: { preStop: { exec: { command: ['sh', '-c', text] } } } }, DB]));

  expect(containerOf(plan, 'app').lifecycle.preStop.exec.command[2]).toBe(left);
});

test('a quit endpoint that nobody in the input calls stays open', () => {
  const plan = planOf(batch([APP, { ...DB, args: ['--quitquitquit', ...DB.args as string[]] }]));

  expect(containerOf(plan, 'db').args).toContain('--quitquitquit');
  expect(manualOf(plan, 'NS503')[0]).toContain('remove that call first');
});

test('a call in a ConfigMap is left to a person, and its endpoint stays', () => {
  const plan = planOf(batch([
    mounting({ '/run': 'run' }, { ...APP, command: ['sh', '/run/run.sh'] }),
    { ...DB, args: ['--quitquitquit', ...DB.args as string[]] },
  ], { volumes: [{ name: 'run', configMap: { name: 'run' } }], beside: [configMap('run', { 'run.sh': '/app/run\ncurl -X POST localhost:9091/quitquitquit\n' })] }));

  expect(manualOf(plan, 'NS501')[0]).toMatch(/^remove the quit call from 'run.sh' of ConfigMap 'run'/);
  expect(manualOf(plan, 'NS503')[0]).toMatch(/'app' still calls it: remove that call first/);
  expect(containerOf(plan, 'db').args).toContain('--quitquitquit');
});

test('a wrapper goes, and what it wrapped is run', () => {
  const env = (name: string, key: string, value: string) => [{ name: 'KUBEXIT_NAME', value: name }, { name: 'KUBEXIT_GRAVEYARD', value: '/graveyard' }, { name: key, value }];
  const wrapped = (run: object) => planOf(batch([
    { ...APP, ...run, env: env('app', 'KUBEXIT_BIRTH_DEPS', 'db') },
    { name: 'db', image: DB.image, command: ['/tools/kubexit', '/cloud-sql-proxy', 'a:b:c'], env: env('db', 'KUBEXIT_DEATH_DEPS', 'app') },
  ]));

  expect(containerOf(wrapped({ command: ['/tools/kubexit'], args: ['/app/run', '--all'] }), 'app')).toEqual({ ...APP, command: ['/app/run', '--all'] });
  expect(containerOf(wrapped({ command: ['/tools/kubexit', '/app/run'] }), 'app')).toEqual({ ...APP, command: ['/app/run'] });
});

describe('a sentinel file', () => {
  const db = { ...DB, image: `${DB.image}-alpine`, args: undefined, command: ['sh', '-c', '/cloud-sql-proxy a:b:c & until [ -f /pod/done ]; do sleep 1; done; kill $!'] };
  const pod = [mounting({ '/pod': 'pod' }, script('/app/run; touch /pod/done')), mounting({ '/pod': 'pod' }, db)];

  test('goes on both sides, with the volume that carried it', () => {
    const plan = planOf(batch(pod, { volumes: folders('pod') }));

    expect([scriptOf(plan), containerOf(plan, 'db').command[2]]).toEqual(['/app/run', 'exec /cloud-sql-proxy a:b:c']);
    expect([specOf(plan).volumes, containerOf(plan, 'app').volumeMounts, containerOf(plan, 'db').volumeMounts]).toEqual([undefined, undefined, undefined]);
  });

  test('stays where another one waits for it, too', () => {
    const upload = mounting({ '/pod': 'pod' }, { name: 'upload', image: 'amazon/aws-cli:2', command: ['sh', '-c', 'until test -f /pod/done; do sleep 1; done; aws s3 cp /pod/out s3://acme'] });
    const plan = planOf(batch([...pod, upload], { volumes: folders('pod') }));

    expect(scriptOf(plan)).toBe('/app/run; touch /pod/done');
    expect(manualOf(plan, 'NS504')).toEqual(["the sentinel file of 'app' (/pod/done) stays, because 'upload' also looks for it: remove only the watch loop of 'db' by hand, "
      + "since the kubelet stops 'db' when the app has exited, so 'db' does not need /pod/done"]);
  });

  test('leaves the volume to an init container that mounts it too', () => {
    const init = mounting({ '/pod': 'pod' }, { name: 'prepare', image: 'busybox:1.36' });
    const plan = planOf(batch(pod, { volumes: folders('pod'), inits: [init] }));

    expect(specOf(plan).volumes).toEqual(folders('pod'));
    expect(containerOf(plan, 'app').volumeMounts).toEqual([{ name: 'pod', mountPath: '/pod' }]);
  });
});

test('the flags that a gate needs survive when a wrapper around the sidecar goes', () => {
  const env = [{ name: 'KUBEXIT_NAME', value: 'db' }, { name: 'KUBEXIT_GRAVEYARD', value: '/graveyard' }, { name: 'KUBEXIT_DEATH_DEPS', value: 'app' }];
  const { command, args, startupProbe } = containerOf(planOf(batch([
    { ...APP, command: ['/tools/kubexit', '/app/run'] },
    { name: 'db', image: DB.image, command: ['/tools/kubexit'], args: ['/cloud-sql-proxy', '--port=5432', 'a:b:c'], env },
  ])), 'db');

  expect([command, args.slice(-2), startupProbe !== undefined]).toEqual([['/cloud-sql-proxy'], ['--port=5432', 'a:b:c'], true]);
  expect(args).toContain('--health-check');
});

test('one edit that removes several workarounds names the rule of each', () => {
  const plan = planOf(batch([script('until nc -z 127.0.0.1 5432; do sleep 1; done\n/app/run\ncurl -X POST http://localhost:9091/quitquitquit'), DB]));
  const [edit] = plan.edits.filter(({ kind }) => kind === 'text');

  expect([edit.rule, edit.why]).toEqual([
    'NS501',
    "the kubelet stops 'db' when the app has exited, and restarts a native sidecar that quits earlier; NS113 the app starts only once 'db' is up",
  ]);
});
