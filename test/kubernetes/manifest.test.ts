import { findTemplates } from '../../src/kubernetes/manifest';

const app = { name: 'app', image: 'ghcr.io/acme/app:1.0.0' };

test('a problem carries the path of what is wrong, also below an item of a list', () => {
  const twin = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'twin' }, spec: { template: { spec: { containers: [app], initContainers: [app] } } } };
  const empty = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'empty' }, spec: {} };

  const { problems } = findTemplates({ apiVersion: 'v1', kind: 'List', items: [empty, twin, 5] });

  expect(problems.map(problem => problem.path)).toEqual([
    ['items', 0, 'spec', 'template', 'spec'],
    ['items', 1, 'spec', 'template', 'spec', 'containers', 0],
    ['items', 2],
  ]);
});
