import { apply, edit, lines } from './edits';
import { EditRefused } from '../../../src/edits/edit';

describe('setting', () => {
  test.each([
    ['a number', 'a: 1 # one\nb: 2\n', ['a'], 5, 'a: 5 # one\nb: 2\n'],
    ['a quoted text', "a: 'x'  # one\n", ['a'], 'it\'s', "a: 'it''s'  # one\n"],
    ['a plain text that needs quotes', 'a: x\n', ['a'], 'true', 'a: "true"\n'],
    ['a text that turns the direction of what follows', 'a: x\n', ['a'], 'x\u202ey', 'a: "x\\u202ey"\n'],
    ['a text with what is not seen, in JSON', '{"a": "x"}\n', ['a'], 'x\u200by', '{"a": "x\\u200by"}\n'],
    ['a text that other readers take for a number', 'a: x\n', ['a'], '22:22', 'a: "22:22"\n'],
    ['an object for a text', 'a: x # c\nb: 1\n', ['a'], { c: { d: [1, 'e'] } }, 'a: # c\n  c:\n    d:\n      - 1\n      - e\nb: 1\n'],
    ['a text for an object', 'a: # c\n  b: 1\nd: 1\n', ['a'], 'x', 'a: x # c\nd: 1\n'],
    ['a text for a block scalar', 'a: |-\n  x\n  y\nd: 1\n', ['a'], 5, 'a: 5\nd: 1\n'],
    ['a list for a block scalar', 'a: |\n  x\n\nd: 1\n', ['a'], ['p'], 'a:\n  - p\n\nd: 1\n'],
    ['a key that is new', 'a:\n    b: 1\n    # about c\n    c: 2\n# end\n', ['a', 'd'], { e: 1 }, 'a:\n    b: 1\n    # about c\n    c: 2\n    d:\n        e: 1\n# end\n'],
    ['objects that are missing', 'a:\n  b: 1\n', ['a', 'x', 'w'], 'z', 'a:\n  b: 1\n  x:\n    w: z\n'],
    ['a key without a value', 'a:\nb: 1\n', ['a', 'x'], 'z', 'a:\n  x: z\nb: 1\n'],
    ['an empty object', 'a: {} # c\nb: 1\n', ['a', 'x'], 'z', 'a: # c\n  x: z\nb: 1\n'],
    ['a part of a flow object', 'a: {b: 1, c: x}\n', ['a', 'c'], 'y, z', 'a: {b: 1, c: "y, z"}\n'],
    ['a new part of a flow object', 'a: { b: 1 }\n', ['a', 'c'], [1], 'a: { b: 1, c: [1] }\n'],
    ['a text of several lines', 'a:\n  b: x\n', ['a', 'c'], 'x\ny\n', 'a:\n  b: x\n  c: |\n    x\n    y\n'],
    ['an item', 'a:\n- x # c\n- y\n', ['a', 0], 'z', 'a:\n- z # c\n- y\n'],
    ['an item as an object', 'a:\n- x # c\n- y\n', ['a', 0], { k: 1, l: 2 }, 'a:\n- k: 1 # c\n  l: 2\n- y\n'],
    ['what is there already', 'a: {b:   1}\n', ['a'], { b: 1 }, 'a: {b:   1}\n'],
    ['a key with an odd name', 'a:\n  b: 1\n', ['a', 'x/y: z'], 'v', 'a:\n  b: 1\n  "x/y: z": v\n'],
  ])('%s', (_, before, path, value, after) => {
    expect(apply(before, edit('set', { path, value }))).toBe(after);
  });

  test('a whole object changes only what differs', () => {
    const before = lines('probe:', '  # how', '  httpGet: {path: /a, port: 80}', '  periodSeconds: 5 # slow', 'x: 1');
    const value = { httpGet: { path: '/a', port: 81 }, periodSeconds: 5, timeoutSeconds: 2 };

    expect(apply(before, edit('set', { path: ['probe'], value })))
      .toBe(lines('probe:', '  # how', '  httpGet: {path: /a, port: 81}', '  periodSeconds: 5 # slow', '  timeoutSeconds: 2', 'x: 1'));
  });

  test('puts several new keys behind the sibling that they name, in their order', () => {
    const set = (key: string, ...after: string[]) => edit('set', { path: [key], value: 1, after });

    expect(apply('name: x # n\nimage: y\n', set('a', 'none', 'name'), set('b', 'name'), set('c', 'b'))).toBe('name: x # n\na: 1\nb: 1\nc: 1\nimage: y\n');
  });

  test('makes a missing object once for several keys', () => {
    expect(apply('a: 1\n', edit('set', { path: ['m', 'o', 'x'], value: 1 }), edit('set', { path: ['m', 'o', 'y'], value: 2 })))
      .toBe('a: 1\nm:\n  o:\n    x: 1\n    "y": 2\n');
  });
});

