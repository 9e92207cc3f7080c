import { isNear } from '../../src/recognition/nearness';

test.each<[string, string, boolean]>([
  ['web/deployment.yaml', 'web/service.yaml', true],
  ['web/deployment.yaml', 'web/monitoring/hpa.yaml', true],
  ['web/base/deployment.yaml', 'web/overlays/prod/hpa.yaml', true],
  ['chart/templates/deployment.yaml', 'chart/hpa.yaml', true],
  ['shop/deployment.yaml', 'blog/hpa.yaml', false],
  ['apps/shop/base/deployment.yaml', 'apps/blog/base/hpa.yaml', false],
  ['a/b/c/d/deployment.yaml', 'hpa.yaml', false],
  ['', 'hpa.yaml', true],
])('%s and %s: %s', (one, other, expected) => {
  expect([isNear(one, other), isNear(other, one)]).toEqual([expected, expected]);
});
