import { wrongReadme } from '../../trials/packages/samples';

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