describe('removing', () => {
  test.each([
    ['a key with its comments', 'a: 1\n\n# about b\nb: # here\n  x: 1\n  # end\nc: 1\n', ['b'], 'a: 1\n\nc: 1\n'],
    ['a key between blank lines', 'a: 1\n\nb: 1\n\nc: 1\n', ['b'], 'a: 1\n\nc: 1\n'],
    ['an item with its comments', 'a:\n- x\n# about y\n- y # here\n\n# apart\n\n- z\n', ['a', 1], 'a:\n- x\n\n# apart\n\n- z\n'],
    ['the key on the line of the dash', 'a:\n- name: x\n  # about y\n  y: 1\n', ['a', 0, 'name'], 'a:\n- # about y\n  y: 1\n'],
    ['the key on the line of the dash, before another', 'a:\n- name: x\n  y: 1\n', ['a', 0, 'name'], 'a:\n- y: 1\n'],
    ['the last thing of a file without a line break', 'a: 1\nb: 2', ['b'], 'a: 1'],
    ['an item of a flow list', 'a: ["x", "y", "z"]\n', ['a', 1], 'a: ["x", "z"]\n'],
    ['the last item of a flow list', 'a: ["x", "y" ]\n', ['a', 1], 'a: ["x" ]\n'],
    ['the last item of a flow list of several lines', 'a: [\n  x, # one\n  y # two\n]\n', ['a', 1], 'a: [\n  x # one\n]\n'],
    ['an item of a flow list with comments', 'a: [\n  x, # one\n  # two\n  y\n]\n', ['a', 0], 'a: [\n  # two\n  y\n]\n'],
    ['a key of a flow object', 'a: {x: 1, y: 2}\n', ['a', 'x'], 'a: {y: 2}\n'],
    ['all of a list', 'a: # c\n- x\nb: 1\n', ['a', 0], 'a: [] # c\nb: 1\n'],
    ['all of an object', 'a:\n  x: 1\nb: 1\n', ['a', 'x'], 'a: {}\nb: 1\n'],
    ['all of an object in a list', 'a:\n- x: 1\n  # c\n- y\n', ['a', 0, 'x'], 'a:\n- {}\n  # c\n- y\n'],
    ['all of a flow list', 'a: [ x ]\nb: 1\n', ['a', 0], 'a: []\nb: 1\n'],
  ])('%s', (_, before, path, after) => {
    expect(apply(before, edit('remove', { path }))).toBe(after);
  });

  test('takes the key along when asked to', () => {
    const both = [0, 1].map(index => edit('remove', { path: ['a', index], emptied: 'goes' as const }));

    expect(apply('# a\na:\n- x\n- y\nb: 1\n', ...both)).toBe('b: 1\n');
    expect(apply('a: [x, y]\nb: 1\n', ...both)).toBe('b: 1\n');
    expect(apply('a: [x, y]\nb: 1\n', both[0])).toBe('a: [y]\nb: 1\n');
  });

  test('what is inside of something that is removed goes with it', () => {
    expect(apply('a:\n  x: 1\nb: 1\n', edit('remove', { path: ['a'] }), edit('set', { path: ['a', 'x'], value: 2 }))).toBe('b: 1\n');
  });
});

