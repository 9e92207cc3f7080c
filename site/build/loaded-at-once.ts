import { readFileSync } from 'node:fs';
import { Plugin } from 'esbuild';

/** The files that load others on first use, for the sake of a command that starts quickly. */
const LAZY = /[\\/]src[\\/](\w+[\\/]lazy|shell[\\/]parse-shell)\.ts$/;
/** The list whose items know of a rule what is asked before it is loaded. */
const QUESTIONS = /[\\/]src[\\/]rules[\\/]rules-with-errors\.ts$/;

/**
 * Lets a script load everything at once. It is in the page anyway, and the bundler would wrap every module that is loaded on first use, and keep all of its exports.
 */
export const loadedAtOnce: Plugin = {
  name: 'loaded-at-once',
  setup: ({ onLoad }) => {
    onLoad({ filter: LAZY }, ({ path }) => ({ contents: withImports(readFileSync(path, 'utf8')), loader: 'ts' }));
    onLoad({ filter: QUESTIONS }, ({ path }) => ({ contents: withRules(readFileSync(path, 'utf8')), loader: 'ts' }));
  },
};

/** Imports what a source requires, with the name of the variable that keeps it. */
export function withImports(source: string): string {
  const modules = new Map<string, string>();
  const load = (name: string, module: string) => modules.set(module, modules.get(module) ?? name).get(module)!;
  const rest = source
    .replace(/^ *(\w+) \?\?= require\(('[^']+')\) as \w+;\n/gm, (_, name, module) => (load(name, module), ''))
    .replace(/\brequire\(('[^']+')\)/g, (_, module) => load(`loaded${modules.size}`, module))
    .replace(/^let (\w+): \w+ \| undefined;\n/gm, (line, name) => [...modules.values()].includes(name) ? '' : line);
  return [...[...modules].map(([module, name]) => `import * as ${name} from ${module};`), rest].join('\n');
}

/** Puts the rules themselves into a list of questions: a rule has all that its question has. */
export function withRules(source: string): string {
  return source.replace(/\{ id: .* => (\w+)\.check\(context, others\) \}/g, '$1');
}
