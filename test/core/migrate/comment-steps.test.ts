import { migrate } from '../../../src/core';

const SQL_PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1';

function deployment(name: string, ...proxy: string[]): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: app
        image: ghcr.io/acme/app:1
      - name: db
        image: ${SQL_PROXY}
${proxy.map(line => `        ${line}\n`).join('')}`;
}

/** The steps that come from no rule, for each pod. */
function stepsIn(text: string): string[][] {
  return migrate([{ name: 'a.yaml', text }]).pods.map(({ manual }) => manual.filter(({ rule }) => rule === null).map(({ why }) => why));
}

const SLEEP = ['lifecycle:', '  # postStart:', '  #   exec: {command: [/warm-up]}', '  # it must outlive the app', '  preStop:', '    exec: {command: [sleep, "20"]}'];

test('lines that were commented out in a block that is removed are named', () => {
  expect(stepsIn(deployment('web', ...SLEEP))).toEqual([[
    "what was removed held lines that were commented out, which are gone, too ('# postStart:', '#   exec: {command: [/warm-up]}'): put them back if you still need them",
  ]]);
});

test('of many such lines the first ones are named', () => {
  const more = Array.from({ length: 6 }, (_, index) => `  # key${index}: value`);

  expect(stepsIn(deployment('web', SLEEP[0], ...more, ...SLEEP.slice(4)))[0][0]).toContain("'# key3: value' and 2 more)");
});

test('lines that are commented out and mention what was removed are named, but no sentences, and nothing that is still there', () => {
  const job = `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: app
        image: ghcr.io/acme/app:1
        command:
        - sh
        - -c
        # - ./work --all; curl -X POST http://127.0.0.1:9091/quitquitquit
        # It calls /quitquitquit at the end.
        - |
          ./work --all
          curl -X POST http://localhost:9091/quitquitquit
        # - --all
      - name: db
        image: ${SQL_PROXY}
        args:
        - a:b:c
        - --quitquitquit
        # - --quitquitquit=false
`;

  expect(stepsIn(job)).toEqual([[
    "lines that are commented out still mention what was removed ('# - ./work --all; curl -X POST http://127.0.0.1:9091/quitquitquit', '# - --quitquitquit=false'): "
      + 'remove them, or change them before you use them again',
  ]]);
});

test('each pod of a List gets the steps about its own lines', () => {
  const item = (text: string) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
  const list = `apiVersion: v1\nkind: List\nitems:\n${item(deployment('web', ...SLEEP))}${item(deployment('other', '# tty: true'))}${item(deployment('last', ...SLEEP))}`;

  expect(stepsIn(list).map(steps => steps.length)).toEqual([1, 0, 1]);
});

test('a migration that removes nothing says nothing about what is commented out', () => {
  expect(stepsIn(deployment('web', '# lifecycle:', '#   preStop: {exec: {command: [sleep, "20"]}}'))).toEqual([[]]);
});
