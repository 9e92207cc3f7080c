import { PodModel } from '../../../src/kubernetes/pod';
import { exitCodeWithoutContainer } from '../../../src/rules/jobs/exit-code-without-container';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const onExitCodes = (rest: object) => ({
  podFailurePolicy: {
    rules: [
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action: 'FailJob', onExitCodes: { operator: 'In', values: [143], ...rest } },
    ],
  },
});

const MESSAGE = 'NS405 rule 1 of the pod failure policy names no container, so it also matches the exit code 143 or 137 of a stopped sidecar and can hide a failure of the app: '
  + "set onExitCodes.containerName, for example to 'work'";

test('a rule on exit codes without a container offends', () => {
  expect(says(exitCodeWithoutContainer, jobOf([{ name: 'work' }], [sidecar('proxy')], {}, onExitCodes({})))).toEqual([MESSAGE]);
});

test('also in a CronJob', () => {
  const template = { spec: { restartPolicy: 'Never', initContainers: [sidecar('proxy')], containers: [{ name: 'work' }] } };
  const pod = PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: { spec: { ...onExitCodes({}), template } } } });

  expect(says(exitCodeWithoutContainer, pod)).toEqual([MESSAGE]);
});

test('a rule that names its container does not', () => {
  expect(says(exitCodeWithoutContainer, jobOf([{ name: 'work' }], [sidecar('proxy')], {}, onExitCodes({ containerName: 'work' })))).toEqual([]);
});

test.each([
  ['a Job without sidecars', jobOf([{ name: 'work' }], [], {}, onExitCodes({}))],
  ['a Job without a policy', jobOf([{ name: 'work' }], [sidecar('proxy')])],
  ['a pod of its own', podOf([{ name: 'work' }], [sidecar('proxy')])],
])('%s is no concern', (_name, pod) => {
  expect(says(exitCodeWithoutContainer, pod)).toEqual([]);
});
