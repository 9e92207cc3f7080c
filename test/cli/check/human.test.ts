import { checkFinding, checkReport } from './check-report';
import { checkHuman } from '../../../src/cli/check/human';
import { Severity } from '../../../src/rules/engine/finding';

const FINDINGS = [
  checkFinding(),
  checkFinding({ rule: 'NS404', severity: Severity.WARNING, container: null, region: { line: 3, column: 1, endLine: 3, endColumn: 5 }, message: 'the Job waits forever', fix: 'set activeDeadlineSeconds' }),
  checkFinding({ workload: 'Job/import', name: 'import', namespace: null, document: 1, region: { line: 40, column: 5, endLine: 40, endColumn: 9 }, severity: Severity.INFO }),
];

test('findings stand below their workload, each with its place, and with what to do below it', () => {
  expect(checkHuman(checkReport({ findings: FINDINGS }, { error: 1, warning: 1, info: 1, pods: 2 }), false, Severity.INFO)).toBe([
    'Job/export in namespace shop',
    "  jobs/export.yaml:17:9: error NS401 'proxy' never ends",
    '    make it a native sidecar',
    '  jobs/export.yaml:3:1: warning NS404 the Job waits forever',
    '    set activeDeadlineSeconds',
    '',
    'Job/import',
    "  jobs/export.yaml:40:5: info NS401 'proxy' never ends",
    '    make it a native sidecar',
    '',
    '1 error, 1 warning, 1 info in 2 pods of 1 file',
    '',
  ].join('\n'));
});

test('findings below the wanted severity are only counted', () => {
  expect(checkHuman(checkReport({ findings: FINDINGS }, { error: 1, warning: 1, info: 1, pods: 2 }), false, Severity.ERROR)).toBe([
    'Job/export in namespace shop',
    "  jobs/export.yaml:17:9: error NS401 'proxy' never ends",
    '    make it a native sidecar',
    '',
    '1 error, 1 warning, 1 info in 2 pods of 1 file, 2 not shown (pass --min-severity info to show all)',
    '',
  ].join('\n'));
});

test('where nothing is wrong, one line says what was looked at', () => {
  expect(checkHuman(checkReport({}, { pods: 3, files: 2 }), false, Severity.INFO)).toBe('no findings in 3 pods of 2 files\n');
});

test('what does not count is only counted', () => {
  const report = checkReport(
    { acknowledged: [checkFinding(), checkFinding()], problems: [{ file: 'a.yaml', message: 'x' }] }, { known: 4, gone: 1, partial: 2, pods: 7, files: 3 });

  expect(checkHuman(report, false, Severity.INFO)).toBe(
    'no findings in 7 pods of 3 files, 2 acknowledged, 4 in the baseline, 1 baseline finding no longer present, 2 patches not checked, 1 input problem\n');
});

test('colors are used only where they are shown', () => {
  const report = checkReport({ findings: [checkFinding()] }, { error: 1 });

  expect(checkHuman(report, true, Severity.INFO)).toContain('\u001b[31merror\u001b[0m NS401');
  expect(checkHuman(report, false, Severity.INFO)).not.toContain('\u001b');
});

test('a name from a manifest can neither move the cursor nor begin a line', () => {
  const report = checkReport({ findings: [checkFinding({ workload: 'Job/\u001b[2J', message: "'a\n  b.yaml:1: error' is\u0007 wrong" })] }, { error: 1 });

  const text = checkHuman(report, false, Severity.INFO);

  expect(text).toContain('Job/\ufffd[2J');
  expect(text).toContain("NS401 'a b.yaml:1: error' is\ufffd wrong\n");
});