describe('inserting', () => {
  test.each([
    ['at the end', 'a:\n  - "x" # one\n# end\n', undefined, ['y'], 'a:\n  - "x" # one\n  - "y"\n# end\n'],
    ['in front of an item', 'a:\n- x\n# about y\n- y\n', 1, ['1', 'z'], 'a:\n- x\n- "1"\n- z\n# about y\n- y\n'],
    ['an object', 'a:\n-   k: v\n', undefined, [{ k: 'w', l: [1] }], 'a:\n-   k: v\n-   k: w\n    l:\n    - 1\n'],
    ['into a flow list', "a: ['x', 'y']\n", undefined, ['it'], "a: ['x', 'y', 'it']\n"],
    ['in front in a flow list', 'a: [x, y]\n', 0, ['a:b'], 'a: ["a:b", x, y]\n'],
    ['into a flow list of several lines', 'a: [\n  "x",\n  "y", # why\n]\n', undefined, ['z'], 'a: [\n  "x",\n  "y", # why\n  "z",\n]\n'],
    ['several behind a comment in a flow list', 'a: [\n  "x" # why\n]\n', undefined, ['p', 'q'], 'a: [\n  "x", # why\n  "p",\n  "q"\n]\n'],
    ['behind a comment in a flow list', 'a: [\n  "x",\n  "y" # why\n]\n', undefined, ['z'], 'a: [\n  "x",\n  "y", # why\n  "z"\n]\n'],
    ['into an empty list', 'a: []\n', undefined, ['z'], 'a:\n  - z\n'],
    ['into a list in a list', 'b: [[1]]\na:\n- x\n', undefined, [['z', 1], []], 'b: [[1]]\na:\n- x\n- - z\n  - 1\n- []\n'],
    ['into a list that is missing', 'b:\n- 1\n', undefined, ['z'], 'b:\n- 1\na:\n- z\n'],
  ])('%s', (_, before, at, items, after) => {
    expect(apply(before, edit('insert', { path: ['a'], at, items }))).toBe(after);
  });
});

describe('replacing a text', () => {
  test.each([
    ['plain', 'a: x y # c\n', 'z', 'a: z # c\n'],
    ['plain by several lines', 'a: x # c\n', 'z\ny', 'a: |- # c\n  z\n  y\n'],
    ['double quotes', 'a: "x"\n', 'z "\\', 'a: "z \\"\\\\"\n'],
    ['single quotes that cannot hold it', "a: 'x'\n", 'z\n', 'a: "z\\n"\n'],
    ['a literal', 'a: | # c\n  one  \n  \n  two\n    three\nb: 1\n', 'one  \n\n2\n  three\n', 'a: | # c\n  one  \n  \n  2\n    three\nb: 1\n'],
    ['a literal without a line break at its end', 'a: |-\n    one\n    two\n', 'one', 'a: |-\n    one\n'],
    ['a literal that loses its line break', 'a: |\n  one\n', 'two', 'a: |-\n  two\n'],
    ['a literal at the end of a file', 'a: |-\n  one\n  two', 'one', 'a: |-\n  one'],
    ['a literal with an indicator', 'a: |2-\n    one\n  two\n', '  one\n2', 'a: |2-\n    one\n  2\n'],
    ['a folded text', 'a: >-\n  one &&\n  two &&\n  three\n', 'one && three', 'a: >-\n  one &&\n  three\n'],
    ['a folded text of paragraphs', 'a: >\n  one\n  1\n\n  two\n  2\n', 'one 1\ntwo 3\n', 'a: >\n  one\n  1\n\n  two\n  3\n'],
    ['a folded text that is too unusual', 'a: >-\n  one\n    deep\n  two\n', 'one\ntwo', 'a: |-\n  one\n  two\n'],
    ['quotes over several lines', 'a: "one &&\n  two;\n\n  three"\nb: 1\n', 'one;\nthree', 'a: "one;\n\n  three"\nb: 1\n'],
    ['plain over several lines', 'a: one\n  two\n  three # c\nb: 1\n', 'one three', 'a: one\n  three # c\nb: 1\n'],
    ['a literal that gets blank lines at its end', 'a: |\n  one\nb: 1\n', 'one\n\n', 'a: |+\n  one\n\nb: 1\n'],
    ['a block that becomes empty', 'a: |\n  one\nb: 1\n', '', 'a: ""\nb: 1\n'],
  ])('%s', (_, before, value, after) => {
    expect(apply(before, edit('text', { path: ['a'], value }))).toBe(after);
    expect(apply(before.replaceAll('\n', '\r\n'), edit('text', { path: ['a'], value }))).toBe(after.replaceAll('\n', '\r\n'));
  });
});

