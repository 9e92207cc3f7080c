import { PodModel } from '../../../src/kubernetes/pod';
import { endlessWork } from '../../../src/rules/jobs/endless-work';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const ENDLESS = { name: 'import', command: ['sh', '-c', 'while true; do ./import; sleep 60; done'] };

test('work in a loop without an end offends', () => {
  expect(says(endlessWork, jobOf([ENDLESS]))).toEqual([
    "NS410 the command of 'import' never exits, so the Job never completes: let it exit when the work is done",
  ]);
});

test('work beside a native sidecar offends too', () => {
  expect(says(endlessWork, jobOf([{ name: 'import', command: ['tail', '-f', '/dev/null'] }], [sidecar('proxy')]))).toHaveLength(1);
});

test('work that ends does not', () => {
  expect(says(endlessWork, jobOf([{ name: 'import', command: ['./import'] }]))).toEqual([]);
});

test.each([
  'tail -F /log & T=$!; ./import; kill $T; wait',
  'tail -F /log & ./import & wait $!',
  'set -e; while true; do ./import; sleep 60; done',
])('nor does work that may end: %s', script => {
  expect(says(endlessWork, jobOf([{ name: 'import', command: ['sh', '-c', script] }]))).toEqual([]);
});

test('a container that keeps a Job alive beside its work is the concern of NS401', () => {
  expect(says(endlessWork, jobOf([{ name: 'import' }, { name: 'logs', command: ['tail', '-F', '/log/import.log'] }]))).toEqual([]);
});

test('a bare pod may run forever', () => {
  expect(says(endlessWork, podOf([ENDLESS], [], { restartPolicy: 'Never' }))).toEqual([]);
});

test('of an object with several pods, another one may decide when it is done', () => {
  const task = (containers: object[]) => ({ template: { spec: { template: { spec: { restartPolicy: 'Never', containers } } } } });
  const [worker] = PodModel.allIn({
    apiVersion: 'jobset.x-k8s.io/v1alpha2',
    kind: 'JobSet',
    metadata: { name: 'train' },
    spec: { replicatedJobs: [{ name: 'worker', ...task([ENDLESS]) }, { name: 'leader', ...task([{ name: 'lead' }]) }] },
  });

  expect(says(endlessWork, worker)).toEqual([]);
});
