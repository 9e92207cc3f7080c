import { readFileSync } from 'node:fs';
import { Plugin } from 'esbuild';
import * as ts from 'typescript';

/** The libraries whose modules only define things. */
const LIBRARIES = /[\\/]node_modules[\\/](@codemirror|@lezer|yaml|unbash)[\\/].*\.js$/;

/** The values of which the bundler cannot know that they are free of effects. */
const COMPUTED = [ts.isCallExpression, ts.isNewExpression, ts.isObjectLiteralExpression];

/** Lets the bundler leave out what a library computes when it is loaded, and nothing uses. */
export const withoutUnused: Plugin = {
  name: 'without-unused',
  setup: ({ onLoad }) => onLoad({ filter: LIBRARIES }, ({ path }) => ({ contents: withPureConstants(readFileSync(path, 'utf8')), loader: 'js' })),
};

/** Marks the value of every constant of a module as free of effects. */
export function withPureConstants(source: string): string {
  const file = ts.createSourceFile('module.js', source, ts.ScriptTarget.ES2022);
  const values = file.statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => initializer && COMPUTED.some(is => is(initializer)) ? [initializer] : [])
    .map(value => ({ from: value.getStart(file), to: value.end }));
  // From the end, so that the places before stay where they are.
  return values.reduceRight((text, { from, to }) => `${text.slice(0, from)}/* @__PURE__ */ (() => (${text.slice(from, to)}))()${text.slice(to)}`, source);
}
