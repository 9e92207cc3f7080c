import { followedFiles, laterWriters } from '../../recognition/followed-files';
import { Severity } from '../engine/finding';
import { atCommand } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const followsMissingFile: Rule = {
  id: 'NS124',
  name: 'follows-missing-file',
  severity: Severity.WARNING,
  title: 'A native sidecar must not follow a file with tail -f before the app writes it',
  why: 'A native sidecar starts before the app, so a file that the app writes does not exist yet. tail -f exits when the file is missing. The kubelet starts the app only once the '
    + 'sidecar runs, so it may never start the app. Otherwise, it restarts the sidecar after longer and longer pauses until the file exists.',
  fix: 'Use tail -F, which waits for the file.',
  example: {
    wrong: `initContainers:
- name: logs
  image: busybox:1.37
  restartPolicy: Always
  command: [tail, -n+1, -f, /logs/app.log]
  volumeMounts: [{ name: logs, mountPath: /logs }]
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  volumeMounts: [{ name: logs, mountPath: /logs }]
volumes: [{ name: logs, emptyDir: {} }]`,
    right: `initContainers:
- name: logs
  image: busybox:1.37
  restartPolicy: Always
  command: [tail, -n+1, -F, /logs/app.log]
  volumeMounts: [{ name: logs, mountPath: /logs }]
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  volumeMounts: [{ name: logs, mountPath: /logs }]
volumes: [{ name: logs, emptyDir: {} }]`,
  },
  since: '0.1.0',
  needs: 'sidecar',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => pod.sidecars.flatMap(sidecar => {
    const followed = followedFiles(recognition, sidecar).map(({ file }) => ({ file, writers: laterWriters(recognition, sidecar, file) }));
    return followed.filter(({ writers }) => writers.length > 0).map(({ file, writers }) => ({
      container: sidecar.name,
      at: atCommand(pod, sidecar),
      message: `'${sidecar.name}' follows ${file} with tail -f, which exits while the file is missing: ${quoted(writers.map(({ name }) => name))} can write it only later`,
      fix: 'use tail -F, which waits for the file',
    }));
  }),
};
