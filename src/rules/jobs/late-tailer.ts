import { repositoryOf } from '../../knowledge/known-programs';
import { FLUENT_BIT } from '../../knowledge/programs/fluent-bit';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { mountedTexts } from '../../recognition/settings';
import { Severity } from '../engine/finding';
import { Offense, Rule, RuleContext } from '../engine/rule';

/** How often Fluent Bit looks for new files by default, in seconds. */
const OWN_REFRESH_SECONDS = 60;

/** How late it may find a file of a Job, in seconds. */
const LATE_SECONDS = 5;

export const lateTailer: Rule = {
  id: 'NS408',
  name: 'late-tailer',
  severity: Severity.WARNING,
  title: 'A log shipper that rarely looks for new files misses the logs of a short Job',
  why: 'A sidecar starts before the app, so the log file of the app does not exist yet. Fluent Bit looks for new files every 60 s unless Refresh_Interval is set. '
    + 'A Job that finishes earlier loses its last lines.',
  fix: 'Set Refresh_Interval to 1 in every tail input.',
  example: {
    wrong: `kind: ConfigMap
metadata: { name: logs }
data:
  fluent-bit.conf: |
    [INPUT]
        Name             tail
        Path             /logs/*.log
---
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: logs
        image: cr.fluentbit.io/fluent/fluent-bit:5.1.1
        restartPolicy: Always
        volumeMounts: [{ name: config, mountPath: /fluent-bit/etc }]
      volumes: [{ name: config, configMap: { name: logs } }]`,
    right: `kind: ConfigMap
metadata: { name: logs }
data:
  fluent-bit.conf: |
    [INPUT]
        Name             tail
        Path             /logs/*.log
        Refresh_Interval 1
---
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: logs
        image: cr.fluentbit.io/fluent/fluent-bit:5.1.1
        restartPolicy: Always
        volumeMounts: [{ name: config, mountPath: /fluent-bit/etc }]
      volumes: [{ name: config, configMap: { name: logs } }]`,
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): Offense[] => (!pod.runsToCompletion ? [] : pod.containers
    .filter(container => container.role !== ContainerRole.INIT && isFluentBit(container))
    .flatMap(container => {
      const seconds = Math.max(0, ...mountedTexts(recognition, container).flatMap(refreshSeconds));
      return seconds > LATE_SECONDS ? [{
        container: container.name,
        message: `'${container.name}' looks for new log files every ${seconds} s, so a Job that finishes earlier loses its last lines`,
        fix: 'set Refresh_Interval 1 in every tail input',
      }] : [];
    })),
};

function isFluentBit({ spec }: PodContainer): boolean {
  return typeof spec.image === 'string' && spec.image.includes('fluent-bit') && FLUENT_BIT.repositories.test(repositoryOf(spec.image));
}

/** How often each tail input of a configuration looks for new files; both of Fluent Bit's forms are read. */
function refreshSeconds(text: string): number[] {
  if (!text.includes('tail')) {
    return [];
  }
  const sections = /^[ \t]*\[INPUT\]/im.test(text)
    ? text.split(/^[ \t]*(?=\[\w+\])/m).filter(section => /^\[INPUT\]/i.test(section))
    : text.split(/^[ \t]*-\s+(?=name:)/m).slice(1);
  return sections.filter(section => /^[ \t]*name(?:[ \t]*:)?[ \t]+tail[ \t\r]*$/im.test(section)).map(section => {
    const written = /^[ \t]*refresh_interval(?:[ \t]*:)?[ \t]+["']?(\d+)/im.exec(section);
    return written ? Number(written[1]) : OWN_REFRESH_SECONDS;
  });
}
