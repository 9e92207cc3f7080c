import { workNeverEnds } from '../../recognition/endings';
import { Severity } from '../engine/finding';
import { atCommand } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const endlessWork: Rule = {
  id: 'NS410',
  name: 'endless-work',
  severity: Severity.ERROR,
  title: 'A Job whose own command never exits never completes',
  why: 'A Job completes when the containers of its pod have exited. A command such as sleep infinity or a loop without an end never exits. With a deadline, the Job fails instead.',
  fix: 'Let the command exit when the work is done, or run it in a Deployment.',
  example: {
    wrong: `kind: Job
spec:
  template:
    spec:
      containers:
        - name: import
          command: [sh, -c, "while true; do ./import; sleep 60; done"]`,
    right: `kind: Job
spec:
  template:
    spec:
      containers:
        - name: import
          command: [./import]`,
  },
  since: '0.1.0',
  needs: 'job',
  check: ({ pod, mesh, recognition }: RuleContext): RuleOffense[] => pod.mains
    .filter(main => !mesh?.injected.includes(main.name) && workNeverEnds(recognition, main))
    .map(main => ({
      container: main.name,
      at: atCommand(pod, main),
      message: `the command of '${main.name}' never exits, so the Job never completes`,
      fix: 'let it exit when the work is done',
    })),
};
