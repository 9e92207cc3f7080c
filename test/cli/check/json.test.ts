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
      document: 0,
      kind: 'Job',
      namespace: 'shop',
      name: 'export',
      container: 'proxy',
      message: "'proxy' never ends",
      fix: 'make it a native sidecar',
    }],
    summary: { files: 1, documents: 1, pods: 1, error: 1, warning: 0, info: 0 },
  });
});

test('what is not known is null and not left out', () => {
  const [finding] = JSON.parse(checkJson(checkReport({ findings: [checkFinding({ namespace: null, name: null, container: null })] }))).findings;

  expect(finding).toMatchObject({ namespace: null, name: null, container: null });
});
