import { readdirSync, readFileSync } from 'fs';
import * as path from 'path';
import { Severity } from '../../src/rules/engine/finding';
import { Question } from '../../src/rules/engine/rule';
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
  const asked = STOPPING_RULES.map(rule => rule.id);

  expect(RULES.filter(rule => rule.severity === Severity.ERROR && !asked.includes(rule.id))).toEqual([]);
});

test('a synth asks each rule under the conditions that the rule itself states', () => {
  const stated = (rule: Question) => ({ id: rule.id, severity: rule.severity, needs: rule.needs, isLast: rule.isLast });
  const rules = STOPPING_RULES.map(({ id }) => RULES.find(rule => rule.id === id)!);

  expect(STOPPING_RULES.map(stated)).toEqual(rules.map(stated));
});
