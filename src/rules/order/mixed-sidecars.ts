import { ordinaryHelpers } from './ordinary-helper';
import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { Offense, quoted, Rule, RuleContext } from '../engine/rule';
import { makeItNative } from '../make-native';

export const mixedSidecars: Rule = {
  id: 'NS202',
  name: 'mixed-sidecars',
  severity: Severity.INFO,
  title: 'Ordinary and native sidecars in one pod start and stop in an unintended order',
  why: 'Native sidecars start before every ordinary container and stop after it, regardless of list order. A helper that is still an ordinary container starts too late '
    + 'and stops too early for a native sidecar that uses it.',
  fix: 'Make all helpers of the pod native sidecars, and list each one before those that use it.',
  example: {
    wrong: [
      'initContainers:',
      '  - name: pool',
      '    image: docker.io/edoburu/pgbouncer:v1.25.2-p0',
      '    restartPolicy: Always',
      'containers:',
      '  - name: web',
      '    image: ghcr.io/acme/web:1.4.2',
      '  - name: db',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]',
      '    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }',
      '  - name: pool',
      '    image: docker.io/edoburu/pgbouncer:v1.25.2-p0',
      '    restartPolicy: Always',
      '    startupProbe: { tcpSocket: { port: 5432 }, periodSeconds: 1, failureThreshold: 60 }',
      'containers:',
      '  - name: web',
      '    image: ghcr.io/acme/web:1.4.2',
    ].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): Offense[] => {
    const { pod, mesh, recognition } = context;
    if (!pod.spec.initContainers || pod.spec.containers.length < 2) {
      return [];
    }
    const natives = pod.sidecars.filter(sidecar => !mesh?.injected.includes(sidecar.name));
    if (natives.length === 0) {
      return [];
    }
    return ordinaryHelpers(context).flatMap(({ container }): Offense[] => {
      const { name } = container;
      const users = recognition.loopback.calls.filter(call => call.to.name === name && call.from.role === ContainerRole.SIDECAR)
        .map(call => call.from.name);
      if (users.length > 0) {
        return [{
          container: name,
          severity: Severity.WARNING,
          message: `native sidecar ${quoted([...new Set(users)])} uses '${name}', an ordinary container that starts after it and stops before it`,
          fix: `${makeItNative(context, container)}, and list it before ${quoted([...new Set(users)])}`,
        }];
      }
      // NS401 reports helpers that keep a Job alive.
      return !pod.runsToCompletion ? [{
        container: name,
        message: `'${name}' is an ordinary container, so it starts after native sidecar ${quoted(natives.map(native => native.name))} and stops first`,
        fix: makeItNative(context, container),
      }] : [];
    });
  },
};
