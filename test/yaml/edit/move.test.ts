import { apply, edit, lines, nativize } from './edits';
import { EditRefused } from '../../../src/edits/edit';

const PROXY = ['spec', 'containers', 1];

test('makes the list in front of the other, and takes the comments of the item along', () => {
  const text = lines(
    'apiVersion: v1', 'kind: Pod', 'spec:',
    '  # all the containers', '  containers: # two',
    '    - name: app  # the app', '      image: "app:1"', '      # end of app', '',
    '    # the proxy', '    - name: proxy # helps', '      image: proxy:2\t# tabbed', '      args: ["--a", \'--b\']', '      # end of proxy',
    '    # - name: debug', '  volumes: []', '# END',
  );

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'apiVersion: v1', 'kind: Pod', 'spec:',
    '  initContainers:',
    '    # the proxy', '    - name: proxy # helps', '      image: proxy:2\t# tabbed', '      restartPolicy: Always', '      args: ["--a", \'--b\']', '      # end of proxy',
    '  # all the containers', '  containers: # two',
    '    - name: app  # the app', '      image: "app:1"', '      # end of app',
    '    # - name: debug', '  volumes: []', '# END',
  ));
});

test('keeps dashes that stand under their key where they are', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '  - name: proxy', '    args:', '    - a', '  volumes: []');

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'spec:', '  initContainers:', '  - name: proxy', '    restartPolicy: Always', '    args:', '    - a', '  containers:', '  - name: app', '  volumes: []',
  ));
});

test.each([
  ['before', ['  initContainers:', '    - name: init', '  containers:', '  - name: app', '  - name: proxy'],
    ['  initContainers:', '    - name: init', '    - name: proxy', '      restartPolicy: Always', '  containers:', '  - name: app']],
  ['behind', ['  containers:', '  - name: app', '  - name: proxy', '  initContainers:', '    - name: init'],
    ['  containers:', '  - name: app', '  initContainers:', '    - name: init', '    - name: proxy', '      restartPolicy: Always']],
  ['empty in brackets', ['  initContainers: [] # none', '  containers:', '  - name: app', '  - name: proxy'],
    ['  initContainers: # none', '  - name: proxy', '    restartPolicy: Always', '  containers:', '  - name: app']],
  ['a key without a value', ['  initContainers:', '    # none yet', '  containers:', '  - name: app', '  - name: proxy'],
    ['  initContainers:', '    # none yet', '  - name: proxy', '    restartPolicy: Always', '  containers:', '  - name: app']],
  ['null', ['  initContainers: ~', '  containers:', '  - name: app', '  - name: proxy'],
    ['  initContainers:', '  - name: proxy', '    restartPolicy: Always', '  containers:', '  - name: app']],
])('joins the init containers that are there: %s', (_, before, after) => {
  expect(apply(lines('spec:', ...before), ...nativize(PROXY))).toBe(lines('spec:', ...after));
});

test('indents an item that began behind another one on its line, as in KYAML', () => {
  const text = lines('{', '  spec: {', '    containers: [{', '      name: "app",', '    }, {', '      name: "proxy",', '      args: [', '        "a",', '      ],', '    }],', '  },', '}');

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    '{', '  spec: {',
    '    initContainers: [', '      {', '        name: "proxy",', '        restartPolicy: Always,', '        args: [', '          "a",', '        ],', '      }', '    ],',
    '    containers: [{', '      name: "app",', '    }],', '  },', '}',
  ));
});

test('puts the item in front of another when asked to', () => {
  const text = lines('spec:', '  initContainers:', '  - name: first', '  # second', '  - name: second', '  containers:', '  - name: app', '  - name: proxy');

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers', at: 1 }))).toBe(lines(
    'spec:', '  initContainers:', '  - name: first', '  - name: proxy', '  # second', '  - name: second', '  containers:', '  - name: app',
  ));
});

test('keeps the order of several items, and the blank lines of the list that they join', () => {
  const text = lines('spec:', '  initContainers:', '  - name: a', '', '  - name: b', '  containers:', '  - name: app', '  - name: c', '  - name: d');
  const edits = [2, 3].map(index => edit('move', { path: ['spec', 'containers', index - 1], to: 'initContainers' }));

  expect(apply(text, ...edits)).toBe(lines(
    'spec:', '  initContainers:', '  - name: a', '', '  - name: b', '', '  - name: c', '', '  - name: d', '  containers:', '  - name: app',
  ));
});

test('moves the first item with its own comment, and leaves the one about the list', () => {
  const about = (comment: string) => lines('spec:', '  containers:', `  # ${comment}`, '  - name: proxy', '  - name: app');
  const move = edit('move', { path: ['spec', 'containers', 0], to: 'initContainers' });

  expect(apply(about('helps the app'), move)).toBe(lines('spec:', '  initContainers:', '  # helps the app', '  - name: proxy', '  containers:', '  - name: app'));
  expect(apply(about('All containers.'), move)).toBe(lines('spec:', '  initContainers:', '  - name: proxy', '  containers:', '  # All containers.', '  - name: app'));
});

