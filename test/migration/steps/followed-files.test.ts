import { batch, folders, mounting } from '../../recognition/pods';
import { APP, containerOf, planOf } from '../plans';

const shipping = (command: readonly string[], args?: readonly string[]) => planOf(batch([
  mounting({ '/logs': 'logs' }, APP),
  mounting({ '/logs': 'logs' }, { name: 'logs', image: 'busybox:1.37', command: [...command], ...(args ? { args: [...args] } : {}) }),
], { volumes: folders('logs') }));

test.each([
  ['words', ['tail', '-f', '/logs/app.log'], ['tail', '-F', '/logs/app.log']],
  ['a start', ['tail', '-n+1', '-f', '/logs/app.log'], ['tail', '-n+1', '-F', '/logs/app.log']],
  ['joined flags', ['tail', '-fn', '100', '/logs/app.log'], ['tail', '-Fn', '100', '/logs/app.log']],
  ['a long flag', ['tail', '--follow', '/logs/app.log'], ['tail', '-F', '/logs/app.log']],
  ['a script', ['sh', '-c', 'tail -n+1 -f /logs/app.log'], ['sh', '-c', 'tail -n+1 -F /logs/app.log']],
  ['a pipe', ['sh', '-c', 'exec tail -f /logs/app.log | grep -v debug'], ['sh', '-c', 'exec tail -F /logs/app.log | grep -v debug']],
])('tail waits for the file that the app writes later: %s', (_name, command, left) => {
  const plan = shipping(command);

  expect(plan.moved).toEqual(['logs']);
  expect(containerOf(plan, 'logs').command).toEqual(left);
  expect(plan.edits).toContainEqual(expect.objectContaining({ kind: 'text', why: expect.stringContaining('tail -F waits for it') }));
});

test('the flag may stand in args', () => {
  expect(containerOf(shipping(['tail'], ['-f', '/logs/app.log']), 'logs').args).toEqual(['-F', '/logs/app.log']);
});

test.each([
  ['that retries', 'tail -F /logs/app.log'],
  ['of a device', 'tail -f /dev/null'],
  ['of a file that the script makes', 'touch /logs/app.log; tail -f /logs/app.log'],
])('a tail %s stays', (_name, text) => {
  const plan = shipping(['sh', '-c', text]);

  expect(plan.moved).toEqual(['logs']);
  expect(containerOf(plan, 'logs').command[2]).toBe(text);
});

test.each([
  ['the whole script', 'tail -f /logs/catalina*.log', 'until ls /logs/catalina*.log >/dev/null 2>&1; do sleep 1; done; tail -f /logs/catalina*.log'],
  ['a part of it', "echo up; exec tail -n+1 -f /logs/*.log | jq '.' || true", "echo up; until ls /logs/*.log >/dev/null 2>&1; do sleep 1; done; exec tail -n+1 -f /logs/*.log | jq '.' || true"],
])('a script waits until a file matches the pattern that it follows: %s', (_name, text, left) => {
  const plan = shipping(['sh', '-c', text]);

  expect(plan.moved).toEqual(['logs']);
  expect(containerOf(plan, 'logs').command[2]).toBe(left);
});

test('a script waits also where tail -F would take the pattern for a name, and where options have values', () => {
  const wait = 'until ls /logs/*.log >/dev/null 2>&1; do sleep 1; done; ';

  expect(containerOf(shipping(['sh', '-c', 'tail -n +1 -F /logs/*.log']), 'logs').command[2]).toBe(`${wait}tail -n +1 -F /logs/*.log`);
  expect(containerOf(shipping(['sh', '-c', 'tail -s 5 -f /logs/*.log']), 'logs').command[2]).toBe(`${wait}tail -s 5 -f /logs/*.log`);
});

test.each([
  ['in a group', '{ tail -f /logs/x*.log; }'],
  ['behind a condition', '[ "$SHIP" = true ] && tail -f /logs/x*.log; sleep infinity'],
  ['in the background', 'tail -f /logs/x*.log & wait'],
  ['behind an assignment', 'LC_ALL=C tail -f /logs/x*.log'],
  ['beside other files, which may come first', 'tail -f /logs/app.log /logs/x*.log'],
])('a container that follows files by a pattern stays where nothing can be inserted, and is a step for the user: %s', (_name, script) => {
  const plan = shipping(['sh', '-c', script]);

  expect([plan.verdict, plan.moved, plan.edits]).toEqual(['advice', [], []]);
  expect(plan.manual).toContainEqual({ rule: 'NS124', why: expect.stringContaining("'logs' follows /logs/x*.log with tail -f") });
});

test.each([
  'while ! tail -f /logs/x*.log; do sleep 1; done; sleep infinity',
  'until ls /logs/x*.log; do sleep 1; done; tail -f /logs/x*.log',
])('a script that tries again or waits already stays as it is: %s', script => {
  expect(containerOf(shipping(['sh', '-c', script]), 'logs').command[2]).toBe(script);
});

test.each(['# ships /logs/app.log\n', 'echo "shipping /logs/app.log"; ', 'cat /logs/app.log; ', 'if [ -f /logs/app.log ]; then echo up; fi; '])('that a script only names a file before makes none: %s', before => {
  expect(containerOf(shipping(['sh', '-c', `${before}tail -f /logs/app.log`]), 'logs').command[2]).toBe(`${before}tail -F /logs/app.log`);
});

test('the flag holds also when a workaround around the command goes', () => {
  const plan = planOf(batch([
    mounting({ '/logs': 'logs' }, { ...APP, command: ['sh', '-c', '/app/run; touch /logs/done'] }),
    mounting({ '/logs': 'logs' }, {
      name: 'logs',
      image: 'busybox:1.37',
      command: ['sh', '-c', 'tail -f /logs/app.log &\nPID=$!\nwhile ! test -f /logs/done; do sleep 1; done\nkill $PID\n'],
    }),
  ], { volumes: folders('logs') }));

  expect(containerOf(plan, 'logs').command[2]).toMatch(/^exec tail -F \/logs\/app\.log$/m);
});

test('a tail whose place is not known is a step for the user', () => {
  const plan = shipping(['sh', '-c', 'tail "-f" /logs/app.log']);

  expect(plan.manual).toContainEqual({ rule: 'NS124', why: expect.stringContaining("use tail -F instead of tail -f in 'logs'") });
});
