import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The folder of the repository. */
export const ROOT = join(__dirname, '..');

/** A generated file. */
export interface Page {
  /** Its path from the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** Reads a file of the repository. */
export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Reads every JSON file of a folder whose name matches, by name. */
export function readJsonFiles<T>(folder: string, name: RegExp): T[] {
  return readdirSync(join(ROOT, folder)).filter(file => name.test(file)).sort().map(file => JSON.parse(read(join(folder, file))));
}

/** Fills the places `{{name}}` of a page of `generate/pages`; every place needs a value and every value a place. */
export function fillPage(name: string, values: { readonly [place: string]: string }): string {
  const source = read(`generate/pages/${name}`);
  const places = new Set([...source.matchAll(/\{\{(\w+)\}\}/g)].map(([, place]) => place));
  const wrong = [...places, ...Object.keys(values)].find(place => !places.has(place) || !(place in values));
  if (wrong !== undefined) {
    throw new Error(`generate/pages/${name}: the place '{{${wrong}}}' needs exactly one source: write it in the page and give it a value in the generator`);
  }
  return source.replace(/\{\{(\w+)\}\}/g, (_, place) => values[place]);
}

/** Text in a Markdown code block. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** The pages in Markdown that people write: their links, rules, commands and options are checked. */
export function markdownPages(): string[] {
  const single = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'examples/README.md', 'examples/pipeline/README.md', 'e2e/README.md'];
  return [...single, ...markdownIn(join(ROOT, 'docs'))];
}

function markdownIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter(file => file.endsWith('.md')).sort().map(file => relative(ROOT, join(folder, file)));
}