test('leaves a comment that is apart from the item, or closes what is above', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '', '  # apart', '', '  # /end of app', '  # the proxy', '  - name: proxy');

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'spec:', '  initContainers:', '  # the proxy', '  - name: proxy', '    restartPolicy: Always', '  containers:', '  - name: app', '', '  # apart', '', '  # /end of app',
  ));
});

test('takes along an item whose dash stands alone, or before a comment', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '  - # the proxy', '    name: proxy', '  -', '    name: logs');

  expect(apply(text, ...nativize(PROXY), edit('move', { path: ['spec', 'containers', 2], to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', '  - # the proxy', '    name: proxy', '    restartPolicy: Always', '  -', '    name: logs', '  containers:', '  - name: app',
  ));
});

test('refuses what is indented so that not every program reads it', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '  - name: proxy', '    tty: "one', '  two"');

  expect(() => apply(text, ...nativize(PROXY))).toThrow(new EditRefused('the document is written in a way that the edits do not fit: edit it by hand'));
});

test('leaves a file without a line break at its end without one', () => {
  expect(apply('spec:\n  containers:\n  - name: app\n  - name: proxy', ...nativize(PROXY)))
    .toBe('spec:\n  initContainers:\n  - name: proxy\n    restartPolicy: Always\n  containers:\n  - name: app');
});

test('ends a file with a line break where a block scalar comes last that did not before', () => {
  expect(apply('spec:\n  containers:\n  - name: app\n    args:\n    - |\n      ./run\n  - name: proxy', ...nativize(PROXY)))
    .toBe('spec:\n  initContainers:\n  - name: proxy\n    restartPolicy: Always\n  containers:\n  - name: app\n    args:\n    - |\n      ./run\n');
  expect(apply('spec:\n  containers:\n  - name: app\n    args:\n    - |-\n      ./run\n  - name: proxy', ...nativize(PROXY)))
    .toBe('spec:\n  initContainers:\n  - name: proxy\n    restartPolicy: Always\n  containers:\n  - name: app\n    args:\n    - |-\n      ./run');
});

test('moves block scalars with their blank lines and their indentation', () => {
  const text = lines(
    'spec:', '    containers:', '      - name: app', '      - name: proxy', '        command:', '        - sh', '        - |+', '          # no comment', '', '            deep', '', '',
    '    initContainers:', '    - name: init',
  );

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'spec:', '    containers:', '      - name: app', '    initContainers:', '    - name: init', '    - name: proxy', '      restartPolicy: Always',
    '      command:', '      - sh', '      - |+', '        # no comment', '', '          deep', '', '',
  ));
});

test('keeps Windows line ends, a byte order mark, markers and the other documents', () => {
  const first = '\ufeff# file\r\n--- # one\r\nspec:\r\n  containers:\r\n  - name: app\r\n  - name: proxy\r\n';
  const rest = '...\r\n# between\r\n---\r\nkind:  Other # as it is  \r\n';

  expect(apply(first + rest, ...nativize(PROXY))).toBe('\ufeff# file\r\n--- # one\r\nspec:\r\n  initContainers:\r\n  - name: proxy\r\n    restartPolicy: Always\r\n'
    + `  containers:\r\n  - name: app\r\n${rest}`);
});

test('keeps old Macintosh line ends', () => {
  expect(apply('spec:\r  containers:\r  - name: app\r  - name: proxy\r', ...nativize(PROXY)))
    .toBe('spec:\r  initContainers:\r  - name: proxy\r    restartPolicy: Always\r  containers:\r  - name: app\r');
});

test('keeps placeholders', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '  - name: proxy', '    image: <IMAGE>', '    args: ["${A}", "$(B)"]', '    tty: ${TTY}');

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'spec:', '  initContainers:', '  - name: proxy', '    image: <IMAGE>', '    restartPolicy: Always', '    args: ["${A}", "$(B)"]', '    tty: ${TTY}',
    '  containers:', '  - name: app',
  ));
});

test('finds its place in a List, and where containers is the key on the line of a dash', () => {
  const text = lines('kind: List', 'items:', '- spec:', '    containers:', '    - name: app', '    - name: proxy', '- containers:', '  - name: a', '  - name: b', '  kind: X');

  expect(apply(text, ...nativize(['items', 0, 'spec', 'containers', 1]), edit('move', { path: ['items', 1, 'containers', 1], to: 'initContainers' }))).toBe(lines(
    'kind: List', 'items:', '- spec:', '    initContainers:', '    - name: proxy', '      restartPolicy: Always', '    containers:', '    - name: app',
    '- initContainers:', '  - name: b', '  containers:', '  - name: a', '  kind: X',
  ));
});

test('the list that loses its last item stays empty, or goes', () => {
  const text = lines('spec:', '  containers: # here', '  - name: proxy', '  other: 1');
  const path = ['spec', 'containers', 0];

  expect(apply(text, edit('move', { path, to: 'initContainers' })))
    .toBe(lines('spec:', '  initContainers:', '  - name: proxy', '  containers: [] # here', '  other: 1'));
  expect(apply(text, edit('move', { path, to: 'initContainers', emptied: 'goes' })))
    .toBe(lines('spec:', '  other: 1', '  initContainers:', '  - name: proxy'));
});

