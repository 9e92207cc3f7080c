import * as path from 'path';
// The lint configuration is in the old format, which only this class reads.
import { LegacyESLint } from 'eslint/use-at-your-own-risk';

const root = path.join(__dirname, '..', '..');
const eslint = new LegacyESLint({ cwd: root });

/** The rules that complain when a file of src/ has this text. */
async function complaints(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, 'src', file) });
  return [...new Set(result.messages.map(message => message.ruleId ?? message.message))].filter(rule => HOUSE_RULES.has(rule));
}

const HOUSE_RULES = new Set([
  '@typescript-eslint/no-restricted-imports', '@typescript-eslint/no-require-imports', 'import/no-restricted-paths',
  'no-restricted-globals', 'no-restricted-properties', 'no-restricted-syntax',
]);

describe('a pure room', () => {
  test.each([
    ['cdk8s', "import { App } from 'cdk8s';\nexport const a = App;\n", '@typescript-eslint/no-restricted-imports'],
    ['constructs', "import { Construct } from 'constructs';\nexport const a = Construct;\n", '@typescript-eslint/no-restricted-imports'],
    ['the file system', "import * as fs from 'node:fs';\nexport const a = fs;\n", '@typescript-eslint/no-restricted-imports'],
    ['a YAML parser', "import { load } from 'js-yaml';\nexport const a = load;\n", '@typescript-eslint/no-restricted-imports'],
    ['a required package', "export const a = require('cdk8s');\n", '@typescript-eslint/no-require-imports'],
    ['a dynamic import', "export const a = import('cdk8s');\n", 'no-restricted-syntax'],
    ['a room above it', "export { findingText } from '../rules/engine/finding';\n", 'import/no-restricted-paths'],
    ['the clock', 'export const a = Date.now();\n', 'no-restricted-properties'],
    ['a new date', 'export const a = new Date();\n', 'no-restricted-syntax'],
    ['randomness', 'export const a = Math.random();\n', 'no-restricted-properties'],
    ['the environment', 'export const a = process.env.HOME;\n', 'no-restricted-globals'],
    ['the console', "console.log('a');\n", 'no-restricted-globals'],
    ['a timer', 'setTimeout(() => undefined, 1);\n', 'no-restricted-globals'],
  ])('knows nothing of %s', async (_, text, rule) => {
    expect(await complaints('kubernetes/pod.ts', text)).toContain(rule);
  });

  test('may use what lies below it', async () => {
    expect(await complaints('rules/engine/finding.ts', "import { Pod } from '../../kubernetes/pod';\nexport const a = Pod;\n")).toEqual([]);
  });
});

describe('a room of constructs', () => {
  test('touches no files', async () => {
    expect(await complaints('sidecars/json.ts', "import * as fs from 'fs';\nexport const a = fs;\n")).toEqual(['@typescript-eslint/no-restricted-imports']);
  });

  test('does not know the rooms above it', async () => {
    expect(await complaints('sidecars/json.ts', "export { SidecarJob } from '../workloads/sidecar-job';\n")).toEqual(['import/no-restricted-paths']);
  });

  test('may use cdk8s', async () => {
    expect(await complaints('sidecars/json.ts', "import { App } from 'cdk8s';\nexport const a = App;\n")).toEqual([]);
  });
});

test('the command does not know the constructs', async () => {
  expect(await complaints('cli/main.ts', "export { NativeSidecar } from '../sidecars/native-sidecar';\n")).toEqual(['import/no-restricted-paths']);
});
