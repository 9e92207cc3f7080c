import { readFileSync } from 'node:fs';
import { migrate } from '../../src/core/on-text';
import { parseText } from '../../src/yaml/parse';

/** How sigs.k8s.io/yaml 1.6.0, which kubectl uses, converts each plain scalar to JSON. */
const RECORDED: { readonly [text: string]: unknown } = JSON.parse(readFileSync('test/fixtures/yaml/scalars.json', 'utf8'));

test.each(Object.entries(RECORDED))('%s is read as kubectl reads it', (text, expected) => {
  const { documents, problems } = parseText('a.yaml', `kind: Pod\nvalue: ${text}\n`);

  expect(problems.length > 0 ? { error: 'error' } : documents[0].value.value).toEqual(expected);
});

test('a number that JSON does not have is named', () => {
  expect(parseText('a.yaml', 'kind: Pod\nspec: {priority: .inf}\n').problems)
    .toEqual([{ file: 'a.yaml', line: 1, column: 1, message: 'this is not valid YAML: .inf is not a number that Kubernetes accepts; fix it here or just above' }]);
});

test('a number that would lose digits is not written anew', () => {
  const text = `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec:
  template:
    spec:
      restartPolicy: Never
      initContainers: [{name: init, image: "ghcr.io/acme/init:1"}]
      containers:
      - {name: app, image: "ghcr.io/acme/app:1"}
      - name: db
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        securityContext:
          runAsUser: 9007199254740993
`;
  const { texts, pods } = migrate([{ name: 'a.yaml', text }]);

  expect(texts[0].text).toBe(text);
  expect(pods[0].manual[0].why)
    .toBe('the edits would also change other parts of the file: 9007199254740992 may have lost digits when it was read, so it cannot be written in another style');
});
