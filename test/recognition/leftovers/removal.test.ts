import { shellScript } from '../../../src/recognition/commands';
import { remainsOf } from '../../../src/recognition/leftovers/removal';
import { commandsIn, nodesOf } from '../../../src/recognition/leftovers/shell-walk';
import { parseShell } from '../../../src/shell/parse-shell';

/** The script without its commands called `quit`; undefined when nothing is left. */
function without(text: string): string | undefined {
  const script = shellScript(text, { path: ['args', 0] });
  const places = remainsOf(script, new Set(commandsIn(nodesOf(script.tree)).filter(command => command.name?.value === 'quit')))?.places;
  return places && [...places].sort((a, b) => b.span!.start - a.span!.start)
    .reduce((left, { span, instead }) => left.slice(0, span!.start) + (instead ?? '') + left.slice(span!.end), text);
}

test.each([
  ['a last statement goes with its semicolon', './work; quit', './work'],
  ['and with the semicolon behind it', './work; quit; ', './work'],
  ['several at the end go with all their semicolons', './work; quit a; quit b', './work'],
  ['also on several lines', './work; quit a; quit b\nquit c\n', './work\n'],
  ['also at the end of a group', '(./work; quit a; quit b)', '(./work)'],
  ['or of a line', './work; quit a; quit b\n./more\n', './work\n./more\n'],
  ['but a group in braces keeps one', '{ ./work; quit a; quit b; }', '{ ./work; }'],
  ['several in the middle leave one semicolon', './a; quit a; quit b; ./b', './a; ./b'],
  ['a first one, too', 'quit; ./work', './work'],
  ['a long sleep behind it stays', 'quit; sleep 600; ./work', 'sleep 600; ./work'],
  ['also in a chain', 'quit && sleep 10m && ./work', 'sleep 10m && ./work'],
  ['and so does one with another reason', 'quit\nsleep 5 # let the API cool down\n./work\n', 'sleep 5 # let the API cool down\n./work\n'],
  ['a chain loses a link', './work && quit', './work'],
  ['and keeps what made sure that the work does not fail', './work && quit || true', './work || true'],
  ['what ran although the work failed still does', 'set -e; ./work || quit; ./more', 'set -e; ./work || true; ./more'],
  ['also behind several that go', './work || quit || true; ./more', './work || true; ./more'],
  ['what only ran when it failed goes', 'quit || exit 1; ./work', './work'],
  ['also in a chain that goes on', 'quit || ./warn && ./work', './work'],
  ['a negated one counts as a failure', '! quit || ./work', './work'],
  ['also in a choice', 'if ! quit; then ./warn; fi; ./work', 'if ! true; then ./warn; fi; ./work'],
  ['a later choice loses it, too', 'if ./a; then ./b; elif quit; then ./c; fi', 'if ./a; then ./b; elif :; then ./c; fi'],
  ['a chain loses a link in its middle', './a && quit && ./b', './a && ./b'],
  ['or its first', 'quit && ./work', './work'],
  ['a line of its own goes as a whole, with its comment', 'set -e\n./work\n# the end\nquit || true\n', 'set -e\n./work\n'],
  ['a sleep behind it goes with it', './work\nquit\nsleep 5\n', './work\n'],
  ['what is redirected goes with where to', './work; quit >/dev/null 2>&1 || echo failed', './work'],
  ['a pipeline goes as a whole', './work; quit | cat', './work'],
  ['an exit code that was kept is still used', './work; code=$?; quit; exit $code', './work; code=$?; exit $code'],
  ['a trap goes when nothing is left of it', "trap 'quit' EXIT\n./work", './work'],
  ['and stays when something is', "trap 'echo bye; quit' EXIT; ./work", "trap 'echo bye' EXIT; ./work"],
  ['a function keeps a body', 'end() { quit; }\ntrap end EXIT\n./work', 'end() { :; }\ntrap end EXIT\n./work'],
  ['a choice that only looks goes', './work; code=$?\nif [ $code -eq 0 ]; then\n  quit\nfi\nexit $code', './work; code=$?\nexit $code'],
  ['a choice that works stays', 'if ./work; then quit; else exit 1; fi', 'if ./work; then :; else exit 1; fi'],
  ['a loop that repeats it goes', './work; until quit; do sleep 1; done', './work'],
  ['also a counted one', 'for i in 1 2 3; do quit && break; sleep 1; done; ./work', './work'],
  ['a group keeps what else it does', '(./work; quit)', '(./work)'],
  ['and its last semicolon', '{ ./work; quit; }', '{ ./work; }'],
  ['a group that only paused goes', './work; (sleep 5; quit) &\nwait', './work\nwait'],
  ['a case keeps its branch', 'case $1 in\n a) quit;;\n b) ./work;;\nesac', 'case $1 in\n a) :;;\n b) ./work;;\nesac'],
  ['another shell goes with its script', './work; sh -c "quit"', './work'],
  ['a heredoc is no command', 'cat <<EOF > /x\nquit\nEOF\nquit\n./work', 'cat <<EOF > /x\nquit\nEOF\n./work'],
])('%s', (_name, text, left) => {
  expect(without(text)).toBe(left);
  expect(parseShell(left).errors ?? []).toEqual([]);
});

test('a command with a heredoc is left to the caller, because its text would stay', () => {
  expect(without('quit <<EOF\n./not-a-command\nEOF\n./work')).toBe('quit <<EOF\n./not-a-command\nEOF\n./work');
});

test('choices inside of choices take linear time', () => {
  const nested = (depth: number): string => depth === 0 ? 'quit' : `if ./a; then ${nested(depth - 1)}; else ./b; fi`;

  expect(without(nested(60))).toBe(nested(60).replace('quit', ':'));
});

test('a script of which nothing is left is left to the caller', () => {
  expect(without('quit || true; sleep 3')).toBeUndefined();
});
