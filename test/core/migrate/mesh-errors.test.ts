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

test('the steps name no switch that the given version does not read', () => {
  const job = JOB.replace('    spec:', '    metadata: { labels: { sidecar.istio.io/inject: "true" } }\n    spec:')
    .replace('1.0.0 }', '1.0.0, command: [sh, -c, "/export; curl -XPOST localhost:15020/quitquitquit"] }');
  const stepsIn = (mesh: string) => migrate([{ name: 'job.yaml', text: job }], { mesh }).pods[0].manual.filter(({ rule }) => rule === 'NS514' || rule === 'NS501').map(({ why }) => why);
  const call = "'export' tells the proxy of Istio to quit (localhost:15020/quitquitquit), which a native proxy does not need: remove the call when the proxy of Istio is native";

  expect(stepsIn('istio@1.18')).toEqual(['Istio 1.18 adds an ordinary proxy by default; upgrade Istio to 1.19 or newer, which can make it native', call]);
  expect(stepsIn('istio@1.20')).toEqual([
    'Istio 1.20 adds an ordinary proxy by default; istiod must have ENABLE_NATIVE_SIDECARS=true (Helm value pilot.env.ENABLE_NATIVE_SIDECARS): Istio 1.20 has no switch for a single workload',
    call,
  ]);
});

test('a proxy in the manifest is called hard-coded, whatever its name is', () => {
  const withProxy = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: ghcr.io/acme/web:1.0.0 }, { name: ${name}, image: docker.io/istio/proxyv2:1.24.0, args: [proxy, sidecar] }]
`;
  const stepsFor = (name: string) => migrate([{ name: 'web.yaml', text: withProxy(name) }]).pods[0].manual.map(({ rule, why }) => `${rule} ${why}`);

  expect(stepsFor('helper')).toEqual(["NS513 'helper' is a hard-coded proxy of Istio: do not move it by hand, but inject it again with native sidecars turned on"]);
  expect(stepsFor('istio-proxy')).toEqual(["NS513 'istio-proxy' is a hard-coded proxy of Istio: do not move it by hand, but inject it again with native sidecars turned on"]);
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
