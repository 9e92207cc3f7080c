import { hookOf } from '../../kubernetes/hooks';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const tcpSocketHook: Rule = {
  id: 'NS309',
  name: 'tcp-socket-hook',
  severity: Severity.ERROR,
  title: 'A lifecycle hook that opens a TCP connection always fails',
  why: 'The API takes a tcpSocket hook, but no kubelet can run one. As a post-start hook it fails, and the container is killed and started again forever; '
    + 'as a pre-stop hook it does nothing and only leaves an event.',
  fix: 'Use a startupProbe with tcpSocket where something shall wait for a port, and exec, httpGet or sleep for a hook.',
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
  check: ({ pod }: RuleContext): RuleOffence[] => pod.containers.filter(container => container.spec.lifecycle).flatMap(container => {
    const offends = (moment: 'postStart' | 'preStop') => hookOf(container, moment)?.action === 'tcpSocket';
    return [
      ...(offends('postStart') ? [{
        container: container.name,
        at: atContainer(pod, container, 'lifecycle', 'postStart', 'tcpSocket'),
        message: `the post-start hook of '${container.name}' is tcpSocket, which no kubelet can run: it fails, and the container is killed and started again forever`,
        fix: 'use a startupProbe with tcpSocket',
      }] : []),
      ...(offends('preStop') ? [{
        container: container.name,
        at: atContainer(pod, container, 'lifecycle', 'preStop', 'tcpSocket'),
        message: `the pre-stop hook of '${container.name}' is tcpSocket, which no kubelet can run: it does nothing`,
        fix: 'use exec, httpGet or sleep, or take the hook away',
        severity: Severity.WARNING,
      }] : []),
    ];
  }),
};
