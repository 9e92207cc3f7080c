// Runs the TypeScript samples of the README and prints their manifests and output as JSON, so that the other languages can compare.
const fs = require('fs');
const { createRequire } = require('module');
const path = require('path');
const ts = require('typescript');

const root = path.join(__dirname, '..');
const requireFromRoot = createRequire(path.join(root, 'package.json'));
const { name: library } = requireFromRoot('./package.json');
const { Testing } = requireFromRoot('cdk8s');

const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(match => match[1]);

function run(sample) {
  const { outputText } = ts.transpileModule(sample, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const printed = [];
  const program = new Function('require', 'exports', 'console', `${outputText}\nreturn typeof chart === 'undefined' ? undefined : chart;`);
  const chart = program(name => requireFromRoot(name === library ? root : name), {}, { log: text => printed.push(text) });
  return { manifests: chart ? Testing.synth(chart) : null, printed: printed.join('\n') };
}

process.stdout.write(JSON.stringify(samples.map(run)));
