import { batch, running } from '../../recognition/pods';
import { APP, containerOf, DB, manualOf, planOf, script } from '../plans';

const scriptOf = (plan: ReturnType<typeof planOf>) => containerOf(plan, 'app').command[2];

test.each([
  ['pg_isready', 'until pg_isready -h localhost; do sleep 1; done\n/app/run'],
  ['mysqladmin', 'until mysqladmin ping -h 127.0.0.1 -P 5432; do sleep 1; done\n/app/run'],
  ['psql', "until psql -h localhost -c 'select 1'; do sleep 1; done\n/app/run"],
])('a wait for the database behind a proxy stays, with a note: %s', (client, text) => {
  const plan = planOf(batch([script(text), DB]));

  expect([plan.moved, scriptOf(plan)]).toEqual([['db'], text]);
  expect(plan.consequences).toEqual([expect.stringContaining(`'app' still waits (${client} localhost:5432), because that asks the database behind 'db'`)]);
});

test('a sleep that stays is a step for the user', () => {
  const plan = planOf(batch([script('sleep 15; /app/run'), { name: 'vpn', image: 'dperson/openvpn-client:latest' }]));

  expect([plan.moved, scriptOf(plan)]).toEqual([['vpn'], 'sleep 15; /app/run']);
  expect(manualOf(plan, 'NS114')).toEqual(["'app' sleeps to give 'vpn' time to start (sleep 15): remove the sleep once 'vpn' has a startup probe"]);
});

test('a sleep for another reason stays, and is a step for the user', () => {
  const plan = planOf(batch([script('sleep 600; /app/run'), DB]));

  expect([plan.moved, scriptOf(plan)]).toEqual([['db'], 'sleep 600; /app/run']);
  expect(manualOf(plan, 'NS114')).toEqual(["the sleep at the start of 'app' (sleep 600) stays, because it is longer than a sidecar usually needs to start: "
    + "remove it if it is only there to give 'db' time to start"]);
});

describe('an app that waits for files of a sidecar', () => {
  const SECRETS = { name: 'secrets', mountPath: '/secrets' };
  const agent = { name: 'agent', image: 'docker.io/hashicorp/vault:1.18.2', args: ['agent', '-config=/etc/vault/agent.hcl'], volumeMounts: [SECRETS, { name: 'config', mountPath: '/etc/vault' }] };
  const beside = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'vault' }, data: { 'agent.hcl': 'template {\n  destination = "/secrets/db.env"\n}\n' } }];
  const volumes = [{ name: 'secrets', emptyDir: {} }, { name: 'config', configMap: { name: 'vault' } }];
  const plan = (text: string) => planOf(running([script(text, { volumeMounts: [SECRETS] }), agent], { volumes, beside }));

  test('need not wait for the one that the startup probe waits for', () => {
    const migrated = plan('until [ -f /secrets/db.env ]; do sleep 1; done; exec /app/run');

    expect([migrated.moved, scriptOf(migrated), containerOf(migrated, 'agent').startupProbe.exec.command]).toEqual([['agent'], 'exec /app/run', ['test', '-s', '/secrets/db.env']]);
  });

  test('still waits for another one, and the plan tells why', () => {
    const text = 'until [ -f /secrets/tls.crt ]; do sleep 1; done; exec /app/run';
    const migrated = plan(text);

    expect([migrated.moved, scriptOf(migrated)]).toEqual([['agent'], text]);
    expect(migrated.consequences).toContain("'app' still waits (/secrets/tls.crt), because nothing shows that the startup probe of 'agent' waits for that file");
  });

  test('keeps a sleep, which is a step for the user', () => {
    const migrated = plan('sleep 15 && exec /app/run');

    expect([migrated.moved, scriptOf(migrated)]).toEqual([['agent'], 'sleep 15 && exec /app/run']);
    expect(manualOf(migrated, 'NS114')).toEqual([expect.stringContaining('(sleep 15) stays, because the manifest does not show which files the app waits for: edit it by hand')]);
  });
});

test('a wait in another shell on a device of bash goes', () => {
  const plan = planOf(batch([script("timeout 60 bash -c 'until (echo > /dev/tcp/localhost/5432) 2>/dev/null; do sleep 1; done'\n/app/run"), DB]));

  expect(scriptOf(plan)).toBe('/app/run');
});

