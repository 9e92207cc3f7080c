import { deflateRawSync } from 'node:zlib';
import { fragmentOf, stateIn } from '../../site/browser/playground/share';
import { EMPTY_STATE, PlaygroundState } from '../../site/browser/playground/state';

const STATE: PlaygroundState = {
  text: 'kind: Pod # ünïcödé 🚀\n'.repeat(50),
  kubernetes: '1.34',
  mesh: 'istio@1.29',
  workload: 2,
  whatIf: { deletion: 'never', containers: { app: { drain: 3, gate: 'never', crashes: [9], work: 4, ignoresSigterm: true } } },
};

const linkOf = (data: unknown) => `#m=${deflateRawSync(JSON.stringify(data)).toString('base64url')}`;

test('a link holds the whole state, and is short', async () => {
  const fragment = await fragmentOf(STATE);

  expect(await stateIn(fragment)).toEqual(STATE);
  expect(fragment).toMatch(/^#m=[\w-]+$/);
  expect(fragment.length).toBeLessThan(400);
});

test('a fragment of something else holds no state', async () => {
  expect(await stateIn('')).toBeUndefined();
  expect(await stateIn('#example=job-never-ends')).toBeUndefined();
});

test('of foreign data, only what has the right form is taken', async () => {
  const state = await stateIn(linkOf({ text: 1, kubernetes: [], workload: -1, whatIf: { deletion: 1e9, containers: { a: { drain: 'x', crashes: [5], evil: 1 } } } }));

  expect(state).toEqual({ ...EMPTY_STATE, whatIf: { containers: { a: { crashes: [5] } } } });
});

test.each([['cut off', '#m=abc'], ['not JSON', `#m=${deflateRawSync('{').toString('base64url')}`], ['too long', linkOf({ text: 'x'.repeat(3_000_000) })]])('a link that is %s is refused', async (_, link) => {
  await expect(stateIn(link)).rejects.toThrow('the link is damaged or incomplete: copy it again');
});
