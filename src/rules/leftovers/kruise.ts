import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const kruise: Rule = {
  id: 'NS508',
  name: 'kruise',
  severity: Severity.INFO,
  title: 'Native sidecars start in order and stop with the work without OpenKruise',
  why: 'The variables have no effect in a cluster without OpenKruise, so the pod behaves differently there. Native sidecars behave the same in every cluster.',
  fix: 'Make the sidecars native, in the order of the priorities, and remove the variables.',
  example: {
    wrong: ['- name: proxy', '  env:', '    - { name: KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT, value: "true" }'].join('\n'),
    right: ['initContainers:', '  - name: proxy', '    restartPolicy: Always'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => context.recognition.leftovers('kruise').map(leftover => {
    const { container, text } = leftover;
    return {
      container,
      at: atLeftover(context.pod, leftover),
      message: `'${container}' relies on OpenKruise (${text}) for what a native sidecar does by itself`,
      fix: fixOf(context, container, text),
    };
  }),
};

function fixOf(context: RuleContext, container: string, text: string): string {
  if (context.pod.container(container).role === ContainerRole.SIDECAR) {
    return 'remove the variable';
  }
  return text.includes('TERMINATE') ? `make '${container}' ${nativeSidecar(context)}, and remove the variable` : 'make the sidecars native in that order, and remove the variable';
}
