import { withComments } from '../../../src/recognition/leftovers/comments-along';

/** The script without the lines that end in `<`; the mark itself is not part of it. */
function without(...marked: readonly string[]): string {
  const lines = marked.map(line => line.replace(/<$/, ''));
  const text = lines.map(line => `${line}\n`).join('');
  const edits = marked.flatMap((line, index) => {
    const start = lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0);
    const command = lines[index].replace(/\s+#.*$/, '');
    return line.endsWith('<') ? [{ start, end: start + command.length + (command === lines[index] ? 1 : 0) }] : [];
  });
  return withComments(text, edits).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

test('a comment right above what goes goes with it', () => {
  expect(without('work', '# tell the proxy to quit,', '# otherwise it never ends', 'curl quit<')).toBe('work\n');
  expect(without('# die Datenbank', 'until up; do sleep 1; done<', '', 'work')).toBe('\nwork\n');
});

test('a comment that may be the heading of what stays below stays', () => {
  expect(without('# every night', 'curl quit<', 'work')).toBe('# every night\nwork\n');
  expect(without('# wait for the database', 'until up; do sleep 1; done<', 'work')).toBe('work\n');
});

test('a comment above a blank line, and the first line of a program, stay', () => {
  expect(without('# quit', '', 'curl quit<', 'work')).toBe('# quit\n\nwork\n');
  expect(without('#!/bin/sh', 'sleep 5<', 'work')).toBe('#!/bin/sh\nwork\n');
});

test('a comment behind what goes goes with it', () => {
  expect(without('work # hard', 'curl quit   # stop the proxy<')).toBe('work # hard\n');
});

test('several commands that go one after another take their comments along', () => {
  expect(without('# the proxy', 'curl quit<', '# the cache', 'redis-cli shutdown<', '', 'work')).toBe('\nwork\n');
});

test('blank lines before an end that goes go, too', () => {
  expect(without('work', '', '', '# stop it', 'curl quit<')).toBe('work\n');
  expect(without('work', '', 'curl quit<')).toBe('work\n');
});

test('a comment that a continued line needs stays', () => {
  expect(without('work \\', '# stop', 'curl quit<', 'more')).toBe('work \\\n# stop\nmore\n');
});
