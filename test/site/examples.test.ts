import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from '../../site/browser/playground/analysis/findings';
import { migrationOf } from '../../site/browser/playground/analysis/migration';
import { pictureOf } from '../../site/browser/playground/analysis/picture';
import { exampleOf } from '../../site/browser/playground/example';
import { playgroundExamples } from '../../site/build/playground-page';

const FOLDER = join(__dirname, '../../site/examples');

/** The rule that each famous failure breaks, what its picture tells, and what the picture of the migrated manifest tells. */
const FAILURES: { readonly [name: string]: { readonly rule: string; readonly shows: string; readonly cured?: string } } = {
  'job-never-ends': { rule: 'NS401', shows: 'the Job never completes', cured: 'the pod completes' },
  'proxy-dies-first': { rule: 'NS201', shows: '61 s: proxy exits with code 0. 80 s: web exits with code 0', cured: '80 s: web exits with code 0. 80 s: proxy receives SIGTERM' },
  'app-starts-too-early': { rule: 'NS101', shows: '0 s: db starts. 0 s: orders starts', cured: '1 s: db is up: its startup probe passes. 1 s: orders starts' },
  'pre-stop-stops-sidecar': { rule: 'NS303', shows: '60 s: db exits with code 1' },
  'grace-period-too-short': { rule: 'NS301', shows: 'collector is killed with SIGKILL' },
  'istio-probe-deadlock': { rule: 'NS106', shows: 'the pod is stuck' },
};

test('every example is one of the famous failures, and is offered', () => {
  const names = Object.keys(FAILURES);

  expect(readdirSync(FOLDER).sort()).toEqual(names.map(name => `${name}.yaml`).sort());
  expect(playgroundExamples().map(({ name }) => name)).toEqual(names);
});

test.each(Object.entries(FAILURES))('%s shows what it promises', (name, { rule, shows, cured }) => {
  const { title, about, state } = exampleOf(name, readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'));
  const drawn = (text: string) => pictureOf(text, state, { position: 0 }, state.whatIf).picture?.svg;
  const [worst] = findingsIn(state.text, state);

  expect([title, about].every(sentence => sentence.length > 10)).toBe(true);
  expect(worst.rule).toBe(rule);
  expect(drawn(state.text)).toContain(shows);
  if (cured !== undefined) {
    expect(drawn(migrationOf(state.text, state).text)).toContain(cured);
  }
});
