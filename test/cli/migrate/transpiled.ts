import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

/** Makes a folder in which the command can be run by a process of its own, without a build; tells the script that runs it. */
export function transpileCommand(): { readonly folder: string; readonly script: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sidecars-command-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const file of ['package.json', ...filesBelow('src')]) {
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    const text = readFileSync(file, 'utf8');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.endsWith('.ts') ? transpileModule(text, { compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 } }).outputText : text);
  }
  const script = join(folder, 'run.js');
  writeFileSync(script, RUN);
  return { folder, script };
}

/**
 * Runs the command with its arguments. When CRASH says at which call of which function of `fs`, the process is killed there; in a write, half of it is done.
 * With a third part, such as `fsyncSync:1:SIGTERM`, the process gets that signal there.
 */
const RUN = `
const fs = require('node:fs');
const [name, at, signal = 'SIGKILL'] = (process.env.CRASH ?? '').split(':');
if (name) {
  const original = fs[name];
  let left = Number(at);
  fs[name] = (target, content, ...rest) => {
    if (name === 'writeFileSync' ? typeof target === 'number' && left-- === 0 : left-- === 0) {
      if (name === 'writeFileSync' && signal === 'SIGKILL') {
        original(target, content.slice(0, content.length / 2));
      }
      process.kill(process.pid, signal);
    }
    return original(target, content, ...rest);
  };
}
const { main } = require('./src/cli/main');
const io = { out: text => process.stdout.write(text), err: text => process.stderr.write(text), stdin: async () => new Uint8Array() };
main(process.argv.slice(2), io).then(code => { process.exitCode = code; });
`;

function filesBelow(folder: string): string[] {
  return readdirSync(folder).map(name => join(folder, name)).flatMap(path => (statSync(path).isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : []));
}
