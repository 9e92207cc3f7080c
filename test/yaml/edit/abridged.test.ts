import { applyToData } from '../../../src/edits/apply-to-data';
import { Edit } from '../../../src/edits/edit';
import { editDocument } from '../../../src/yaml/edit/apply';

const REASON = { rule: 'NS201', why: 'a test' };
/** What a scanner could stumble over. */
const ODD = ['}', ']', '"', '\\', '\\"', '"}],{[', 'value-0', 'xvalue-1', '{"value-0":0}', '\u2028', 'é', ''];

function deployment(variables: number): object {
  const env = Array.from({ length: variables }, (_, index) => ({ name: `V${index}`, value: ODD[index % ODD.length].repeat(1 + index % 3), more: [1.5, -2e3, true, null, {}, []] }));
  return {
    kind: 'Deployment',
    spec: {
      containers: [
        { name: 'app', image: 'app:1', env, command: ['sh', '-c', 'x'.repeat(variables)] },
        { name: 'db', image: 'db:1', args: ['--port', '5432'] },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    },
  };
}

const EDITS: readonly Edit[] = [
  { kind: 'move', path: ['spec', 'containers', 1], to: 'initContainers', ...REASON },
  { kind: 'set', path: ['spec', 'containers', 1, 'restartPolicy'], value: 'Always', after: ['image'], ...REASON },
  { kind: 'insert', path: ['spec', 'containers', 1, 'args'], items: ['--check'], ...REASON },
  { kind: 'insert', path: ['spec', 'volumes'], items: [{ name: 'more', emptyDir: {} }], ...REASON },
  { kind: 'text', path: ['spec', 'containers', 0, 'image'], value: 'app:2', ...REASON },
];

test.each([undefined, 1, 2, '\t'])('a long JSON document is edited as a short one is, indented by %j', indent => {
  const [long, short] = [2000, 12].map(deployment);
  const edited = (document: object) => editDocument(`${JSON.stringify(document, undefined, indent)}\n`, EDITS);

  const result = edited(long);

  expect(JSON.parse(result)).toEqual(applyToData(long, EDITS));
  expect(linesWithout(result)).toEqual(linesWithout(edited(short)));
});

/** Everything but the variables and the command of the app, which differ. */
function linesWithout(text: string): string[] {
  return text.replace(/"env": ?\[.*?"command"/s, '"command"').replace(/x{2,}/, '').split('\n');
}

test('a long value that an edit removes is gone', () => {
  const edits: readonly Edit[] = [{ kind: 'remove', path: ['spec', 'containers', 0, 'env'], ...REASON }];
  const text = JSON.stringify(deployment(2000));

  expect(JSON.parse(editDocument(text, edits))).toEqual(applyToData(deployment(2000), edits));
});

test('only what stays is kept aside, so a long document takes little more memory than its text', () => {
  const text = JSON.stringify(deployment(40_000));
  const before = process.cpuUsage();
  JSON.parse(text);
  const alone = process.cpuUsage(before).user;
  const start = process.cpuUsage();

  editDocument(text, EDITS);

  // A tree of all tokens takes a hundred times as long.
  expect(process.cpuUsage(start).user).toBeLessThan(Math.max(alone, 20_000) * 40);
});
