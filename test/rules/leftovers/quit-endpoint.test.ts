import { quitEndpoint } from '../../../src/rules/leftovers/quit-endpoint';
import { jobOf, podOf } from '../../simulator/pods';
import { says } from '../check';
import { annotated } from '../meshes';

test('a sidecar that can be told to quit offends', () => {
  expect(says(quitEndpoint, jobOf([{ name: 'work' }, { name: 'proxy', args: ['--quitquitquit'] }]))).toEqual([
    "NS503 'proxy' exposes a quit endpoint (--quitquitquit), which a native sidecar does not need: remove it after the calls, which may be inside an image",
  ]);
});

test("so does Vault's agent by an annotation", () => {
  expect(says(quitEndpoint, annotated({ 'vault.hashicorp.com/agent-enable-quit': 'true' }))).toEqual([
    "NS503 the annotation 'vault.hashicorp.com/agent-enable-quit' exposes a quit endpoint of the Vault agent: "
    + 'remove it after the calls, which may be inside an image; for a Job, prefer vault.hashicorp.com/agent-pre-populate-only: "true"',
  ]);
});

test('an admin port alone opens nothing', () => {
  expect(says(quitEndpoint, jobOf([{ name: 'work' }, { name: 'proxy', args: ['--admin-port=9092'] }]))).toEqual([]);
});

test('other pods are no concern', () => {
  expect([...says(quitEndpoint, podOf([{ name: 'web' }])), ...says(quitEndpoint, annotated({ 'vault.hashicorp.com/agent-enable-quit': 'false' }))]).toEqual([]);
});
