import { followedFiles, laterWriters } from '../../recognition/followed-files';
import { Severity } from '../engine/finding';
import { atCommand } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** The shell looks for the files of a pattern only once, so tail -F would wait for a file of that very name. */
const AWAIT_FIRST = 'wait in the script until a file matches the pattern, and call tail only then';

export const followsMissingFile: Rule = {
  id: 'NS124',
  name: 'follows-missing-file',
  severity: Severity.WARNING,
  title: 'A native sidecar must not follow a file with tail -f before the app writes it',
  why: 'A native sidecar starts before the app, so a file that the app writes does not exist yet. tail -f exits when the file is missing. The kubelet starts the app only once the '
    + 'sidecar runs, so it may never start the app. Otherwise, it restarts the sidecar after longer and longer pauses until the file exists.',
  fix: 'Use tail -F, which waits for the file. For a pattern such as `*.log`, wait in the script until a file matches: the shell looks only once.',
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
    const followed = followedFiles(recognition, sidecar).map(one => ({ ...one, writers: laterWriters(recognition, sidecar, one.file) }));
    return followed.filter(({ writers }) => writers.length > 0).map(({ file, isPattern, writers }) => ({
      container: sidecar.name,
      at: atCommand(pod, sidecar),
      message: `'${sidecar.name}' follows ${file} with tail -f, which exits while the file is missing: ${quoted(writers.map(({ name }) => name))} can write it only later`,
      fix: isPattern && recognition.runCommand(sidecar)?.script ? AWAIT_FIRST : 'use tail -F, which waits for the file',
    }));
  }),
};