test('a text that would keep the blank line behind it is quoted', () => {
  const before = lines('args:', '- |', '  one', '', '- two');

  expect(apply(before, edit('text', { path: ['args', 0], value: 'a\n\n' }))).toBe(lines('args:', '- "a\\n\\n"', '', '- two'));
});

describe('JSON', () => {
  const pod = { spec: { containers: [{ name: 'app' }, { name: 'proxy', args: ['a'] }] } };
  const edits = [
    edit('move', { path: ['spec', 'containers', 1], to: 'initContainers' }),
    edit('set', { path: ['spec', 'containers', 1, 'restartPolicy'], value: 'Always', after: ['name'] }),
    edit('set', { path: ['spec', 'containers', 1, 'startupProbe'], value: { tcpSocket: { port: 1 } } }),
    edit('insert', { path: ['spec', 'containers', 1, 'args'], items: ['b'] }),
  ];
  const proxy = { name: 'proxy', restartPolicy: 'Always', args: ['a', 'b'], startupProbe: { tcpSocket: { port: 1 } } };
  const after = { spec: { initContainers: [proxy], containers: [{ name: 'app' }] } };

  test.each([['spaces', 2], ['four spaces', 4], ['tabs', '\t'], ['nothing', 0]])('keeps its indentation by %s', (_, indent) => {
    expect(apply(JSON.stringify(pod, null, indent), ...edits)).toBe(JSON.stringify(after, null, indent));
  });
});

describe('refusing', () => {
  test.each([
    ["there is no 'b'", [edit('remove', { path: ['b'] })]],
    ["two edits set different values for 'a'", [edit('set', { path: ['a'], value: 1 }), edit('set', { path: ['a'], value: 2 })]],
    ["two edits conflict at 'l'", [edit('set', { path: ['l'], value: 1 }), edit('insert', { path: ['l'], items: [2] })]],
    ["'a' is not a string, so its text cannot be replaced", [edit('text', { path: ['a'], value: 'x' })]],
    ["'a' is not a list", [edit('insert', { path: ['a'], items: ['x'] })]],
    ["'a' is neither an object nor a list", [edit('set', { path: ['a', 'b'], value: 'x' })]],
    ["there is no 'l[3]' to set", [edit('set', { path: ['l', 3], value: 'x' })]],
    ["'a' is not an item of a list, so it cannot be moved", [edit('move', { path: ['a'], to: 'x' })]],
    ["'l[0]' is moved twice", [edit('move', { path: ['l', 0], to: 'x' }), edit('move', { path: ['l', 0], to: 'y' })]],
  ])('%s', (message, edits) => {
    expect(() => apply('a: 1\nl:\n- 1\n', ...edits)).toThrow(new EditRefused(message));
  });
});
