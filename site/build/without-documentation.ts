import { readFileSync } from 'node:fs';
import { Plugin } from 'esbuild';
import * as ts from 'typescript';

/** What a rule tells on its page, and no finding shows: the playground links to the page. */
const DOCUMENTATION: readonly string[] = ['title', 'why', 'fix', 'example'];

/** Leaves the documentation of rules out of a script. */
export const withoutDocumentation: Plugin = {
  name: 'without-documentation',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]src[\\/]rules[\\/]\w+[\\/][\w-]+\.ts$/ }, ({ path }) => ({ contents: withoutPages(readFileSync(path, 'utf8')), loader: 'ts' })),
};

/** Removes the documentation of every rule that a source declares. */
export function withoutPages(source: string): string {
  const file = ts.createSourceFile('rule.ts', source, ts.ScriptTarget.ES2022);
  const cuts = file.statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ type }) => type?.getText(file) === 'Rule')
    .flatMap(({ initializer }) => initializer && ts.isObjectLiteralExpression(initializer) ? [...initializer.properties] : [])
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => DOCUMENTATION.includes(name.getText(file)));
  // From the end, so that the places before stay where they are.
  return cuts.reduceRight((text, { pos, end }) => text.slice(0, pos) + text.slice(end).replace(/^\s*,/, ''), source);
}
