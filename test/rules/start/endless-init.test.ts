import { endlessInit } from '../../../src/rules/start/endless-init';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web' };

test('an init container that sleeps forever offends', () => {
  expect(says(endlessInit, podOf([WEB], [{ name: 'setup', command: ['sleep', 'infinity'] }]))).toEqual([
    "NS119 the command of init container 'setup' never exits, so the containers after it never start: "
    + 'set restartPolicy: Always to make it a native sidecar, or let its command exit',
  ]);
});

test('the finding points at the arguments where the command is in the image', () => {
  const [offense] = offenses(endlessInit, podOf([WEB], [{ name: 'setup', args: ['sh', '-c', 'while true; do sleep 1; done'] }]));

  expect(offense).toMatchObject({ container: 'setup', at: { path: ['spec', 'initContainers', 0, 'args'] } });
});

test('an init container that ends does not', () => {
  expect(says(endlessInit, podOf([WEB], [{ name: 'setup', command: ['sleep', '5'] }]))).toEqual([]);
});

test('nor does one whose loop ends when a command fails', () => {
  expect(says(endlessInit, podOf([WEB], [{ name: 'setup', command: ['sh', '-ec', 'while true; do ./setup; sleep 5; done'] }]))).toEqual([]);
});

test('a native sidecar and an app that run forever are no concern', () => {
  const tail = { command: ['tail', '-F', '/log'] };

  expect(says(endlessInit, podOf([{ ...WEB, ...tail }], [sidecar('logs', tail)]))).toEqual([]);
});
