import { readFileSync } from 'node:fs';
import { Plugin } from 'esbuild';
import * as ts from 'typescript';

/** What a rule tells on its page, and no finding shows: the playground links to the page. */
const DOCUMENTATION: { readonly [property: string]: string } = { title: "''", why: "''", fix: "''", example: "{ wrong: '', right: '' }" };

/** Leaves the documentation of rules out of a script. */
export const withoutDocumentation: Plugin = {
  name: 'without-documentation',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]src[\\/]rules[\\/]\w+[\\/][\w-]+\.ts$/ }, ({ path }) => ({ contents: withoutPages(readFileSync(path, 'utf8')), loader: 'ts' })),
};

/** Empties the documentation of every rule that a source declares. */
export function withoutPages(source: string): string {
  const file = ts.createSourceFile('rule.ts', source, ts.ScriptTarget.ES2022);
  const cuts = file.statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ type }) => type?.getText(file) === 'Rule')
    .flatMap(({ initializer }) => initializer && ts.isObjectLiteralExpression(initializer) ? [...initializer.properties] : [])
    .filter(ts.isPropertyAssignment)
    .map(({ name, initializer }) => ({ from: initializer.getStart(file), to: initializer.end, instead: DOCUMENTATION[name.getText(file)] }))
    .filter(({ instead }) => instead !== undefined);
  // From the end, so that the places before stay where they are.
  return cuts.reduceRight((text, { from, to, instead }) => text.slice(0, from) + instead + text.slice(to), source);
}
