import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { checkFinding, checkReport } from './check-report';
import { checkSarif } from '../../../src/cli/check/sarif';
import { CheckReport } from '../../../src/core/check/report';
import { ALL_RULES } from '../../../src/rules/all-rules';
import { Severity } from '../../../src/rules/engine/finding';

const schema = JSON.parse(readFileSync('test/fixtures/sarif/sarif-schema-2.1.0.json', 'utf8'));
const isValid = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true }).compile(schema);

function sarif(report: CheckReport): any {
  const log = JSON.parse(checkSarif(report, ALL_RULES, '0.1.0'));
  isValid(log);
  expect(isValid.errors).toBeNull();
  return log;
}

test('the schema refuses what is no SARIF', () => {
  expect(isValid({ version: '2.1.0', runs: [{ results: [{}] }] })).toBe(false);
});

test('a report without findings is valid', () => {
  expect(sarif(checkReport()).runs[0].results).toEqual([]);
});

test('a finding has its rule, its place and a fingerprint', () => {
  const [run] = sarif(checkReport({ findings: [checkFinding()] })).runs;

  expect(run.results).toEqual([{
    ruleId: 'NS401',
    ruleIndex: run.tool.driver.rules.findIndex((rule: any) => rule.id === 'NS401'),
    level: 'error',
    message: { text: "'proxy' never ends: make it a native sidecar" },
    locations: [{
      physicalLocation: { artifactLocation: { uri: 'jobs/export.yaml' }, region: { startLine: 17, startColumn: 9, endLine: 17, endColumn: 20 } },
      logicalLocations: [{ name: 'proxy', fullyQualifiedName: 'shop/Job/export/proxy', kind: 'resource' }],
    }],
    partialFingerprints: { 'cdk8sSidecars/v1': 'NS401 Job shop/export proxy' },
  }]);
});

test('every rule comes with help', () => {
  const [run] = sarif(checkReport()).runs;

  expect(run.tool.driver.rules).toHaveLength(ALL_RULES.length);
  for (const rule of run.tool.driver.rules) {
    expect(rule).toMatchObject({ id: expect.stringMatching(/^NS\d{3}$/), name: expect.any(String), help: { text: expect.any(String), markdown: expect.any(String) } });
  }
});

test('what is acknowledged is suppressed, with the reason', () => {
  const [run] = sarif(checkReport({ acknowledged: [checkFinding({ acknowledged: 'it is small' })] })).runs;

  expect(run.results).toMatchObject([{ ruleId: 'NS401', suppressions: [{ kind: 'inSource', justification: 'it is small' }] }]);
});

test('places are relative to the working folder, and encoded', () => {
  const files = [join(process.cwd(), 'a b', 'ü#.yaml'), './c/d.yaml', '<stdin>'];

  const [run] = sarif(checkReport({ findings: files.map(file => checkFinding({ file })) })).runs;

  expect(run.results.map((result: any) => result.locations[0].physicalLocation.artifactLocation.uri)).toEqual(['a%20b/%C3%BC%23.yaml', 'c/d.yaml', 'stdin']);
});

test('levels are those of SARIF, and unreadable input is told', () => {
  const [run] = sarif(checkReport({
    findings: [Severity.WARNING, Severity.INFO].map(severity => checkFinding({ severity })),
    problems: [{ file: 'a.yaml', line: 3, column: 2, message: 'no YAML' }, { file: 'b.yaml', message: 'missing' }],
  })).runs;

  expect(run.results.map((result: any) => result.level)).toEqual(['warning', 'note']);
  expect(run.invocations).toMatchObject([{
    executionSuccessful: false,
    toolExecutionNotifications: [
      { level: 'error', locations: [{ physicalLocation: { region: { startLine: 3, startColumn: 2 } } }] }, { level: 'error' },
    ],
  }]);
});
