import { endingOf } from '../../../src/recognition/endings';
import { Recognition } from '../../../src/recognition/recognition';
import { sentinelFile } from '../../../src/rules/leftovers/sentinel-file';
import { jobOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const volumeMounts = [{ name: 'pod', mountPath: '/pod' }];
const job = (work: string, proxy: string) => jobOf([
  { name: 'work', command: ['sh', '-c', work], volumeMounts },
  { name: 'proxy', command: ['sh', '-c', proxy], volumeMounts },
], [], { volumes: [{ name: 'pod', emptyDir: {} }] });

test('a file by which the work ends its sidecar offends', () => {
  expect(says(sentinelFile, job("trap 'touch /pod/done' EXIT; ./export", 'proxy & while [ ! -f /pod/done ]; do sleep 1; done; kill $!'))).toEqual([
    "NS504 'work' writes /pod/done so that 'proxy' exits, but not when it is killed first: make 'proxy' a native sidecar without the watch loop, and remove the file",
  ]);
});

test.each([
  [true, '(while ! test -f /pod/done; do sleep 2; done; kill -INT 1) & exec /cloud-sql-proxy acme:europe-west1:orders'],
  [false, 'while ! test -f /pod/done; do sleep 2; done; exec /cloud-sql-proxy acme:europe-west1:orders'],
])('a watch in the background ends what starts after it: %s for %s', (isEnded, proxy) => {
  const pod = job('./export; touch /pod/done', proxy);

  expect(endingOf(new Recognition(pod), pod.mains[1])).toEqual(isEnded ? { text: '/pod/done', by: 'work', isSkippedOnFailure: false } : undefined);
});

test('a file that the other one only reads does not', () => {
  expect(says(sentinelFile, job('./export > /pod/result', 'sleep 10 && cat /pod/result'))).toEqual([]);
});

test('containers that share nothing are no concern', () => {
  expect(says(sentinelFile, jobOf([{ name: 'work', command: ['sh', '-c', 'touch /pod/done'] }, { name: 'proxy', command: ['sh', '-c', 'while [ ! -f /pod/done ]; do sleep 1; done'] }]))).toEqual([]);
});

test('of a sidecar that is native already, only the file and the loop go', () => {
  const pod = jobOf(
    [{ name: 'work', command: ['sh', '-c', './export; touch /pod/done'], volumeMounts }],
    [sidecar('proxy', { command: ['sh', '-c', 'proxy & while [ ! -f /pod/done ]; do sleep 1; done; kill $!'], volumeMounts })],
    { volumes: [{ name: 'pod', emptyDir: {} }] },
  );

  expect(says(sentinelFile, pod)).toEqual([
    "NS504 'work' writes /pod/done so that 'proxy' exits, but not when it is killed first: "
    + "remove the file and the watch loop of 'proxy': the kubelet stops a native sidecar when the work is done",
  ]);
});

test('a file for which another one waits, too, stays', () => {
  const pod = jobOf([
    { name: 'work', command: ['sh', '-c', './export; touch /pod/done'], volumeMounts },
    { name: 'proxy', command: ['sh', '-c', 'proxy & while [ ! -f /pod/done ]; do sleep 1; done; kill $!'], volumeMounts },
    { name: 'upload', command: ['sh', '-c', 'until test -f /pod/done; do sleep 1; done; aws s3 cp /pod/out s3://acme'], volumeMounts },
  ], [], { volumes: [{ name: 'pod', emptyDir: {} }] });

  expect(says(sentinelFile, pod)).toEqual([
    "NS504 'work' writes /pod/done so that 'proxy' exits, but not when it is killed first: make 'proxy' a native sidecar without the watch loop, and keep the file for 'upload'",
  ]);
});
