import { objectsOf, podsIn } from '../../src/core/pods';
import { parseText } from '../../src/yaml/parse';
import { formatProblem } from '../../src/yaml/problem';

function found(text: string) {
  const { pods, problems } = podsIn(parseText('a.yaml', text).documents);
  return { pods: pods.map(({ pod, document, objectPath }) => [pod.title, document.index, objectPath.join('.')]), problems: problems.map(formatProblem) };
}

test('pods are found in documents and in the items of lists, and know where they stand', () => {
  const text = [
    'kind: Service',
    'kind: Pod\nmetadata: { name: alone }\nspec: { containers: [{ name: a }] }',
    'kind: List\nitems:\n- kind: Pod\n  metadata: { name: first }\n  spec: { containers: [{ name: a }] }\n'
    + '- kind: PodList\n  items:\n  - kind: Pod\n    metadata: { name: second }\n    spec: { containers: [{ name: a }] }',
  ].join('\n---\n');

  expect(found(text)).toEqual({ pods: [['Pod/alone', 1, ''], ['Pod/first', 2, 'items.0'], ['Pod/second', 2, 'items.1.items.0']], problems: [] });
});

test('the items of a list of one kind are of that kind, as the API server means them', () => {
  const text = 'kind: DeploymentList\nitems:\n- metadata: { name: web }\n  spec: { template: { spec: { containers: [{ name: a }] } } }\n';

  expect(found(text)).toEqual({ pods: [['Deployment/web', 0, 'items.0']], problems: [] });
});

test.each<[string, string, string]>([
  ['a missing spec, by the object', 'kind: Pod\nmetadata:\n  name: web\n', "a.yaml:1:1: Pod 'web' has no pod: 'spec' is missing, but must be an object with containers"],
  ['an empty list of containers', 'kind: Job\nmetadata: { name: web }\nspec:\n  template:\n    spec:\n      containers: []\n',
    "a.yaml:6:7: Job 'web' has no containers: 'spec.template.spec.containers' is an empty list, but a pod needs at least one container"],
  ['the second of two containers with one name', 'kind: Pod\nmetadata: { name: web }\nspec:\n  initContainers:\n  - name: app\n  containers:\n  - name: app\n',
    "a.yaml:7:5: Pod 'web' has two containers called 'app', at 'spec.initContainers[0]' and 'spec.containers[0]': names must be unique across containers and initContainers, so rename one"],
  ['an item of a list', 'kind: List\nitems:\n- kind: Service\n- kind: Pod\n  metadata: { name: web }\n  spec:\n    containers:\n    - image: web\n',
    "a.yaml:8:7: Pod 'web': the container at 'spec.containers[0]' has no name: add one"],
  ['an item of a list that is no object', 'kind: List\nitems:\n- kind: Service\n- 5\n',
    'a.yaml:4:3: a manifest must be an object with apiVersion and kind, but this is the number 5'],
])('%s has a line', (_what, text, problem) => {
  expect(found(text)).toEqual({ pods: [], problems: [problem] });
});

test('the objects of a list come in their order', () => {
  const list = { kind: 'List', items: [{ kind: 'A' }, { kind: 'List', items: [{ kind: 'B' }, { kind: 'C' }] }, { kind: 'D' }] };

  expect(objectsOf(list).map(({ value }) => (value as { kind: string }).kind)).toEqual(['A', 'B', 'C', 'D']);
});
