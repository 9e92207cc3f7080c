import { ContainerRole } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { PROA } from '../../recognition/leftovers/proxy-tools';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { isNativeMesh, ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

/** A program that starts and stops others by watching them. */
export const wrapper: Rule = {
  id: 'NS502',
  name: 'wrapper',
  severity: Severity.WARNING,
  title: 'An app with a native sidecar needs no wrapper that waits for it or stops it',
  why: 'A native sidecar is up before the app starts and stops after it. A wrapper (linkerd-await, scuttle, envoy-preflight, kubexit, proa) does the same in every image, and adds one more program that can fail.',
  fix: 'Make the sidecar native with a startup probe, and run the real command.',
  example: {
    wrong: ['containers:', '  - name: work', '    command: [/linkerd-await, --shutdown, --, ./export]'].join('\n'),
    right: ['containers:', '  - name: work', '    command: [./export]'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const own = new Set(ownContainers(context).map(container => container.name));
    return context.recognition.leftovers('wrapper').flatMap(leftover => own.has(leftover.container)
      ? judge(context, leftover).map(offense => ({ ...offense, at: atLeftover(context.pod, leftover) }))
      : []);
  },
};

function judge(context: RuleContext, { container, target, text }: Leftover): RuleOffense[] {
  const isForAny = /kubexit/i.test(text) || text === PROA;
  if (target !== undefined && context.pod.container(target).role === ContainerRole.SIDECAR) {
    return [{
      container,
      message: `'${container}' runs behind a wrapper (${text}) that waits for '${target}': the kubelet already starts it after the native sidecar and stops it first`,
      fix: 'run the real command',
    }];
  }
  if (context.mesh && !isNativeMesh(context) && !isForAny) {
    return [];
  }
  return [{
    container,
    message: `'${container}' runs behind a wrapper (${text}), which a native sidecar makes unnecessary`,
    fix: target ? `make '${target}' ${nativeSidecar(context)}, and run the real command` : 'run the real command when the sidecar is native',
    ...(target || isForAny ? {} : { severity: Severity.INFO }),
  }];
}
