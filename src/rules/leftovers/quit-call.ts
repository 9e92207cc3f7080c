import { ContainerRole } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { isNativeMesh, ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

/** A call that tells a sidecar to quit, so that a Job ends. */
export const quitCall: Rule = {
  id: 'NS501',
  name: 'quit-call',
  severity: Severity.WARNING,
  title: 'A native sidecar needs no telling to quit, and one that is told is only started again',
  why: 'The kubelet ends native sidecars when the work is done. Before that it starts one that quits again; and where the sidecar is ordinary, work that fails or is killed never gets to the call.',
  fix: 'Make the sidecar native and take the call away.',
  example: {
    wrong: ['containers:', '  - name: work', '    command: [sh, -c, "./export; curl -X POST localhost:15020/quitquitquit"]'].join('\n'),
    right: ['containers:', '  - name: work', '    command: [./export]'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffence[] => {
    const own = new Set(ownContainers(context).map(container => container.name));
    return context.recognition.leftovers('quit-call').flatMap(leftover => own.has(leftover.container)
      ? judge(context, leftover).map(offence => ({ ...offence, at: atLeftover(context.pod, leftover) }))
      : []);
  },
};

function judge(context: RuleContext, { container, target, text }: Leftover): RuleOffence[] {
  if (target === undefined) {
    return [{
      container,
      message: `'${container}' tells a sidecar that is not to be seen here to quit (${text}), which a native sidecar does not need`,
      fix: 'take the call away once the sidecar is native',
      severity: Severity.INFO,
    }];
  }
  if (context.pod.container(target).role === ContainerRole.SIDECAR) {
    return [{
      container,
      message: `'${container}' tells '${target}' to quit (${text}): a native sidecar is started again until the work is done, and needs no telling`,
      fix: 'take the call away',
    }];
  }
  // Somebody chose a mesh whose proxy is an ordinary container: there the call is needed.
  return context.mesh?.injected.includes(target) && !isNativeMesh(context) ? [] : [{
    container,
    message: `'${container}' tells '${target}' to quit (${text}), and does not when it fails or is killed before`,
    fix: `make '${target}' a native sidecar, which ends with the work, and take the call away`,
  }];
}
