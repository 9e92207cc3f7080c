import * as ts from 'typescript';
import { wrongReadme } from '../../trials/packages/samples';

// A build step is plain JavaScript.
const { knowInheritedMembers, neverDereferenceMethods } = jest.requireActual('../../projenrc/rosetta-names');

const sample = (fence: string, text: string) => `\`\`\`${fence}\n${text}\n\`\`\`\n`;
const PYTHON = sample('python', 'app = App()\napp.synth()');

test('a README in its own language is right', () => {
  expect(wrongReadme('python', PYTHON.repeat(4) + sample('sh', 'npx cdk8s-sidecars check dist/'))).toEqual([]);
});

test.each([
  ['a sample without a translation', sample('ts', 'const app = new App();')],
  ['TypeScript in a python fence', sample('python', "import { App } from 'cdk8s';\nconst app = new App();")],
])('%s is wrong', (_what, wrong) => {
  expect(wrongReadme('python', PYTHON.repeat(4) + wrong)).toEqual([expect.stringContaining('a sample of the python README is TypeScript: ')]);
});

test('a README without its samples is wrong', () => {
  expect(wrongReadme('go', PYTHON)).toEqual(['the go README has 0 samples']);
});

test.each([
  ['a method in lower case', 'life.timeline().ToText()', 'life.timeline().ToText()'],
  ['a pointer to a method', '\tShutdown: cdk8s.Duration_*Seconds(jsii.Number(15)),', 'Shutdown: cdk8s.Duration_*Seconds(jsii.Number(15)),'],
])('%s is no Go', (_what, line, shown) => {
  const right = sample('go', 'life := cdk8ssidecars.PodLifecycle_Of(web, nil) // as life.timeline() is in TypeScript\njsii.String("a.b(c)")');

  expect(wrongReadme('go', right.repeat(4) + sample('go', line))).toEqual([`a sample of the go README has a wrong name: ${shown}`]);
});

test('rosetta finds a member of an internal class in the public class that inherits it', () => {
  const types = { Timeline: { fqn: 'lib.Timeline', methods: [{ locationInModule: { filename: 'src/drawing/timeline.ts', line: 3 } }] }, Finding: { fqn: 'lib.Finding' } };
  const assemblies = { resolveSymbolIdFqn: (_lookup: unknown, id: string) => id === 'src/rules/finding:Finding' ? 'lib.Finding' : undefined };
  knowInheritedMembers(assemblies);

  const found = ['src/drawing/timeline:PodTimeline', 'src/rules/finding:Finding', 'src/other:Other'].map(id => assemblies.resolveSymbolIdFqn({ assembly: { types } }, id));

  expect(found).toEqual(['lib.Timeline', 'lib.Finding', undefined]);
});

test('rosetta dereferences no method, and what it did dereference it still does', () => {
  class GoVisitor { public goName(name: string, _renderer: unknown, _symbol?: { readonly flags: number }): string { return `*${name}`; } }
  neverDereferenceMethods({ GoVisitor });
  const visitor = new GoVisitor();

  expect([visitor.goName('Seconds', {}, { flags: ts.SymbolFlags.Method }), visitor.goName('web', {}, { flags: ts.SymbolFlags.BlockScopedVariable }), visitor.goName('web', {})])
    .toEqual(['Seconds', '*web', '*web']);
});
