import { readdirSync, readFileSync } from 'fs';
import * as path from 'path';
import { Severity } from '../../src/rules/engine/finding';
import { RULES } from '../../src/rules/rule-book';
import { STOPPING_RULES } from '../../src/rules/stopping-rules';

const FOLDER = path.join(__dirname, '..', '..', 'src', 'rules');
const FAMILIES = ['start', 'order', 'stop', 'jobs', 'leftovers', 'platform'];

test('a synth asks every rule that can say an error, in the order of the book', () => {
  const speakOfErrors = FAMILIES.flatMap(family => readdirSync(path.join(FOLDER, family)).map(file => readFileSync(path.join(FOLDER, family, file), 'utf8')))
    .filter(text => text.includes('Severity.ERROR'));
  const expected = RULES.filter(rule => speakOfErrors.some(text => text.includes(`name: '${rule.name}',`)));

  expect(expected.length).toBeGreaterThan(15);
  expect(STOPPING_RULES.map(rule => rule.id)).toEqual(expected.map(rule => rule.id));
});

test('a synth asks every rule whose errors are its rule', () => {
  expect(RULES.filter(rule => rule.severity === Severity.ERROR && !STOPPING_RULES.includes(rule))).toEqual([]);
});
