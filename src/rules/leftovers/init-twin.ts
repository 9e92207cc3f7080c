import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const initTwin: Rule = {
  id: 'NS509',
  name: 'init-twin',
  severity: Severity.INFO,
  title: 'One native sidecar can replace an init container and its copy',
  why: 'The same program runs twice: once to provide files before the app starts, and again to keep them current. A native sidecar with a startup probe on the first file does both.',
  fix: 'Make the second one a native sidecar with a startup probe on the files, and remove the init container.',
  example: {
    wrong: [
      'initContainers:',
      '  - { name: clone, image: "registry.k8s.io/git-sync/git-sync:v4.4.0", args: [--repo=…, --one-time] }',
      'containers:',
      '  - { name: sync, image: "registry.k8s.io/git-sync/git-sync:v4.4.0", args: [--repo=…] }',
      '  - { name: app }',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: sync',
      '    image: registry.k8s.io/git-sync/git-sync:v4.4.0',
      '    restartPolicy: Always',
      '    startupProbe: { httpGet: { path: /, port: 1234 } }',
      'containers:',
      '  - { name: app }',
    ].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => pod.containers.every(({ role }) => role !== ContainerRole.INIT) ? []
    : recognition.leftovers('twin').map(({ container, target, text }) => ({
      container,
      message: `init container '${container}' (${text}) and '${target}' run the same program, once and then continuously`,
      fix: `make '${target}' ${nativeSidecar({ kubernetes })} with a startupProbe on the files it provides, and remove '${container}'`,
    })),
};
