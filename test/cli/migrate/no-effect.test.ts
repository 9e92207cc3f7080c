import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run';

const TEXT = readFileSync(join(__dirname, '../../fixtures/migrate/database-proxy.yaml'), 'utf8');
const COMMENTED = (comment: string) => TEXT.replace('        - name: db', `        # cdk8s-sidecars: ${comment}\n        - name: db`);
const ANNOTATED = (annotation: string) => TEXT.replace('kind: Deployment\nmetadata:\n', `kind: Deployment\nmetadata:\n  annotations: { acknowledge.cdk8s-sidecars/${annotation} }\n`);

/** The lines about comments and annotations. */
async function told(command: string, text: string): Promise<string[]> {
  const { err } = await run([command, '-'], text);
  return err.split('\n').filter(line => line.includes('no effect') || line.includes('unknown rule'));
}

test.each([
  ['a comment without a reason', COMMENTED('ignore NS201'), "this comment has no effect because it gives no reason: write '# cdk8s-sidecars: ignore NS201 <reason>'"],
  ['a comment with another word', COMMENTED('disable NS201 we agreed'), "this comment has no effect because the word 'ignore' is missing: write '# cdk8s-sidecars: ignore NS201 <reason>'"],
  ['a comment on an unknown rule', COMMENTED('ignore NS999 we agreed'), "unknown rule NS999: run 'cdk8s-sidecars rules' to list all rules"],
  ['a comment on a rule without a finding', COMMENTED('ignore NS303 we agreed'), 'this comment has no effect because NS303 finds nothing here: remove it'],
  ['a comment at another place', TEXT.replace('    spec:\n', '    spec:\n      # cdk8s-sidecars: ignore NS201 we agreed\n'), 'this comment has no effect here: put it at the end of the line that the finding points to'],
])('%s is reported as check reports it, because the container moves', async (_, text, sentence) => {
  expect(text).not.toBe(TEXT);
  expect(await told('migrate', text)).toEqual(await told('check', text));
  expect(await told('migrate', text)).toEqual([expect.stringContaining(sentence)]);
});

test('so is an annotation without a reason, which check reports as NS614', async () => {
  expect(await told('migrate', ANNOTATED('NS201: ""'))).toEqual([
    "<stdin>:15:18: the annotation 'acknowledge.cdk8s-sidecars/NS201' has no effect because its value is empty: set it to the reason for accepting the finding",
  ]);
});

test('a comment that accepts a finding is not reported, also if only the mesh causes it', async () => {
  const job = `apiVersion: batch/v1
kind: Job
metadata: { name: report }
spec:
  template:
    metadata:
      labels: { sidecar.istio.io/inject: "true" } # cdk8s-sidecars: ignore NS402 a controller ends the proxy
    spec:
      restartPolicy: Never
      containers: [{ name: report, image: "ghcr.io/acme/report:3" }]
`;
  const rulesIn = async (text: string) => JSON.parse((await run(['check', '-', '--mesh', 'istio@1.22', '--format', 'json'], text)).out).findings.map(({ rule }: { readonly rule: string }) => rule);
  const { err } = await run(['migrate', '-', '--mesh', 'istio@1.22'], job);

  expect(await told('migrate', COMMENTED('ignore NS201 we agreed'))).toEqual([]);
  expect(await rulesIn(job.replace(/ # .*/, ''))).toContain('NS402');
  expect(await rulesIn(job)).not.toContain('NS402');
  expect(err).not.toContain('no effect');
});
