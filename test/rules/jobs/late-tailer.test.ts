import { PodModel } from '../../../src/kubernetes/pod';
import { lateTailer } from '../../../src/rules/jobs/late-tailer';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const IMAGE = 'cr.fluentbit.io/fluent/fluent-bit:5.1.1';
const VOLUMES = { volumes: [{ name: 'config', configMap: { name: 'logs' } }] };

function shipper(image = IMAGE) {
  return sidecar('logs', { image, volumeMounts: [{ name: 'config', mountPath: '/fluent-bit/etc' }] });
}

function configured(text: string, pod: PodModel = jobOf([{ name: 'work' }], [shipper()], VOLUMES)): string[] {
  return says(lateTailer, pod, { beside: [{ kind: 'ConfigMap', metadata: { name: 'logs' }, data: { 'fluent-bit.conf': text } }] });
}

const TAIL = '[SERVICE]\n    Flush 1\n[INPUT]\n    Name tail\n    Path /logs/*.log\n';
const OUTPUT = '[OUTPUT]\n    Name stdout\n    Refresh_Interval 1\n';

test('Fluent Bit in a Job that looks for files once a minute offends', () => {
  expect(configured(TAIL + OUTPUT)).toEqual([
    "NS408 'logs' looks for new log files every 60 s, so a Job that finishes earlier loses its last lines: set Refresh_Interval 1 in every tail input",
  ]);
});

test('so does one that says a long time, and one that is configured in YAML', () => {
  expect(configured(`${TAIL}    Refresh_Interval 10\n${OUTPUT}`)).toHaveLength(1);
  expect(configured('pipeline:\n  inputs:\n    - name: tail\n      path: /logs/*.log\n  outputs:\n    - name: stdout\n')).toHaveLength(1);
});

test('one that looks often does not', () => {
  expect(configured(`${TAIL}    Refresh_Interval 1\n${OUTPUT}`)).toEqual([]);
  expect(configured('pipeline:\n  inputs:\n    - name: tail\n      refresh_interval: 1\n      path: /logs/*.log\n')).toEqual([]);
});

test('neither does one that reads no files, or whose configuration is not to be seen', () => {
  expect(configured('[INPUT]\n    Name forward\n')).toEqual([]);
  expect(says(lateTailer, jobOf([{ name: 'work' }], [shipper()], VOLUMES))).toEqual([]);
});

test('pods that run forever are no concern, nor are other programs', () => {
  expect(configured(TAIL, podOf([{ name: 'web' }], [shipper()], VOLUMES))).toEqual([]);
  expect(configured(TAIL, jobOf([{ name: 'work' }], [shipper('ghcr.io/acme/tailer:1')], VOLUMES))).toEqual([]);
});
