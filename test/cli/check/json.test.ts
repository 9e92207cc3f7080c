import { checkFinding, checkReport } from './check-report';
import { checkJson } from '../../../src/cli/check/json';
import { Skipped } from '../../../src/core/skipped';
import { run } from '../run';

test('the keys of the JSON form are a contract', () => {
  const unread = { file: 'a.yaml', line: 3, column: 7, message: 'this is not valid YAML' };
  const report = checkReport({ findings: [checkFinding()], acknowledged: [checkFinding({ acknowledged: 'we agreed' })], problems: [unread] }, { error: 1, known: 3, gone: 4, partial: 2 });
  const skipped = new Skipped(['vendor']);
  skipped.sort([{ file: 'values.yaml', message: 'a template', foreign: 'template' }], 'by folder');

  const finding = {
    rule: 'NS401',
    severity: 'error',
    file: 'jobs/export.yaml',
    line: 17,
    column: 9,
    endLine: 17,
    endColumn: 20,
    document: 0,
    kind: 'Job',
    namespace: 'shop',
    name: 'export',
    container: 'proxy',
    path: 'spec.template.spec.containers[1]',
    message: "'proxy' never ends",
    fix: 'make it a native sidecar',
  };

  expect(JSON.parse(checkJson({ ...report, notes: [{ file: 'the configuration', message: 'no effect' }], skipped }))).toEqual({
    findings: [finding],
    acknowledged: [{ ...finding, reason: 'we agreed' }],
    problems: [unread],
    notes: [{ file: 'the configuration', line: null, column: null, message: 'no effect' }],
    skipped: [{ what: 'template', paths: ['values.yaml'] }, { what: 'excluded path', paths: ['vendor'] }],
    notRendered: [],
    summary: { files: 1, documents: 1, pods: 1, error: 1, warning: 0, info: 0, acknowledged: 1, known: 3, gone: 4, patches: 2 },
  });
});

test('what is not known is null and not left out', () => {
  const report = checkReport({ findings: [checkFinding({ namespace: null, name: null, container: null, path: null })] });

  const [finding] = JSON.parse(checkJson({ ...report, notes: [], skipped: new Skipped() })).findings;

  expect(finding).toMatchObject({ namespace: null, name: null, container: null, path: null });
});

test('input that cannot be read is in the JSON form, and the exit code is 3', async () => {
  const { code, out } = await run(['check', '-', '--format', 'json'], 'kind: Pod\nmetadata: *none\n');

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ findings: [], problems: [{ file: '<stdin>', line: 2, column: 16, message: expect.stringContaining('not valid YAML') }] });
});
