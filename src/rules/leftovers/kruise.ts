import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const kruise: Rule = {
  id: 'NS508',
  name: 'kruise',
  severity: Severity.INFO,
  title: 'Native sidecars need no OpenKruise to start in order and to end with the work',
  why: 'The variables do nothing in a cluster without OpenKruise, where the pod then behaves in another way. Native sidecars behave the same everywhere.',
  fix: 'Make the sidecars native, in the order that the priorities say, and take the variables away.',
  example: {
    wrong: ['- name: proxy', '  env:', '    - { name: KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT, value: "true" }'].join('\n'),
    right: ['initContainers:', '  - name: proxy', '    restartPolicy: Always'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => recognition.leftovers('kruise').map(leftover => {
    const { container, text } = leftover;
    return {
      container,
      at: atLeftover(pod, leftover),
      message: `'${container}' relies on OpenKruise (${text}) for what a native sidecar does by itself`,
      fix: text.includes('TERMINATE') ? `make '${container}' a native sidecar, and take the variable away` : 'make the sidecars native in that order, and take the variable away',
    };
  }),
};
