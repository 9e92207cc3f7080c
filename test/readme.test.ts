import * as fs from 'fs';
import * as path from 'path';
import * as ts from 'typescript';
import { expectCurrent } from './current-page';
import { OWN_NAME } from './own-package';
import { readmeWithFigures, ROLLING_UPDATES } from '../generate/rolling-updates';

test('the README shows the recorded rolling updates (if you meant the change: npx projen examples:update)', () => {
  expectCurrent(readmeWithFigures());
});

test.each(['native', 'ordinary'] as const)('the recorded rolling updates keep the promise: %s', pattern => {
  expect(ROLLING_UPDATES).not.toEqual([]);
  for (const recording of ROLLING_UPDATES) {
    const { inbound, outbound } = recording[pattern];

    expect([inbound.requests > 1000, outbound.requests > 1000]).toEqual([true, true]);
    expect(inbound.failures + outbound.failures === 0).toBe(pattern === 'native');
  }
});

describe('every program of the README compiles in the project that cdk8s init writes', () => {
  const root = path.resolve(__dirname, '..');
  const programs = [...fs.readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm)].map(([, program]) => program);
  const template = path.join(root, 'node_modules', 'cdk8s-cli', 'templates', 'typescript-app', 'tsconfig.json');
  const { options, errors } = ts.convertCompilerOptionsFromJson(ts.readConfigFile(template, ts.sys.readFile).config.compilerOptions, root);

  /** Compiles all programs at once, as files beside the README, against the types that the package ships. */
  function problems(): string[] {
    const files = new Map(programs.map((program, index) => [path.join(root, `readme-${index + 1}.ts`), program]));
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = file => files.has(file) || fileExists(file);
    host.readFile = file => files.get(file) ?? readFile(file);
    host.getSourceFile = (file, target, ...rest) =>
      (files.has(file) ? ts.createSourceFile(file, files.get(file)!, target) : getSourceFile(file, target, ...rest));
    const paths = { [OWN_NAME]: [path.join(root, 'lib', 'index.d.ts')] };
    const program = ts.createProgram([...files.keys()], { ...options, noEmit: true, skipLibCheck: true, paths }, host);
    return ts.getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => `${path.basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }

  test('with its compiler options', () => {
    expect([errors, programs.length > 3, options.noUnusedLocals, options.noUnusedParameters, options.strict]).toEqual([[], true, true, true, true]);
    expect(problems()).toEqual([]);
  });
});

test('the README shows the timeline that its first program draws', () => {
  const readme = fs.readFileSync(path.resolve(__dirname, '..', 'README.md'), 'utf8');
  const [, program, shown] = /^## Add a sidecar to your Deployment\n+```ts\n([^]*?)^```[^]*?^The timeline:\n+```text\n([^]*?)\n```/m.exec(readme)!;
  const drawing = program.replace(/^app\.synth\(\);$/m, '').replace(/^life\.timeline\(\)/m, 'exports.text = life.timeline()');
  const { outputText } = ts.transpileModule(drawing, { compilerOptions: { module: ts.ModuleKind.CommonJS, esModuleInterop: true } });
  const drawn: { text?: string } = {};
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  new Function('require', 'exports', outputText)((name: string) => require(name === OWN_NAME ? '../src' : name), drawn);

  // Without the list of events below the drawing and its legend.
  expect(drawn.text!.split('\n\n').slice(0, 2).join('\n\n')).toBe(shown);
});
