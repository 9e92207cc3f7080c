import { Plugin } from 'esbuild';

/** What a script of the page never runs, as the end of a path, and what it has instead: at least the names that others import. */
const LEFT_OUT: readonly (readonly [path: string, instead: string])[] = [
  // What the rooms use of this library: its own module for bundlers is one file, of which nothing can be left out.
  ['js-yaml/index.js', `module.exports = { load: require('./lib/loader').load, Type: require('./lib/type'), CORE_SCHEMA: require('./lib/schema/core'),
    YAMLException: require('./lib/exception'), types: { binary: require('./lib/type/binary'), merge: require('./lib/type/merge') } };`],
  // No message shows the line that it quotes.
  ['js-yaml/lib/snippet.js', 'module.exports = () => undefined;'],
  // The schema of Kubernetes has types of its own for these, and is always given.
  ...['bool', 'float', 'int'].map(name => [`js-yaml/lib/type/${name}.js`, replacedType(name)] as const),
  ['js-yaml/lib/schema/default.js', "module.exports = require('./core');"],
  // Nothing in the page writes YAML with the library that reads places, takes values out of its tree, or puts them in.
  ['yaml/browser/dist/stringify/stringify.js', constants('createStringifyContext', 'stringify')],
  ...['String', 'Number', 'Collection', 'Pair', 'Document'].map(what => [`yaml/browser/dist/stringify/stringify${what}.js`, constants(`stringify${what}`)] as const),
  ['yaml/browser/dist/doc/anchors.js', constants('anchorIsValid', 'anchorNames', 'createNodeAnchors', 'findNewAnchor')],
  ...['applyReviver', 'createNode'].map(name => [`yaml/browser/dist/doc/${name}.js`, constants(name)] as const),
  ...['addPairToJSMap', 'toJS'].map(name => [`yaml/browser/dist/nodes/${name}.js`, constants(name)] as const),
  ['yaml/browser/dist/parse/cst-visit.js', constants('visit')],
  ['yaml/browser/dist/schema/json/schema.js', constants('schema')],
  // No rule looks into arithmetic, which the library reads only if it is asked for.
  ['unbash/dist/arithmetic-parts.js', 'export const parseArithmeticWithParts = () => undefined;'],
  // The page draws no diagram for Markdown, and no timeline as text.
  ['src/drawing/mermaid.ts', constants('drawMermaid', 'drawMermaidComparison')],
  ['src/drawing/timeline-text.ts', constants('drawTimeline', 'drawTimelines')],
  // The compiler checks what the page passes.
  ['src/data/arguments.ts', `export const checkProps = () => undefined, checkValue = checkProps, required = checkProps; ${constants('FLAG', 'NUMBER', 'POD', 'TEXT', 'TEXTS', 'VERSION')}`],
  // It takes no configuration.
  ['src/core/config.ts', constants('parseConfig')],
  // It does not show how to change a live object.
  ['src/migration/live-object.ts', 'export const SOURCES = {}; export const commandFor = undefined; export const isReconciling = () => false; export const liveObject = () => undefined;'],
];

/** Leaves out of a script what it never runs. */
export const leftOut: Plugin = {
  name: 'left-out',
  setup: ({ onLoad }) => LEFT_OUT.forEach(([path, contents]) => onLoad({ filter: endOf(path) }, () => ({ contents, loader: 'js' }))),
};

function constants(...names: readonly string[]): string {
  return `export const ${names.map(name => `${name} = undefined`).join(', ')};`;
}

/** A schema that extends another one replaces the types with the same tag. */
function replacedType(name: string): string {
  return `const Type = require('../type'); module.exports = new Type('tag:yaml.org,2002:${name}', { kind: 'scalar' });`;
}

function endOf(path: string): RegExp {
  return new RegExp(`[\\\\/]${path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);
}
