import { shellScript } from '../../src/recognition/commands';
import { commandsIn, nodesOf } from '../../src/recognition/leftovers/shell-walk';
import { hidesFailure, isSkippedOnFailure, scriptEnds, showsFailure } from '../../src/recognition/script-ends';

const parsed = (text: string, errexit = false) => {
  const script = shellScript(text, { path: ['args', 0] }, errexit);
  return { script, calls: new Set(commandsIn(nodesOf(script.tree)).filter(command => command.name?.value === 'quit')) };
};

const skips = (text: string, errexit = false) => {
  const { script, calls } = parsed(text, errexit);
  return isSkippedOnFailure(script, calls);
};

test.each([
  ['a chain', '/app/run && quit'],
  ['a longer chain', 'cd /app && /app/run && quit || true'],
  ['a choice', 'if /app/run; then quit; fi'],
  ['a choice of the exit code', '/app/run\nif [ $? -eq 0 ]; then quit; fi'],
  ['a choice of a kept exit code', '/app/run; rc=$?\n[ "$rc" != 0 ] && exit $rc\nquit'],
  ['a choice that leaves', 'if ! /app/run; then exit 1; fi; quit'],
  ['an exit behind the work', '/app/run || exit 1\nquit || true'],
  ['an exit in a group', '/app/run || { echo failed; exit 1; }\nquit'],
  ['set -e', 'set -e\n/app/run\nquit'],
  ['set -e behind a wait', 'set -euo pipefail\nuntil curl -sf localhost:9801/startup; do sleep 1; done\n/app/run\nquit'],
  ['set -e with a function', 'set -e\nwork() { /app/run; }\nwork\nquit'],
  ['set -e in a subshell that works', 'set -e; (cd /app; ./run); quit'],
  ['set -e with several parts', 'set -e; for part in a b; do /app/run $part; done; quit'],
  ['a pipeline with pipefail', 'set -eo pipefail; /app/run | tee /log; quit'],
  ['a job that is waited for', 'set -e; /app/run & wait $!; quit'],
  ['a trap that is taken back', 'trap quit EXIT; trap - EXIT; /app/run && quit'],
])('a call is skipped when the work fails: %s', (_name, text) => {
  expect(skips(text)).toBe(true);
});

test('a call is skipped when the work fails and the shell is told to stop', () => {
  expect([skips('/app/run; quit', true), skips('/app/run; quit')]).toEqual([true, false]);
});

test.each([
  ['a semicolon', '/app/run; quit'],
  ['a trap', "set -e\ntrap 'rm -rf /tmp/x; quit' EXIT\n/app/run"],
  ['a function under a trap', 'set -e\nstop() { echo bye; quit; }\ntrap stop EXIT\n/app/run'],
  ['a kept exit code', '/app/run; RC=$?; quit; exit $RC'],
  ['a kept exit code under set -e', 'set -e\nRC=0\n/app/run || RC=$?\nquit\nexit $RC'],
  ['both branches', 'if ! /app/run; then\n  quit\n  exit 1\nfi\nquit'],
  ['both branches of a choice', 'if /app/run; then quit; else quit; exit 1; fi'],
  ['a job that is waited for', '/app/run &\npid=$!\nwait $pid\nrc=$?\nquit\nexit $rc'],
  ['a function', 'quit_all() { quit; }\n/app/run\nquit_all'],
  ['set +e around the work', 'set -e\nset +e\n/app/run\nset -e\nquit'],
  ['the work that must not fail', 'set -e; /app/run || true; quit'],
  ['a pipeline that hides how the work ended', 'set -e; /app/run | tee /log; quit'],
  ['tries until it works', 'until /app/run; do sleep 5; done; quit'],
  ['tries that are counted', 'for i in 1 2 3; do /app/run && break; sleep 5; done; quit'],
  ['an endless loop that is left', 'while true; do /app/run && break; sleep 5; done; quit'],
  ['a loop around the call', '/app/run; until quit; do sleep 1; done'],
  ['a wait that gives up', 'n=0; until curl -sf localhost:9801/startup; do n=$((n+1)); [ $n -gt 30 ] && exit 1; sleep 1; done; /app/run; quit'],
  ['a variable that decides', 'if [ -n "$PROXY" ]; then /app/run; quit; else /app/run; fi'],
  ['a call in the background', '(sleep 5; quit) & /app/run'],
  ['a call that is never made', 'quit_all() { quit; }; exec /app/run'],
])('a call is not skipped when the work fails: %s', (_name, text) => {
  expect(skips(text)).toBe(false);
});

test('a script with too many ways is not judged', () => {
  const codes = Array.from({ length: 12 }, (_, index) => `/app/run ${index}; rc${index}=$?`).join('\n');
  const { script, calls } = parsed(`${codes}\nquit`);

  expect(scriptEnds(script, calls)).toBeUndefined();
  expect(skips(`${codes} && quit`)).toBe(false);
});

test('loops inside of loops, and functions that call themselves, take no time', () => {
  const nested = (depth: number): string => depth === 0 ? '/app/run && x=$?' : `while /app/more; do ${nested(depth - 1)}; done`;

  expect(skips(`${nested(30)}; quit`)).toBe(false);
  expect(skips('again() { /app/run || again; }; again; quit')).toBe(false);
});

test.each([
  ['./work; quit', true, './work', true],
  ['stop() { quit; }; trap stop EXIT; ./work', false, './work', true],
  ['./work || exit 1; quit || true', false, './work || exit 1', true],
  ['if ! ./work; then quit; exit 1; fi; quit', false, 'if ! ./work; then exit 1; fi', true],
  ['./work | tee /log; quit', true, './work | tee /log', false],
  ['./work; quit; exit $CODE', false, './work; exit $CODE', false],
])('whether failures show: %s', (before, hides, after, shows) => {
  const { script, calls } = parsed(before);

  expect([hidesFailure(script, calls), showsFailure(parsed(after).script)]).toEqual([hides, shows]);
});
