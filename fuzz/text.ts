import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Fuzzer } from './fuzzer';
import { InvalidInput } from '../src/core/invalid-input';
import { check, explain, migrate } from '../src/core/on-text';

/** Manifests as people write them: they are damaged. */
const FOLDERS = ['test/fixtures/manifests', 'test/fixtures/migrate', 'test/fixtures/check'];

function seeds(): string[] {
  return FOLDERS.flatMap(folder => readdirSync(folder).filter(name => /\.(ya?ml|json)$/.test(name)).map(name => readFileSync(join(folder, name), 'utf8')));
}

/** What breaks readers: brackets, quotes, indentation, tags, anchors, odd numbers, odd line breaks, control and bidi characters. */
const SHARDS = [
  '\u0000', '\ufeff', '\u2028', '\u0085', '\u202e', '\u001b[31m', '\t', '\r', '\r\n', '\n', '\n\n', ' ', '  ', '- ', ': ', '#', ' #', '{', '}', '[', ']', '"', "'", '|', '>', '|2-\n', '&a ', '*a', '!!binary ',
  '!!int ', '<<: *a', '---\n', '...\n', '%YAML 1.1\n', '? ', '~', 'null', '.inf', '0x', '1e999', '9007199254740993', '-0', '__proto__: ', 'constructor: ', '$(', '`', '\\', '{{ .Values.x }}', ',', '=', '\ud800',
];

const damaged = fc.tuple(
  fc.nat(),
  fc.array(fc.tuple(fc.constantFrom('insert', 'delete', 'double', 'swap'), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.constantFrom(...SHARDS)), { minLength: 1, maxLength: 6 }),
).map(([which, damages]) => {
  const all = seeds();
  return damages.reduce((text, [kind, at, length, shard]) => {
    const start = Math.floor(at * text.length);
    const part = text.slice(start, start + length);
    const instead = kind === 'insert' ? shard + part : kind === 'delete' ? '' : kind === 'double' ? part + part : [...part].reverse().join('');
    return text.slice(0, start) + instead + text.slice(start + length);
  }, all[which % all.length]);
});

/** Reads, checks, migrates and explains a text; throws when something other than a problem with the input comes out. */
export function survive(text: string): void {
  const sources = [{ name: 'a.yaml', text }];
  const { problems } = check(sources);
  const unforeseen = problems.find(({ message }) => message.includes('please report it'));
  if (unforeseen) {
    throw new Error(unforeseen.message);
  }
  const first = migrate(sources);
  const conflict = first.pods.flatMap(pod => pod.manual).find(({ why }) => why.includes('please report it'));
  if (conflict) {
    throw new Error(conflict.why);
  }
  if (first.pods.every(pod => pod.edits.length === 0) && first.texts[0].text !== text) {
    throw new Error('the text changed although nothing was migrated');
  }
  const again = migrate([{ name: 'a.yaml', text: first.texts[0].text }]);
  if (again.texts[0].text !== first.texts[0].text) {
    throw new Error('a second migration changes the text again');
  }
  try {
    explain(sources);
  } catch (error) {
    if (!(error instanceof InvalidInput) && /^(Type|Range|Reference|Syntax)Error$/.test((error as Error).name)) {
      throw error;
    }
  }
  if (({} as { polluted?: unknown }).polluted !== undefined) {
    throw new Error('the prototype of all objects was changed');
  }
}

/** Damaged manifests. */
export const text: Fuzzer = { name: 'text', property: () => fc.property(damaged, one => survive(one)) };
