import { checkFinding, checkReport } from './check-report';
import { checkJson } from '../../../src/cli/check/json';

test('the keys of the JSON form are a contract', () => {
  const report = checkReport({ findings: [checkFinding()], acknowledged: [checkFinding()] }, { error: 1, known: 3, partial: 2 });

  expect(JSON.parse(checkJson(report))).toEqual({
    findings: [{
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
    }],
    summary: { files: 1, documents: 1, pods: 1, error: 1, warning: 0, info: 0 },
  });
});

test('what is not known is null and not left out', () => {
  const report = checkReport({ findings: [checkFinding({ namespace: null, name: null, container: null, path: null })] });

  const [finding] = JSON.parse(checkJson(report)).findings;

  expect(finding).toMatchObject({ namespace: null, name: null, container: null, path: null });
});
