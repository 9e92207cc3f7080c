import { acknowledgmentOf } from '../../../src/rules/engine/acknowledgment';

const CONTAINERS = ['web', 'logs', 'cache'];

/** The containers for which a reason counts; '' is the whole pod. */
function acknowledgedFor(reason: string): string[] {
  const manifest = { metadata: { annotations: { 'acknowledge.cdk8s-sidecars/NS101': reason } } };
  return ['', ...CONTAINERS].filter(container => acknowledgmentOf(manifest, 'NS101', CONTAINERS, container || undefined) === reason);
}

test.each([
  ['nobody needs them', ['', 'web', 'logs', 'cache']],
  ['note: nobody needs them', ['', 'web', 'logs', 'cache']],
  ['we know; logs: it only tails', ['', 'web', 'logs', 'cache']],
  ['logs: it only tails', ['', 'logs']],
  ['logs: it only tails; it has no port; cache: the app retries', ['', 'logs', 'cache']],
])('the reason %j counts for %j', (reason, containers) => {
  expect(acknowledgedFor(reason)).toEqual(containers);
});
