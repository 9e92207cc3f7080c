import { checksFor } from '../../../src/core/explain/kubectl';
import { PodModel } from '../../../src/kubernetes/pod';

const SPEC = { containers: [{ name: 'web' }] };
const FIRST = "-o jsonpath='{.items[0].metadata.name}')";

function commands(manifest: object): string[] {
  return checksFor(PodModel.fromManifest(manifest)).map(check => check.command);
}

test.each<[string, object, string[]]>([
  ['a pod by its name', { kind: 'Pod', metadata: { name: 'web' }, spec: SPEC }, ['POD=web']],
  ['a pod with a generated name by its labels', { kind: 'Pod', metadata: { generateName: 'web-', labels: { app: 'web' } }, spec: SPEC },
    [`POD=$(kubectl get pods -l app=web ${FIRST}`]],
  ['a deployment\'s pod by its selector',
    { kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' }, spec: { selector: { matchLabels: { app: 'web', tier: 'front' } }, template: { metadata: { labels: { x: 'y' } }, spec: SPEC } } },
    [`POD=$(kubectl get pods -n shop -l app=web,tier=front ${FIRST}`]],
  ['a selector of expressions by the pod\'s labels',
    { kind: 'Deployment', metadata: { name: 'web' }, spec: { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] }, template: { metadata: { labels: { app: 'web' } }, spec: SPEC } } },
    [`POD=$(kubectl get pods -l app=web ${FIRST}`]],
  ['a replication controller\'s pod by its plain selector', { kind: 'ReplicationController', metadata: { name: 'web' }, spec: { selector: { app: 'web' }, template: { spec: SPEC } } },
    [`POD=$(kubectl get pods -l app=web ${FIRST}`]],
  ['a job\'s pod by the label that Kubernetes gives it', { kind: 'Job', metadata: { name: 'export' }, spec: { template: { spec: SPEC } } },
    [`POD=$(kubectl get pods -l job-name=export ${FIRST}`]],
  ['a cron job\'s pod by its newest job', { kind: 'CronJob', metadata: { name: 'nightly' }, spec: { jobTemplate: { spec: { template: { spec: SPEC } } } } },
    [
      "JOB=$(kubectl get jobs --sort-by=.metadata.creationTimestamp -o name | grep '^job.batch/nightly-[0-9]*$' | tail -n 1)",
      `POD=$(kubectl get pods -l job-name="\${JOB#job.batch/}" ${FIRST}`,
    ]],
  ['a pod that nothing tells apart by looking', { kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { spec: SPEC } } }, ['kubectl get pods']],
  ['nothing by a name that is shell code', { kind: 'Pod', metadata: { name: "$(reboot)'", namespace: 'a; b' }, spec: SPEC }, ["POD='$(reboot)'\\'''"]],
])('finds %s', (_what, manifest, expected) => {
  expect(commands(manifest).slice(0, expected.length)).toEqual(expected);
});

test('quotes a namespace that is shell code', () => {
  expect(commands({ kind: 'Pod', metadata: { name: 'web', namespace: 'a; b' }, spec: SPEC })[1]).toMatch(/^kubectl get pod "\$POD" -n 'a; b' -o/);
});

test('asks only for the lists that the pod has', () => {
  const plain = commands({ kind: 'Pod', metadata: { name: 'web' }, spec: SPEC }).join('\n');

  expect(plain).toContain('{range .status.containerStatuses[*]}');
  expect(plain).not.toContain('initContainer');
});
