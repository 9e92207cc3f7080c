import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkManifests } from '../../src/core/check/check-manifests';
import { settingsOf } from '../../src/core/text-options';
import { parseText } from '../../src/yaml/parse';

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

const FILES = ['test/fixtures', 'examples'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml') && !file.includes('node_modules')).map(file => join(folder, file)));

// Documents share the values that they have in common, so a change in one would be a change in all.
test.each([['without a mesh', {}], ['in a mesh', { mesh: 'istio@1.27' }]])('a check changes no manifest, %s', (_where, options) => {
  const parsed = FILES.map(file => parseText(file, readFileSync(file, 'utf8')));
  const documents = parsed.flatMap(one => one.documents).map(frozen);
  const result = checkManifests({ files: [], documents, problems: [] }, settingsOf(options));

  expect(result.pods).toBeGreaterThan(50);
  expect(result.problems.filter(({ message }) => message.includes('cannot be checked'))).toEqual([]);
});
