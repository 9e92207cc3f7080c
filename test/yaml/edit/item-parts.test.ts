import { applyToData } from '../../../src/edits/apply-to-data';
import { Edit } from '../../../src/edits/edit';
import { editDocument } from '../../../src/yaml/edit/apply';
import { parseText } from '../../../src/yaml/parse';

const REASON = { rule: 'NS201', why: 'a test' };

function item(index: number, indent: string): string {
  return [
    `# before item ${index}`, `- kind: Pod # item ${index}`, '  metadata:', `    name: p${index}`, '  spec:', '    containers:', '    - name: app', '      command:', '      - sh', '      - -c', '      - |',
    '        # in a script', '        - not an item', '        sleep 1', '', '    # the proxy', '    - name: db', '      image: db:1', '', '# behind', '',
  ].map(line => line === '' ? '' : indent + line).join('\n');
}

const list = (count: number, indent: string) =>
  `apiVersion: v1\nitems: # all of them\n${Array.from({ length: count }, (_, index) => `${item(index, indent)}\n`).join('')}kind: List\nmetadata:\n  name: all\n`;

const editsOf = (index: number): Edit[] => [
  { kind: 'move', path: ['items', index, 'spec', 'containers', 1], to: 'initContainers', ...REASON },
  { kind: 'set', path: ['items', index, 'spec', 'containers', 1, 'restartPolicy'], value: 'Always', ...REASON },
  { kind: 'text', path: ['items', index, 'spec', 'containers', 0, 'command', 2], value: '# in a script\nsleep 2\n', ...REASON },
];

test.each(['', '  '])('a long List is edited as a short one is, with items indented by %j', indent => {
  const items = 400;
  const [first, last] = [editsOf(0), editsOf(items - 1)];
  const edits = [...last, ...first, ...editsOf(7)];

  const result = editDocument(list(items, indent), edits);

  expect(parseText('', result).documents[0].value).toEqual(applyToData(parseText('', list(items, indent)).documents[0].value, edits));
  const short = editDocument(list(1, indent), first).split('\n');
  expect(result.split('\n').slice(0, short.length - 4)).toEqual(short.slice(0, -4));
  expect(result.endsWith('kind: List\nmetadata:\n  name: all\n')).toBe(true);
});

test.each([
  ['a text in quotes over two lines', (text: string) => text.replace('name: p3', 'name: "p\n      3"')],
  ['an anchor in one item, repeated in another', (text: string) => text.replace('name: p3', 'name: &x p3').replace('name: p7\n', 'name: *x\n')],
  ['an alias of an edited item', (text: string) => text.replace('name: p7', 'name: &x p7').replace('name: p9\n', 'name: *x\n')],
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
])('what cannot be read alone is edited with the whole document: %s', (_name, change) => {
  const text = change(list(400, ''));

  const result = editDocument(text, editsOf(7));

  expect(parseText('', result).documents[0].value).toEqual(applyToData(parseText('', text).documents[0].value, editsOf(7)));
});

test('an item of a long List can be removed as a whole', () => {
  const edits: Edit[] = [{ kind: 'remove', path: ['items', 1], ...REASON }, ...editsOf(2)];

  expect(parseText('', editDocument(list(400, ''), edits)).documents[0].value.items).toHaveLength(399);
});
