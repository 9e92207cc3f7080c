import { isNear } from '../../src/recognition/nearness';

test.each<[string, string, boolean]>([
  ['web/deployment.yaml', 'web/service.yaml', true],
  ['web/deployment.yaml', 'web/monitoring/hpa.yaml', true],
  ['web/base/deployment.yaml', 'web/overlays/prod/hpa.yaml', true],
  ['chart/templates/deployment.yaml', 'chart/hpa.yaml', true],
  ['web/base/deployment.yaml', 'web/prod/hpa.yaml', true],
  ['dev/deployment.yaml', 'prod/hpa.yaml', false],
  ['staging/deployment.yaml', 'Production/hpa.yaml', false],
  ['web/overlays/dev/deployment.yaml', 'web/overlays/prod/hpa.yaml', false],
  ['k8s/dev/deployment.yaml', 'config/prod/hpa.yaml', false],
  ['k8s/prod/deployment.yaml', 'config/production/hpa.yaml', true],
  ['shop/deployment.yaml', 'blog/hpa.yaml', false],
  ['apps/shop/base/deployment.yaml', 'apps/blog/base/hpa.yaml', false],
  ['a/b/c/d/deployment.yaml', 'hpa.yaml', false],
  ['', 'hpa.yaml', true],
])('%s and %s: %s', (one, other, expected) => {
  expect([isNear(one, other), isNear(other, one)]).toEqual([expected, expected]);
});
