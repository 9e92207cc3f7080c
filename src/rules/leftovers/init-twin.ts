import { ContainerRole, PodContainer, PodModel } from '../../kubernetes/pod';
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
      fix: fixOf(pod.container(container), pod.container(target!), pod) ?? `make '${target}' ${nativeSidecar({ kubernetes })} with a startupProbe on the files it provides, and remove '${container}'`,
    })),
};

/** What is left to do where the continuous one is native already; undefined where it is not. */
function fixOf(init: PodContainer, twin: PodContainer, { containers }: PodModel): string | undefined {
  if (twin.role !== ContainerRole.SIDECAR) {
    return undefined;
  }
  const between = containers.slice(containers.indexOf(init) + 1, containers.indexOf(twin)).some(({ role }) => role === ContainerRole.INIT);
  const steps = [
    ...(twin.spec.startupProbe ? [] : [`give '${twin.name}' a startupProbe on the files it provides`]),
    ...(between ? [`move '${twin.name}' to the place of '${init.name}'`] : []),
  ];
  return steps.length === 0 ? removeTwin(init.name, twin.name) : `${steps.join(', ')}, and remove '${init.name}'`;
}

/** The last step where all containers that come after the twin wait for it. */
export function removeTwin(init: string, twin: string): string {
  return `remove '${init}', because the app waits until the startupProbe of '${twin}' passes`;
}
