import { checkFinding, checkReport } from './check-report';
import { checkGithub } from '../../../src/cli/check/github';
import { Severity } from '../../../src/rules/engine/finding';

test('each finding is a command of the workflow', () => {
  const findings = [Severity.ERROR, Severity.WARNING, Severity.INFO].map(severity => checkFinding({ severity }));

  expect(checkGithub(checkReport({ findings }))).toBe([
    "::error file=jobs/export.yaml,line=17,endLine=17,col=9,endColumn=20,title=NS401 Job/export::'proxy' never ends: make it a native sidecar\n",
    "::warning file=jobs/export.yaml,line=17,endLine=17,col=9,endColumn=20,title=NS401 Job/export::'proxy' never ends: make it a native sidecar\n",
    "::notice file=jobs/export.yaml,line=17,endLine=17,col=9,endColumn=20,title=NS401 Job/export::'proxy' never ends: make it a native sidecar\n",
  ].join(''));
});

test('columns are left out of what goes over several lines, as GitHub wants it', () => {
  const findings = [checkFinding({ region: { line: 17, column: 9, endLine: 19, endColumn: 4 } })];

  expect(checkGithub(checkReport({ findings }))).toMatch(/^::error file=jobs\/export.yaml,line=17,endLine=19,title=/);
});

test('what the workflow would obey is escaped', () => {
  const findings = [checkFinding({ file: 'a,b:c%.yaml', workload: 'Job/x\n::error::y', message: '100%\r\n::set-output name=a::b', fix: 'c' })];

  expect(checkGithub(checkReport({ findings }))).toBe(
    '::error file=a%2Cb%3Ac%25.yaml,line=17,endLine=17,col=9,endColumn=20,title=NS401 Job/x%0A%3A%3Aerror%3A%3Ay::100%25%0D%0A::set-output name=a::b: c\n');
});

test('what cannot be read is an error of the workflow too', () => {
  expect(checkGithub(checkReport({ problems: [{ file: 'a.yaml', line: 3, column: 2, message: 'this is no YAML' }, { file: 'b.yaml', message: 'missing' }] }))).toBe(
    '::error file=a.yaml,line=3,col=2,title=unreadable input::this is no YAML\n::error file=b.yaml,title=unreadable input::missing\n');
});
