import { Severity } from '../../../src/rules/engine/finding';
import { stoppingPreStop } from '../../../src/rules/stop/stopping-pre-stop';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses } from '../check';

const DATA = { volumes: [{ name: 'db', emptyDir: {} }, { name: 'own', emptyDir: {} }] };
const APP = { name: 'media', image: 'ghcr.io/acme/media:1', volumeMounts: [{ name: 'db', mountPath: '/data' }] };

function saver(command: string): object {
  return sidecar('saver', {
    image: 'ghcr.io/acme/tools:1',
    volumeMounts: [{ name: 'db', mountPath: '/db' }, { name: 'own', mountPath: '/own' }],
    lifecycle: { preStop: { exec: { command: ['sh', '-c', command] } } },
  });
}

function found(command: string, app: object = {}) {
  return offenses(stoppingPreStop, podOf([{ ...APP, ...app }], [saver(command) as any], DATA));
}

test('a hook that copies what the app writes runs before the app has stopped', () => {
  expect(found('rsync -a /db/ backup:/media')).toEqual([expect.objectContaining({
    container: 'saver',
    severity: Severity.WARNING,
    message: "the preStop hook of sidecar 'saver' (sh -c rsync -a /db/ backup:/media) copies files of 'media' before 'media' has stopped, so it misses what is written while the pod stops",
    fix: "copy them when 'saver' receives SIGTERM, which the kubelet sends to a native sidecar after the app has stopped",
  })]);
});

test.each([
  'for db in /db/*.db; do sqlite3 "$db" ".backup \'/own/x\'"; done', 'aws s3 sync /db s3://acme/db', 'tar czf /own/db.tgz /db', 'curl -T /db/main.db https://backup.example.com/',
  'rclone copy /db remote:db --transfers 4', 'cp /db/main.db /db/backup/main.db', 'mc mirror /db store/db', 'restic backup /db',
])('so does %s', command => {
  expect(found(command)).toHaveLength(1);
});

test.each(['cp /own/last /db/last', 'echo bye', 'rsync -a /own/ backup:/own', 'cp /dbx/a /own/b'])('a hook that reads nothing of the app does not: %s', command => {
  expect(found(command)).toEqual([]);
});

test.each([
  'aws s3 sync s3://acme/drain /db --delete', 'rclone copy remote:drain /db/www --transfers 4', 'mc mirror store/drain /db', 'tar xzf /own/drain.tgz -C /db',
  'restic restore latest --target /db', 'cp /db/drain.html /db/www/index.html', 'tar czf /db/own.tgz /own', 'cp /own/drain.html /db/; sleep 5',
])('nor does one that only brings files: %s', command => {
  expect(found(command)).toEqual([]);
});

test('nor does one of a folder that the app only reads, or one in a Job, where it runs after the work', () => {
  expect(found('rsync -a /db/ backup:/media', { volumeMounts: [{ name: 'db', mountPath: '/data', readOnly: true }] })).toEqual([]);
  expect(offenses(stoppingPreStop, jobOf([APP], [saver('rsync -a /db/ backup:/media') as any], DATA))).toEqual([]);
});
