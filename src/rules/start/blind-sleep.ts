import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const blindSleep: Rule = {
  id: 'NS114',
  name: 'blind-sleep',
  severity: Severity.WARNING,
  title: 'An app that sleeps before it begins only hopes that its sidecar is up',
  why: 'On a slow day the sleep is too short and the app fails; on every other day it is lost time. A startup probe ends the moment the sidecar is up.',
  fix: 'Make the sidecar native, give it a startup probe, and take the sleep away.',
  example: {
    wrong: [
      'containers:',
      '  - name: app',
      '    command: [sh, -c, "sleep 10; exec ./serve"]',
      '  - name: db-proxy',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db-proxy',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1 }',
      'containers:',
      '  - name: app',
      '    command: [./serve]',
    ].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => recognition.leftovers('blind-sleep').map(leftover => {
    const { container, target, text } = leftover;
    return {
      container,
      at: atLeftover(pod, leftover),
      message: `'${container}' begins with '${text}', so that '${target}' may come up: too short on a slow day, too long on every other`,
      fix: pod.container(target!).role === ContainerRole.SIDECAR
        ? `take the sleep away, and give '${target}' a startupProbe if it has none`
        : `make '${target}' a native sidecar with a startupProbe, and take the sleep away`,
    };
  }),
};
