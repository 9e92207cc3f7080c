import { Severity } from '../../../src/rules/engine/finding';
import { ignoresSigterm } from '../../../src/rules/stop/ignores-sigterm';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const TAIL = { command: ['sh', '-c', 'tail -F /logs/app.log'] };
const LOOP = { command: ['sh', '-c', 'while true; do date; sleep 5; done'] };
const FIX = "set a trap, and wait for the command in the background: trap 'exit 0' TERM; COMMAND & wait";

test('a tail as a sidecar offends', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('logs', TAIL)]);

  expect(says(ignoresSigterm, pod)).toEqual([
    `NS306 'logs' ignores SIGTERM because its main process is tail, which handles no signal, so every deletion takes the whole grace period of 30 s: ${FIX}`,
  ]);
  expect(offenses(ignoresSigterm, pod)[0]).toMatchObject({ container: 'logs', severity: Severity.INFO });
});

test('worse in a Job, where it is stopped at every completion', () => {
  const job = jobOf([{ name: 'work' }], [sidecar('logs', TAIL)], { terminationGracePeriodSeconds: 60 });

  expect(says(ignoresSigterm, job)).toEqual([
    'NS306 \'logs\' ignores SIGTERM because its main process is tail, which handles no signal, so every deletion and every completion takes the whole grace period of 60 s: '
    + FIX,
  ]);
  expect(offenses(ignoresSigterm, job)[0].severity).toBe(Severity.WARNING);
});

test('one that copies what the app writes copies it once more', () => {
  const volumeMounts = [{ name: 'out', mountPath: '/out' }];
  const fixOf = (script: string) => offenses(ignoresSigterm, jobOf([{ name: 'work', volumeMounts }], [sidecar('sync', { command: ['sh', '-c', script], volumeMounts })],
    { volumes: [{ name: 'out', emptyDir: {} }] }))[0].fix;

  expect(fixOf('while true; do aws s3 sync /out s3://results; sleep 10; done')).toBe(
    "set a trap that copies once more, and wait for the sleep in the background: trap 'COMMAND; exit 0' TERM; while true; do COMMAND; sleep 10 & wait $!; done",
  );
  expect(fixOf('while true; do ls /out; sleep 10; done')).toBe(FIX);
});

test('though not where an entry point that is not known may pass the signal on', () => {
  expect(offenses(ignoresSigterm, jobOf([{ name: 'work' }], [sidecar('logs', { args: TAIL.command })]))[0].severity).toBe(Severity.INFO);
});

test('what stops after it is left little', () => {
  const pod = podOf([{ name: 'web', ...LOOP }], [sidecar('proxy'), sidecar('logs', TAIL), sidecar('cache')]);

  expect(offenses(ignoresSigterm, pod).map(({ container, message }) => [container, message.replace(/^.* s and /, '')])).toEqual([
    ['logs', "leaves 'proxy' only 2 s to stop"],
    ['web', "leaves 'proxy', 'logs', 'cache' only 2 s to stop"],
  ]);
});

test('an endless ordinary container of a Job offends, work that ends does not', () => {
  const job = jobOf([{ name: 'work', command: ['sleep', '120'] }, { name: 'dump', command: ['sh', '-c', 'dump | gzip > /out'] }, { name: 'logs', ...LOOP }]);

  expect(offenses(ignoresSigterm, job).map(({ container, severity }) => [container, severity])).toEqual([['logs', Severity.INFO]]);
});

test('HAProxy is told what it needs', () => {
  expect(offenses(ignoresSigterm, podOf([{ name: 'lb', image: 'haproxy:3.2', command: ['haproxy', '-db', '-f', '/etc/haproxy.cfg'] }], [{ name: 'log', restartPolicy: 'Always' }]))[0].fix).toBe('add -W to its command');
});

test('a shell that traps the signal and waits does not', () => {
  const command = ['sh', '-c', "trap 'exit 0' TERM; tail -F /logs/app.log & wait"];

  expect(says(ignoresSigterm, podOf([{ name: 'web' }], [sidecar('logs', { command })]))).toEqual([]);
});

test('plain init containers are no concern, nor what the image runs', () => {
  expect(says(ignoresSigterm, podOf([{ name: 'web' }], [{ name: 'wait', command: ['sleep', '90'] }]))).toEqual([]);
});

test('a container that is alone is no finding, and neither is a short grace period', () => {
  const shell = { name: 'web', command: ['sh', '-c', 'while true; do serve; done'] };
  const native = { name: 'log', restartPolicy: 'Always' };

  expect(offenses(ignoresSigterm, podOf([shell]))).toEqual([]);
  expect(offenses(ignoresSigterm, podOf([shell], [native], { terminationGracePeriodSeconds: 2 }))).toEqual([]);
  expect(offenses(ignoresSigterm, podOf([shell], [native])).map(({ container }) => container)).toEqual(['web']);
});