describe('anchors', () => {
  test('may move when they still come before their aliases', () => {
    const text = lines('spec:', '  containers:', '  - name: proxy', '    resources: &small', '      cpu: 1', '  - name: app', '    resources: *small');

    expect(apply(text, edit('move', { path: ['spec', 'containers', 0], to: 'initContainers' }))).toBe(lines(
      'spec:', '  initContainers:', '  - name: proxy', '    resources: &small', '      cpu: 1', '  containers:', '  - name: app', '    resources: *small',
    ));
  });

  test('hold back an alias that would come first', () => {
    const text = lines('spec:', '  containers:', '  - name: app', '    resources: &small', '      cpu: 1', '  - name: proxy', '    resources: *small');

    expect(() => apply(text, ...nativize(PROXY)))
      .toThrow(new EditRefused('the edits conflict with the anchors and aliases of the document: replace the aliases with their values first'));
  });

  test('hold back an edit that would change another place', () => {
    const text = lines('a: &a', '  x: 1', 'b: *a', 'c:', '  <<: *a', '  y: 2');

    expect(() => apply(text, edit('set', { path: ['a', 'x'], value: 2 })))
      .toThrow(new EditRefused("'a' has the anchor 'a', so the edit would also change other places: replace the aliases with their values first"));
    expect(() => apply(text, edit('set', { path: ['b', 'x'], value: 2 })))
      .toThrow(new EditRefused("'b' is an alias, so the edit would also change another place: replace the alias with its value first"));
    expect(() => apply(text, edit('remove', { path: ['a'] })))
      .toThrow(new EditRefused("'a' defines the anchor 'a', which an alias elsewhere uses: replace the aliases with their values first"));
    expect(() => apply(text, edit('remove', { path: ['c', 'x'] })))
      .toThrow(new EditRefused("'c.x' comes from a merge key, so it cannot be edited here: replace the merge key with its values first"));
    expect(apply(text, edit('set', { path: ['c', 'x'], value: 2 }))).toBe(`${text}  x: 2\n`);
    expect(apply(text, edit('set', { path: ['b'], value: 2 }))).toBe(text.replace('b: *a', 'b: 2'));
  });
});

test.each([
  ['to a block list', '  containers: [', ['    {name: app}, # one', '    # two', '    {name: proxy}, # three', '  ]'],
    ['  initContainers:', '    # two', '    - {name: proxy} # three', '  containers: [', '    {name: app} # one', '  ]']],
  ['also what is commented out', '  containers: [', ['    # {name: debug},', '    # the proxy', '    {name: proxy},', '    # the app', '    {name: app},', '  ]'],
    ['  initContainers:', '    # the app', '    - {name: app}', '  containers: [', '    # {name: debug},', '    # the proxy', '    {name: proxy}', '  ]']],
  ['from the line of the bracket', '  containers: [ {name: app}, # one', ['    # two', '    {name: proxy} ] # three'],
    ['  initContainers:', '    # two', '    - {name: proxy}', '  containers: [ {name: app} # one', '     ] # three']],
])('keeps the comments of a flow list: %s', (_, first, rest, after) => {
  expect(apply(lines('spec:', first, ...rest), edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines('spec:', ...after));
});

test('puts the comment behind a moved item above it, where it joins another flow list', () => {
  const text = lines('spec: {', '  containers: [', '    {name: app},', '    {name: proxy} # three', '  ],', '}');

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec: {', '  initContainers: [', '    # three', '    {name: proxy}', '  ],', '  containers: [', '    {name: app}', '  ],', '}',
  ));
});

test('puts the comments above a moved item above it, where it joins another flow list', () => {
  const text = lines('spec: {', '  containers: [', '    # one', '    # two', '    {name: app},', '    {name: proxy}', '  ],', '}');

  expect(apply(text, edit('move', { path: ['spec', 'containers', 0], to: 'initContainers' }))).toBe(lines(
    'spec: {', '  initContainers: [', '    # one', '    # two', '    {name: app}', '  ],', '  containers: [', '    {name: proxy}', '  ],', '}',
  ));
});

test('leaves the comments above a moved item where the other list is on one line', () => {
  const text = lines('spec:', '  initContainers: [{name: first}]', '  containers: [', '    {name: app},', '    # two', '    {name: proxy}', '  ]');

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers: [{name: first}, {name: proxy}]', '  containers: [', '    {name: app}', '    # two', '  ]',
  ));
});

test('takes a # inside of a moved item of a flow list for no comment between the items', () => {
  const text = '{"spec":{"containers":[{"name":"app"},{"name":"proxy","args":["# no"]},{"name":"other"}]}}';
  const edits = [1, 2].map(index => edit('move', { path: ['spec', 'containers', index], to: 'initContainers' }));

  expect(apply(text, ...edits)).toBe('{"spec":{"initContainers":[{"name":"proxy","args":["# no"]},{"name":"other"}],"containers":[{"name":"app"}]}}');
});
