import { hookOf } from '../../kubernetes/hooks';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const tcpSocketHook: Rule = {
  id: 'NS309',
  name: 'tcp-socket-hook',
  severity: Severity.ERROR,
  title: 'A lifecycle hook with tcpSocket always fails',
  why: 'The API server accepts a tcpSocket hook, but the kubelet cannot run it. A postStart hook fails, and the kubelet kills and restarts the container forever. '
    + 'A preStop hook does nothing, and the kubelet only records an event.',
  fix: 'To wait for a port, use a startupProbe with tcpSocket. For a hook, use exec, httpGet or sleep.',
  example: {
    wrong: `containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  lifecycle:
    postStart:
      tcpSocket: { port: 8080 }`,
    right: `containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  startupProbe:
    tcpSocket: { port: 8080 }
    periodSeconds: 1
    failureThreshold: 60`,
  },
  since: '0.1.0',
  needs: 'hook',
  check: ({ pod }: RuleContext): RuleOffense[] => pod.containers.filter(container => container.spec.lifecycle).flatMap(container => {
    const offends = (moment: 'postStart' | 'preStop') => hookOf(container, moment)?.action === 'tcpSocket';
    return [
      ...(offends('postStart') ? [{
        container: container.name,
        at: atContainer(pod, container, 'lifecycle', 'postStart', 'tcpSocket'),
        message: `the postStart hook of '${container.name}' uses tcpSocket, which the kubelet cannot run, so it kills and restarts the container forever`,
        fix: 'use a startupProbe with tcpSocket',
      }] : []),
      ...(offends('preStop') ? [{
        container: container.name,
        at: atContainer(pod, container, 'lifecycle', 'preStop', 'tcpSocket'),
        message: `the preStop hook of '${container.name}' uses tcpSocket, which the kubelet cannot run, so the hook does nothing`,
        fix: 'use exec, httpGet or sleep, or remove the hook',
        severity: Severity.WARNING,
      }] : []),
    ];
  }),
};
