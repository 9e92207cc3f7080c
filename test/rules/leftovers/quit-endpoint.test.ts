import { quitEndpoint } from '../../../src/rules/leftovers/quit-endpoint';
import { jobOf, podOf } from '../../simulator/pods';
import { says } from '../check';
import { annotated } from '../meshes';

test('a sidecar that can be told to quit offends', () => {
  expect(says(quitEndpoint, jobOf([{ name: 'work' }, { name: 'proxy', args: ['--quitquitquit'] }]))).toEqual([
    "NS503 'proxy' lets itself be told to quit (--quitquitquit), which a native sidecar does not need: take it away after the calls, which may stand in an image",
  ]);
});

test("so does Vault's agent by an annotation", () => {
  expect(says(quitEndpoint, annotated({ 'vault.hashicorp.com/agent-enable-quit': 'true' }))).toEqual([
    "NS503 the annotation 'vault.hashicorp.com/agent-enable-quit' lets Vault's agent be told to quit: "
    + 'take it away after the calls, which may stand in an image; a Job is better off with vault.hashicorp.com/agent-pre-populate-only: "true"',
  ]);
});

test('an admin port alone opens nothing', () => {
  expect(says(quitEndpoint, jobOf([{ name: 'work' }, { name: 'proxy', args: ['--admin-port=9092'] }]))).toEqual([]);
});

test('other pods are no concern', () => {
  expect([...says(quitEndpoint, podOf([{ name: 'web' }])), ...says(quitEndpoint, annotated({ 'vault.hashicorp.com/agent-enable-quit': 'false' }))]).toEqual([]);
});
