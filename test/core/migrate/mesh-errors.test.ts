import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check, migrate } from '../../../src/core';

const FOLDER = 'test/fixtures/migrate';
const FILES = readdirSync(FOLDER).map(file => join(FOLDER, file)).filter(file => statSync(file).isFile() && /\.(yaml|json)$/.test(file));

const JOB = `apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: export, image: ghcr.io/acme/export:1.0.0 }]
`;

test('what the mesh breaks in a pod without sidecars is a step for the user', () => {
  const [pod] = migrate([{ name: 'job.yaml', text: JOB }], { mesh: 'istio@1.26' }).pods;

  expect(pod).toMatchObject({ verdict: 'advice', manual: [{ rule: 'NS402', why: expect.stringMatching(/^Istio adds 'istio-proxy' to the Job as an ordinary container/) }] });
});

test('outside of the mesh, nothing is broken', () => {
  const [pod] = migrate([{ name: 'job.yaml', text: JOB.replace('    spec:', '    metadata: { labels: { sidecar.istio.io/inject: "false" } }\n    spec:') }], { mesh: 'istio@1.26' }).pods;

  expect(pod).toMatchObject({ verdict: 'nothing-to-do', manual: [] });
});

test.each(['istio@1.26', 'istio@1.29', 'dapr@1.18'])('every error that a migration adds to a pod in %s is a step for the user', mesh => {
  const untold = FILES.flatMap(name => {
    const source = { name, text: readFileSync(name, 'utf8') };
    const before = new Set(check([source], { mesh }).findings.map(({ rule, workload }) => `${rule} ${workload}`));
    const { texts, pods } = migrate([source], { mesh });
    return check(texts, { mesh }).findings
      .filter(({ severity, rule, workload }) => severity === 'error' && !before.has(`${rule} ${workload}`))
      .filter(({ rule, kind, name: own }) => !pods.some(pod => pod.kind === kind && pod.name === own && pod.manual.some(step => step.rule === rule)))
      .map(({ rule, workload }) => `${name}: ${rule} ${workload}`);
  });

  expect(untold).toEqual([]);
});
