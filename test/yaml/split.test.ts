import { splitDocuments } from '../../src/yaml/split';

/** Each document as `index: first line, content line`. */
function shape(stream: string): string[] {
  return splitDocuments(stream).map(document => `${document.index}: ${document.firstLine}, ${document.contentLine ?? 'empty'}`);
}

test.each<[string, string, string[]]>([
  ['nothing is no document', '', []],
  ['blank lines and comments are no document', '\n  # nothing\n\n', []],
  ['a lone document', 'a: 1\n', ['0: 1, 1']],
  ['a document begins behind the comments above it', '# about a\n\na: 1\n', ['0: 1, 3']],
  ['a marker at the top begins the first document', '---\na: 1\n', ['0: 1, 2']],
  ['comments above the first marker belong to its document', '# Source: chart\n---\na: 1\n', ['0: 1, 3']],
  ['directives belong to the document behind them', '%YAML 1.1\n---\na: 1\n', ['0: 1, 3']],
  ['two documents', 'a: 1\n---\nb: 2\n', ['0: 1, 1', '1: 2, 3']],
  ['an empty document counts', '---\n---\nb: 2\n', ['0: 1, empty', '1: 2, 3']],
  ['a document with only a comment counts', '---\n# nothing\n---\nb: 2\n', ['0: 1, empty', '1: 3, 4']],
  ['a marker at the end begins an empty document', 'a: 1\n---\n', ['0: 1, 1', '1: 2, empty']],
  ['a marker without a line break at the end of the stream', 'a: 1\n---', ['0: 1, 1', '1: 2, empty']],
  ['dots end a document and begin none', 'a: 1\n...\n# the end\n', ['0: 1, 1']],
  ['dots and a marker', 'a: 1\n...\n---\nb: 2\n', ['0: 1, 1', '1: 3, 4']],
  ['dots, a directive and a marker', 'a: 1\n...\n%YAML 1.1\n---\nb: 2\n', ['0: 1, 1', '1: 3, 5']],
  ['a document without a marker behind dots', 'a: 1\n...\nb: 2\n', ['0: 1, 1', '1: 3, 3']],
  ['a comment on the marker', 'a: 1\n--- # second\nb: 2\n', ['0: 1, 1', '1: 2, 3']],
  ['content on the marker', '--- {a: 1}\n--- {b: 2}\n', ['0: 1, 1', '1: 2, 2']],
  ['an indented marker is text', 'a: |\n  ---\n  b\n', ['0: 1, 1']],
  ['a longer word is no marker', 'a: |\n----\n---b\n', ['0: 1, 1']],
  ['Windows line ends', 'a: 1\r\n---\r\nb: 2\r\n', ['0: 1, 1', '1: 2, 3']],
  ['old Macintosh line ends', 'a: 1\r---\rb: 2\r', ['0: 1, 1', '1: 2, 3']],
  ['a byte order mark', '\ufeffa: 1\n---\nb: 2\n', ['0: 1, 1', '1: 2, 3']],
  ['a byte order mark in front of a marker', '\ufeff---\na: 1\n', ['0: 1, 2']],
])('%s', (_behavior, stream, expected) => {
  expect(shape(stream)).toEqual(expected);
});

test('the texts of the documents add up to the stream', () => {
  const stream = '# head\n---\na: 1\n---\n# empty\n---\nb: |\n  ---\n';

  expect(splitDocuments(stream).map(document => document.text).join('')).toBe(stream);
});
