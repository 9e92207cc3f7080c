import { batch, running } from '../../recognition/pods';
import { containerOf, DB, manualOf, planOf, script } from '../plans';

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

test('a wait in another shell on a device of bash goes', () => {
  const plan = planOf(batch([script("timeout 60 bash -c 'until (echo > /dev/tcp/localhost/5432) 2>/dev/null; do sleep 1; done'\n/app/run"), DB]));

  expect(scriptOf(plan)).toBe('/app/run');
});

test('a program that waits and then runs the app is told to the user', () => {
  const plan = planOf(batch([script('/wait-for-it.sh localhost:5432 -t 60 -- /app/run'), DB]));

  expect(manualOf(plan, 'NS113')).toEqual([expect.stringContaining('wait-for-it.sh localhost:5432')]);
});

test('a proxy that waits for itself in a hook is a barrier that a startup probe replaces', () => {
  const plan = planOf(running([{ ...DB, lifecycle: { postStart: { exec: { command: ['/cloud-sql-proxy', 'wait'] } } } }, script('/app/run', { env: [{ name: 'PGHOST', value: 'localhost' }] })]));

  expect(plan.moved).toEqual(['db']);
  expect(containerOf(plan, 'db').lifecycle).toBeUndefined();
});
