import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { mayServe } from '../../recognition/helpers';
import { Leftover } from '../../recognition/leftovers/leftover';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const postStartBarrier: Rule = {
  id: 'NS112',
  name: 'post-start-barrier',
  severity: Severity.WARNING,
  title: 'A postStart hook is not a reliable way to delay later containers',
  why: 'Kubernetes does not guarantee that the kubelet waits for the hook before it starts the next container. If the hook fails, the kubelet kills the container. The status of the pod does not show what the hook waits for.',
  fix: 'Make the container a native sidecar, and check the same condition in its startup probe.',
  example: {
    wrong: [
      'containers:',
      '  - name: proxy',
      '    lifecycle:',
      '      postStart:',
      '        exec: { command: [sh, -c, "until curl -fs localhost:9000/ready; do sleep 1; done"] }',
      '  - name: app',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: proxy',
      '    restartPolicy: Always',
      '    startupProbe: { httpGet: { path: /ready, port: 9000 }, periodSeconds: 1 }',
      'containers:',
      '  - name: app',
    ].join('\n'),
  },
  since: '0.1.0',
  needs: 'hook',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod, recognition } = context;
    const own = ownContainers(context);
    if (!own.some(container => container.spec.lifecycle?.postStart)) {
      return [];
    }
    return recognition.leftovers('start-barrier').flatMap(leftover => {
      const { container, text, wait } = leftover;
      const at = own.findIndex(one => one.name === container);
      const held = own.slice(at + 1).filter(one => one.role !== ContainerRole.INIT || own[at].role === ContainerRole.SIDECAR);
      if (at < 0 || held.length === 0) {
        return [];
      }
      return [{
        container,
        at: atLeftover(pod, leftover),
        ...(held.find(one => one.name === leftover.target) ? deadlock(context, leftover) : {
          message: `the postStart hook of '${container}' (${text}) delays ${quoted(held.map(one => one.name))}`,
          ...judgment(context, pod.container(container), wait === 'time'),
        }),
      }];
    });
  },
};

/** Work that exits ends its hook, so only what runs forever is certain to block. */
function deadlock({ pod }: RuleContext, { container, target, text, wait }: Leftover): Pick<RuleOffense, 'message' | 'fix' | 'severity'> {
  // A native sidecar starts before all ordinary containers, wherever they are listed.
  const canSwap = pod.container(container).role === pod.container(target!).role;
  const isCertain = wait === 'answer' && (!pod.runsToCompletion || pod.container(container).role === ContainerRole.SIDECAR);
  return {
    message: `the postStart hook of '${container}' (${text}) waits for '${target}', which the kubelet starts only after the hook ends${isCertain ? ', so the pod never starts' : ''}`,
    fix: `wait for '${target}' in the command of '${container}'${canSwap ? `, or list '${target}' before '${container}'` : ''}`,
    severity: isCertain ? Severity.ERROR : Severity.WARNING,
  };
}

function judgment({ recognition, kubernetes }: RuleContext, { name, role, spec }: PodContainer, isTime: boolean): Pick<RuleOffense, 'fix' | 'severity'> {
  if (role === ContainerRole.SIDECAR) {
    return { fix: fixOfNative(name, spec.startupProbe !== undefined, isTime), ...(isTime ? { severity: Severity.INFO } : {}) };
  }
  // An app that waits for itself delays the others only as a side effect.
  return isTime || !mayServe(recognition, name)
    ? { fix: 'do this in the container itself, or check the condition in a startupProbe', severity: Severity.INFO }
    : { fix: `make it ${nativeSidecar({ kubernetes })} that checks the same condition in its startupProbe` };
}

/** The kubelet waits for the startup probe of a native sidecar, so the hook has nothing to do. */
function fixOfNative(name: string, hasProbe: boolean, isTime: boolean): string {
  if (hasProbe) {
    return isTime
      ? `remove the hook, because the kubelet already waits for the startupProbe of '${name}'`
      : `check the same condition in the startupProbe of '${name}', for which the kubelet already waits, and remove the hook`;
  }
  return isTime ? `give '${name}' a startupProbe that checks whether it is up, and remove the hook` : 'check the same condition in a startupProbe, and remove the hook';
}
