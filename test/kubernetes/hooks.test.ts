import { hookOf } from '../../src/kubernetes/hooks';
import { podOf } from '../simulator/pods';

/** The preStop hook of a container with this handler. */
function preStop(handler: unknown): ReturnType<typeof hookOf> {
  return hookOf(podOf([{ name: 'app', lifecycle: { preStop: handler } }]).container('app'), 'preStop');
}

const seconds = (...command: string[]) => preStop({ exec: { command } })?.seconds;
const script = (text: string) => seconds('sh', '-c', text);

describe('the kind of a hook', () => {
  test.each<[string, unknown, object | undefined]>([
    ['a sleep', { sleep: { seconds: 5 } }, { action: 'sleep', seconds: 5 }],
    ['a sleep of no time', { sleep: { seconds: 0 } }, { action: 'sleep', seconds: 0 }],
    ['a sleep of less than no time', { sleep: { seconds: -1 } }, { action: 'sleep' }],
    ['a sleep that does not say how long', { sleep: {} }, { action: 'sleep' }],
    ['a command', { exec: { command: ['sleep', '5'] } }, { action: 'exec', seconds: 5 }],
    ['an HTTP call', { httpGet: { path: '/drain', port: 8080 } }, { action: 'httpGet' }],
    ['a TCP connection', { tcpSocket: { port: 8080 } }, { action: 'tcpSocket' }],
    ['an empty handler', {}, undefined],
    ['no handler', null, undefined],
  ])('%s', (_what, handler, hook) => {
    expect(preStop(handler)).toEqual(hook);
  });

  test('each moment has its own hook', () => {
    const container = podOf([{ name: 'app', lifecycle: { postStart: { sleep: { seconds: 2 } } } }]).container('app');

    expect(hookOf(container, 'postStart')).toEqual({ action: 'sleep', seconds: 2 });
    expect(hookOf(container, 'preStop')).toBeUndefined();
  });

  test('a container without lifecycle has none', () => {
    expect(hookOf(podOf([{ name: 'app' }]).container('app'), 'preStop')).toBeUndefined();
  });
});

describe('a command that sleeps', () => {
  test.each<[string[], number]>([
    [['sleep', '5'], 5],
    [['/bin/sleep', '0.5'], 0.5],
    [['sleep', '1m', '30'], 90],
    [['sleep', '2h'], 7200],
    [['sleep', '1d'], 86400],
    [['sleep', '.5m'], 30],
    [['/bin/sh', '-c', 'sleep 4'], 4],
    [['/usr/bin/bash', '-euc', 'sleep 4'], 4],
    [['bash', '--norc', '-c', 'sleep 4'], 4],
    [['dash', '-e', '-c', 'sleep 4'], 4],
  ])('%j', (command, expected) => {
    expect(seconds(...command)).toBe(expected);
  });
});

describe('a command that does not say how long it takes', () => {
  test.each([
    [[]],
    [['sleep']],
    [['sleep', 'infinity']],
    [['sleep', '-1']],
    [['sh', '-c']],
    [['sh', '/drain.sh', 'sleep 5']],
    [['python', '-c', 'sleep 5']],
    [['nginx', '-s', 'quit']],
  ])('%j', command => {
    expect(seconds(...command)).toBeUndefined();
  });

  test('one that is no list of words', () => {
    expect([preStop({ exec: { command: 'sleep 5' } }), preStop({ exec: { command: ['sleep', 5] } }), preStop({ exec: {} })]).toEqual([
      { action: 'exec' }, { action: 'exec' }, { action: 'exec' },
    ]);
  });
});

describe('a script', () => {
  test.each<[string, string, number]>([
    ['sleeps one after another', 'sleep 5; sleep 2', 7],
    ['lines', 'echo draining\nsleep 5\nnginx -s quit\n', 5],
    ['a sleep and what follows on success', 'sleep 5 && nginx -s quit', 5],
    ['a sleep that follows on success', 'nginx -s quit && sleep 5', 5],
    ['a sleep and what follows on failure', 'sleep 5 || true', 5],
    ['only the first of two alternatives', 'sleep 5 || sleep 60', 5],
    ['what comes before the alternative', 'sleep 3 && nginx -s quit || sleep 60', 3],
    ['what is not in the background', 'sleep 60 & sleep 2', 2],
    ['a subshell', '(sleep 5; sleep 1)', 6],
    ['a group', '{ sleep 5; }', 5],
    ['a replaced shell', 'exec sleep 5', 5],
    ['nothing after the end', 'sleep 5; exit 0; sleep 60', 5],
    ['nothing after the shell was replaced', 'exec sleep 5; sleep 60', 5],
    ['units', 'sleep 1m 30s', 90],
    ['quotes', 'sleep "5"; sleep \'2s\'', 7],
    ['a path', '/bin/sleep 5', 5],
    ['a variable of its own', 'TZ=UTC sleep 5', 5],
    ['redirections', 'sleep 5 >/dev/null 2>&1', 5],
    ['a comment', 'sleep 5 # not sleep 60', 5],
  ])('%s', (_what, text, expected) => {
    expect(script(text)).toBe(expected);
  });

  test.each<[string, string]>([
    ['an alternative that may be skipped', 'true || sleep 5'],
    ['a background job', 'sleep 5 &'],
    ['a background job that is waited for', 'sleep 5 & wait'],
    ['a background subshell', '(sleep 5) &'],
    ['a variable', 'sleep $DRAIN'],
    ['a variable with a default', 'sleep ${DRAIN:-5}'],
    ['arithmetic', 'sleep $(( 2 + 3 ))'],
    ['a condition', 'if true; then sleep 5; fi'],
    ['a loop', 'while pgrep envoy; do sleep 1; done'],
    ['a pipeline', 'sleep 5 | cat'],
    ['a function', 'drain() { sleep 5; }'],
    ['words that are only printed', 'echo "sleep 5"'],
    ['a comment', '# sleep 5'],
    ['a script without a sleep', 'nginx -s quit'],
    ['a script that no shell can read', 'if sleep 5; then ('],
  ])('says nothing for certain: %s', (_what, text) => {
    expect(script(text)).toBeUndefined();
  });
});
