import { apply, edit, lines, nativize } from './edits';

const PROXY = ['spec', 'containers', 1];

test.each([
  ['behind a # and a space', '  # - name: debug', '  #   image: debug:1'],
  ['behind a #', '  #- name: debug', '  #  image: debug:1'],
  ['behind a # at the margin', '#  - name: debug', '#    image: debug:1'],
  ['behind a # and a space at the margin', '#   - name: debug', '#     image: debug:1'],
  ['behind a mark that a script replaces', '#P#- name: debug', '#P#  image: debug:1'],
  ['with a heading', '  # To look around:', '  # - name: debug', '  #   image: debug:1'],
  ['with a comment inside', '  # - name: debug', '  #   # new', '  #', '  #   image: debug:1'],
  ['behind a # alone, above a key behind a # and a space', '  #- name: debug', '  # image: debug:1'],
  ['the same with parts of that key', '  #- name: debug', '  #  image: debug:1', '  # env:', '  # - name: A'],
  ['at a column where nothing else is', '     # - name: debug', '     #   image: debug:1'],
])('a commented-out container does not move with the one below it: %s', (_, ...off) => {
  const text = lines('spec:', '  containers:', '  - name: app', ...off, '  # the proxy', '  - name: proxy', '  volumes: []');

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'spec:', '  initContainers:', '  # the proxy', '  - name: proxy', '    restartPolicy: Always', '  containers:', '  - name: app', ...off, '  volumes: []',
  ));
});

test.each([
  ['a sentence', '  # Sends requests on.'],
  ['a sentence with a colon', '  # Note: it sends requests on'],
  ['a remark', '  # owner: team-a'],
  ['a list of sentences', '  # - it sends requests on', '  # - it counts them'],
  ['a list of words', '  # - requests', '  # - answers'],
  ['a sentence at the margin', '# note: it sends requests on'],
])('prose moves with the container below it: %s', (_, ...prose) => {
  const text = lines('spec:', '  containers:', '  - name: app', ...prose, '  - name: proxy', '  volumes: []');

  expect(apply(text, ...nativize(PROXY))).toBe(lines(
    'spec:', '  initContainers:', ...prose, '  - name: proxy', '    restartPolicy: Always', '  containers:', '  - name: app', '  volumes: []',
  ));
});

test('commented-out parts of a container stay with it, whether it moves or not', () => {
  const app = ['  - name: app', '    args:', '    - --a', '#P# - --b', '#P# tty: true'];
  const proxy = ['  - name: proxy', '    env:', '    - name: A', '      value: a', '#P# - name: B', '#P#   value: b', '#     - name: C', '#       value: c'];

  expect(apply(lines('spec:', '  containers:', ...app, ...proxy, '  volumes: []'), edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', ...proxy, '  containers:', ...app, '  volumes: []',
  ));
});

test('a commented-out item and a commented-out key below it stay in the container that they are in', () => {
  const app = ['  - name: app', '    env:', '    - name: A', '    #- name: B', '    # resources:', '    #   limits: {}'];
  const proxy = ['  - name: proxy', '    env:', '    - name: A', '    #- name: B', '    # resources:', '    #   limits: {}'];

  expect(apply(lines('spec:', '  containers:', ...app, ...proxy, '  volumes: []'), edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', ...proxy, '  containers:', ...app, '  volumes: []',
  ));
});

test('of two commented-out values of one key both stay with the container', () => {
  const proxy = ['  - name: proxy', '    # image: proxy:1', '    # image: proxy:2', '    image: proxy:3'];

  expect(apply(lines('spec:', '  containers:', '  - name: app', ...proxy, '  volumes: []'), edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', ...proxy, '  containers:', '  - name: app', '  volumes: []',
  ));
});

test('a new list comes behind the commented-out end of the list above, and below the prose', () => {
  const text = lines('spec:', '  volumes:', '  - name: a', '  # - name: b', '  #   emptyDir: {}', '  # All the containers.', '  containers:', '  - name: app', '  - name: proxy');

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  volumes:', '  - name: a', '  # - name: b', '  #   emptyDir: {}', '  initContainers:', '  - name: proxy', '  # All the containers.', '  containers:', '  - name: app',
  ));
});

test('a moved container comes behind the commented-out init containers, which started before it, too', () => {
  const text = lines('spec:', '  initContainers:', '  - name: init', '  # - name: more', '  #   image: more:1', '  containers:', '  - name: app', '  - name: proxy');

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', '  - name: init', '  # - name: more', '  #   image: more:1', '  - name: proxy', '  containers:', '  - name: app',
  ));
});

test('a new key comes behind the commented-out end of the list above', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '  # - name: debug', '  #   image: debug:1', '  # tolerations: []');

  expect(apply(text, edit('set', { path: ['spec', 'terminationGracePeriodSeconds'], value: 60 }))).toBe(lines(
    'spec:', '  containers:', '  - name: app', '  # - name: debug', '  #   image: debug:1', '  terminationGracePeriodSeconds: 60', '  # tolerations: []',
  ));
});

test('a commented-out neighbor stays when an item is removed', () => {
  const text = lines('env:', '# - name: A', '#   value: a', '# for the proxy', '- name: B', '  value: b', '# - name: C', '#   value: c', '- name: D');

  expect(apply(text, edit('remove', { path: ['env', 0] }))).toBe(lines('env:', '# - name: A', '#   value: a', '# - name: C', '#   value: c', '- name: D'));
});

test('lines of a script that look commented out are no comments', () => {
  const text = lines('spec:', '  containers:', '  - name: app', '    args:', '    - |', '      echo', '      # - name: x', '  # - name: debug', '  #   image: debug:1', '  - name: proxy');

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', '  - name: proxy', '  containers:', '  - name: app', '    args:', '    - |', '      echo', '      # - name: x', '  # - name: debug', '  #   image: debug:1',
  ));
});

test('what is commented out at the margin is indented as the container is, where that has another column', () => {
  const text = lines(
    'spec:', '  initContainers:', '  - name: init', '  containers:', '    - name: app',
    '    - name: proxy', '      args:', '      - --a', '#P#   - --b', '#     - --c', '# note', '  volumes: []',
  );

  expect(apply(text, edit('move', { path: PROXY, to: 'initContainers' }))).toBe(lines(
    'spec:', '  initContainers:', '  - name: init', '  - name: proxy', '    args:', '    - --a', '#P# - --b', '#   - --c', '  containers:', '    - name: app', '# note', '  volumes: []',
  ));
});
