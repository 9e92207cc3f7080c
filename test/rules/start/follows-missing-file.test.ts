import { Severity } from '../../../src/rules/engine/finding';
import { followsMissingFile } from '../../../src/rules/start/follows-missing-file';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const LOGS = { volumeMounts: [{ name: 'logs', mountPath: '/logs' }] };
const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ...LOGS };
const following = (...command: string[]) => sidecar('tail', { image: 'busybox:1.37', command, ...LOGS });
const VOLUMES = { volumes: [{ name: 'logs', emptyDir: {} }] };
const TAIL = following('tail', '-n+1', '-f', '/logs/app.log');

test('a native sidecar that follows what the app writes later offends', () => {
  expect(says(followsMissingFile, podOf([WEB], [TAIL], VOLUMES))).toEqual([
    "NS124 'tail' follows /logs/app.log with tail -f, which exits while the file is missing: 'web' can write it only later: use tail -F, which waits for the file",
  ]);
});

test('for a pattern of the shell, tail -F is no fix: the shell looks for files only once', () => {
  const [{ fix }] = offenses(followsMissingFile, podOf([WEB], [following('sh', '-c', 'tail -f /logs/*.log')], VOLUMES));
  expect(fix).toBe('wait in the script until a file matches the pattern, and call tail only then');
});

test.each([
  ['in a script', following('sh', '-c', "trap 'exit 0' TERM; tail -f /logs/app.log & wait")],
  ['with a long flag', following('tail', '--follow', '/logs/app.log')],
  ['in front of a filter', following('sh', '-c', 'tail -fn 10 /logs/app.log | grep -v debug')],
])('also %s, as a warning', (_name, tail) => {
  expect(offenses(followsMissingFile, podOf([WEB], [tail], VOLUMES))).toMatchObject([{ container: 'tail' }]);
  expect(followsMissingFile.severity).toBe(Severity.WARNING);
});

test.each([
  ['waits for the file', podOf([WEB], [following('tail', '-n+1', '-F', '/logs/app.log')], VOLUMES)],
  ['makes the file', podOf([WEB], [following('sh', '-c', 'touch /logs/app.log; tail -f /logs/app.log')], VOLUMES)],
  ['follows a device', podOf([WEB], [following('tail', '-f', '/dev/null')], VOLUMES)],
  ['finds the file of an earlier container', podOf([WEB], [{ name: 'prepare', ...LOGS }, TAIL], VOLUMES)],
  ['follows a file of a volume that outlives the pod', podOf([WEB], [TAIL], { volumes: [{ name: 'logs', hostPath: { path: '/var/acme' } }] })],
  ['follows what no other container can write', podOf([{ ...WEB, volumeMounts: [{ ...LOGS.volumeMounts[0], readOnly: true }] }], [TAIL], VOLUMES)],
])('a sidecar that %s does not', (_name, pod) => {
  expect(says(followsMissingFile, pod)).toEqual([]);
});

test('an ordinary container starts with the app, so it is no concern', () => {
  expect(says(followsMissingFile, podOf([WEB, { name: 'tail', command: ['tail', '-f', '/logs/app.log'], ...LOGS }], [], VOLUMES))).toEqual([]);
});
