import { smuggledSleep } from '../../../src/rules/leftovers/smuggled-sleep';
import { podOf } from '../../simulator/pods';
import { says } from '../check';

const volumeMounts = [{ name: 'tools', mountPath: '/tools' }];
const volumes = [{ name: 'tools', emptyDir: {} }];
const COPY = { name: 'copy', command: ['cp', '/bin/sleep', '/tools/sleep'], volumeMounts };
const web = (...command: string[]) => ({ name: 'web', volumeMounts, lifecycle: { preStop: { exec: { command } } } });

test('a sleep that an init container brought offends', () => {
  expect(says(smuggledSleep, podOf([web('/tools/sleep', '10')], [COPY], { volumes }))).toEqual([
    "NS512 the preStop hook of 'web' sleeps with /tools/sleep, which an init container provides: write preStop.sleep instead, and remove 'copy'",
  ]);
});

test('the sleep of the image does not', () => {
  expect(says(smuggledSleep, podOf([web('/bin/sleep', '10')], [COPY], { volumes }))).toEqual([]);
});

test('a pod without hooks is no concern', () => {
  expect(says(smuggledSleep, podOf([{ name: 'web', volumeMounts }], [COPY], { volumes }))).toEqual([]);
});
