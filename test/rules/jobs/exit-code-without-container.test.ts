import { PodModel } from '../../../src/kubernetes/pod';
import { exitCodeWithoutContainer } from '../../../src/rules/jobs/exit-code-without-container';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const onExitCodes = (rest: object, action = 'FailJob') => ({
  podFailurePolicy: {
    rules: [
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action, onExitCodes: { operator: 'In', values: [143], ...rest } },
    ],
  },
});

const MESSAGE = 'NS405 rule 1 of the pod failure policy names no container, so it also matches the exit code 143 of a stopped sidecar and fails the Job after a failure of the app that another try could mend: '
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

describe('a rule that names the sidecar', () => {
  const found = (rest: object, proxy: object = {}, action?: string) =>
    says(exitCodeWithoutContainer, jobOf([{ name: 'work' }], [sidecar('proxy', proxy)], {}, onExitCodes({ containerName: 'proxy', ...rest }, action)));

  test('offends if it matches how the kubelet stops it', () => {
    expect(found({ operator: 'NotIn', values: [0] })).toEqual([
      "NS405 rule 1 of the pod failure policy names the sidecar 'proxy', so it also matches the exit code 143 or 137 of a sidecar that the kubelet stops and "
      + "fails the Job after a failure of the app that another try could mend: set onExitCodes.containerName to a container that does the work, for example 'work', "
      + "or list the exit codes that 'proxy' fails with",
    ]);
  });

  test('does not if it lists what the sidecar itself fails with', () => {
    expect(found({ values: [1, 2] })).toEqual([]);
  });

  test('does not if the sidecar exits with 0 when it is stopped', () => {
    const proxy = { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.0', args: ['--exit-zero-on-sigterm', 'a:b:c'] };

    expect(found({}, proxy)).toEqual([]);
    expect(found({ operator: 'NotIn', values: [42] }, proxy)).toEqual([expect.stringContaining('the exit code 137 of')]);
    expect(found({}, { ...proxy, args: ['a:b:c'] })).toHaveLength(1);
  });

  test.each([
    ['Ignore', 'can hide a failure of the app'],
    ['Count', 'keeps later rules from seeing a failure of the app'],
    ['FailIndex', 'fails the index after a failure of the app that another try could mend'],
  ])('says what the action %s does', (action, effect) => {
    expect(found({}, {}, action)).toEqual([expect.stringContaining(`and ${effect}: `)]);
  });
});

test('a rule without a container that matches no stopped sidecar does not', () => {
  expect(says(exitCodeWithoutContainer, jobOf([{ name: 'work' }], [sidecar('proxy')], {}, onExitCodes({ values: [42] })))).toEqual([]);
});