describe('a program that waits and then starts the app', () => {
  const direct = (command: readonly string[], args?: readonly string[]) => {
    const plan = planOf(batch([{ ...APP, command: [...command], ...(args ? { args: [...args] } : {}) }, DB]));
    const { command: words, args: rest } = containerOf(plan, 'app');
    return { plan, left: [...words ?? [], ...rest ?? []] };
  };

  test.each([
    ['wait-for-it', '/wait-for-it.sh localhost:5432 -t 60 -- /app/run', '/app/run'],
    ['behind exec', 'set -e; exec wait-for-it localhost:5432 -- /app/run --once', 'set -e; exec /app/run --once'],
    ['in a shell of its own', 'bash /wait-for.sh localhost:5432 -- /app/run', '/app/run'],
    ['dockerize', 'dockerize -wait tcp://127.0.0.1:5432 -timeout 60s /app/run -v; /app/more', '/app/run -v; /app/more'],
  ])('goes from a script when the sidecar has a startup probe: %s', (_name, before, after) => {
    const plan = planOf(batch([script(before), DB]));

    expect([scriptOf(plan), manualOf(plan, 'NS113')]).toEqual([after, []]);
  });

  test.each<[string, string[], string[] | undefined, string[]]>([
    ['wait-for-it', ['/wait-for-it.sh', 'localhost:5432', '--', '/app/run'], undefined, ['/app/run']],
    ['its command in args', ['/wait-for-it.sh'], ['--host=localhost', '--port=5432', '--', '/app/run', '-v'], ['/app/run', '-v']],
    ['behind tini', ['tini', '--', 'wait-for', '127.0.0.1:5432', '-t', '30', '--', '/app/run'], undefined, ['tini', '--', '/app/run']],
    ['dockerize', ['dockerize', '-wait', 'tcp://localhost:5432', '-timeout', '60s', '/app/run', '-v'], undefined, ['/app/run', '-v']],
    ['a shell before it', ['bash', '/wait-for-it.sh', 'localhost:5432', '--', '/app/run'], undefined, ['/app/run']],
    ['wait4x', ['wait4x', 'tcp', 'localhost:5432', '-t', '30s', '--', '/app/run'], undefined, ['/app/run']],
  ])('goes from the command itself: %s', (_name, command, args, after) => {
    const { plan, left } = direct(command, args);

    expect([left, plan.moved, plan.removed]).toEqual([after, ['db'], [expect.stringMatching(/^wait loop of 'app'/)]]);
  });

  test.each([
    ['also waits for elsewhere', ['dockerize', '-wait', 'tcp://localhost:5432', '-wait', 'tcp://redis:6379', '/app/run']],
    ['also writes a file', ['dockerize', '-template', 'a.tmpl:a.conf', '-wait', 'tcp://localhost:5432', '/app/run']],
  ])('stays and is told to the user if it %s', (_name, command) => {
    const { plan, left } = direct(command);

    expect(left).toEqual(command);
    expect(manualOf(plan, 'NS113')).toEqual([expect.stringContaining('stays, because it also waits for something else, or does more than wait')]);
  });

  test('is no concern if it waits for another pod', () => {
    const { plan, left } = direct(['/wait-for-it.sh', 'postgres:5432', '--', '/app/run']);

    expect([left, manualOf(plan, 'NS113')]).toEqual([['/wait-for-it.sh', 'postgres:5432', '--', '/app/run'], []]);
  });

  test('that waits on a bare port waits on loopback', () => {
    const plan = planOf(batch([script('wait-on tcp:5432 && /app/run'), DB]));

    expect(scriptOf(plan)).toBe('/app/run');
  });
});

test('a loop over the ports of several sidecars waits for each of them, and stays for the user to part', () => {
  const cache = { name: 'cache', image: 'docker.io/library/redis:7.4.1' };
  const plan = planOf(batch([script('for p in 5432 6379; do until nc -z localhost $p; do sleep 1; done; done; /app/run'), DB, cache]));

  expect(plan.moved).toEqual(['db', 'cache']);
  expect(scriptOf(plan)).toContain('until nc');
  expect(manualOf(plan, 'NS113')).toEqual([5432, 6379].map(port => expect.stringContaining(`(nc localhost:${port}) stays, because it also waits for something else`)));
});

test('a proxy that waits for itself in a hook is a barrier that a startup probe replaces', () => {
  const plan = planOf(running([{ ...DB, lifecycle: { postStart: { exec: { command: ['/cloud-sql-proxy', 'wait'] } } } }, script('/app/run', { env: [{ name: 'PGHOST', value: 'localhost' }] })]));

  expect(plan.moved).toEqual(['db']);
  expect(containerOf(plan, 'db').lifecycle).toBeUndefined();
});
