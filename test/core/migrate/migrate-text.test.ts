import * as comments from '../../../src/core/check/ignore-comments';
import { migrateText } from '../../../src/core/migrate/migrate-text';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { Surroundings } from '../../../src/recognition/surroundings';

const OPTIONS = { kubernetes: KubernetesVersion.of('1.33'), surroundings: Surroundings.NONE, programs: [] };
const PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1';

const job = (name: string, db: string) => `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - {name: app, image: "ghcr.io/acme/app:1"}
      - ${db}
`;
const DB = `{name: db, image: "${PROXY}", args: [--port=5432, "a:b:c"]}`;

const migrate = (text: string) => migrateText('jobs.yaml', text, OPTIONS);

test('metadata that a pod template lacks is made in front of its spec', () => {
  expect(migrate(job('one', DB)).text).toContain(`  template:
    metadata:
      annotations:
        kubectl.kubernetes.io/default-container: app
    spec:
      restartPolicy: Never
      initContainers:
`);
});

test('flags that are added to a list with blank lines stand together', () => {
  const text = job('one', `name: db
        image: ${PROXY}
        args:
        - --port=5432

        - a:b:c`);

  expect(migrate(text).text).toContain(`        args:
        - --health-check
        - --http-address=0.0.0.0
        - --http-port=9801

        - --port=5432

        - a:b:c
`);
});

test('a document whose anchors forbid the edits is refused with the reason, and the others are still done', () => {
  const anchored = `${job('one', `&db ${DB}`)}      volumes: []
x-copy: *db
`;
  const { text, pods } = migrate(`${anchored}---\n${job('two', DB)}`);

  expect(pods.map(({ name, plan }) => [name, plan.verdict, plan.moved])).toEqual([['one', 'refused', []], ['two', 'migrated', ['db']]]);
  expect(pods[0].plan.manual[0].why).toMatch(/^the edits would also change other parts of the file: .*anchor/);
  expect(text.startsWith(`${anchored}---\n`)).toBe(true);
});

test('two containers of one pod, and pods in a List, are moved in their order', () => {
  const item = (name: string) => job(name, `${DB}\n      - {name: tail, image: "busybox:1.36", command: [tail, -F, /var/log/a]}`)
    .split('\n').map((line, index) => (line === '' ? '' : (index === 0 ? '- ' : '  ') + line)).join('\n');
  const { pods } = migrate(`apiVersion: v1\nkind: List\nitems:\n${item('one')}${item('two')}`);

  expect(pods.map(({ name, document, plan }) => [name, document, plan.moved])).toEqual([['one', 0, ['db', 'tail']], ['two', 0, ['db', 'tail']]]);
});

test('what is no whole manifest is refused by its name', () => {
  const { text, pods } = migrate('kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n');

  expect([text, pods[0].name, pods[0].plan.verdict]).toEqual(['kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n', 'web', 'refused']);
});

test('a List is looked through for ignore comments once, not once for each of its items', () => {
  const look = jest.spyOn(comments, 'readIgnoreComments');
  const items = ['one', 'two', 'three'].map(name => `- ${job(name, DB).trimEnd().replaceAll('\n', '\n  ')}\n`).join('');

  expect(migrate(`apiVersion: v1\nkind: List\nitems:\n${items}`).pods.map(({ plan }) => plan.verdict)).toEqual(['migrated', 'migrated', 'migrated']);
  expect(look).toHaveBeenCalledTimes(1);
});
