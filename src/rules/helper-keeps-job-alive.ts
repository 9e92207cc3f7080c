import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { knownSidecarProgram } from '../knowledge/sidecar-images';
import { PodRestartPolicy } from '../lifecycle/pod';

export const helperKeepsJobAlive: Rule = {
  id: 'NS401',
  name: 'sidecar-keeps-job-alive',
  severity: Severity.ERROR,
  title: 'A sidecar as an ordinary container never ends, so its Job never does',
  check: ({ pod }: RuleContext): Offence[] => {
    if (!pod.job || pod.restartPolicy === PodRestartPolicy.ALWAYS || pod.mains.length < 2) {
      return [];
    }
    return pod.mains.flatMap(main => {
      const program = knownSidecarProgram(main.spec.image);
      return program ? [{
        container: main.name,
        message: `'${main.name}' (${program}) is an ordinary container of a Job and never ends by itself, so the Job never completes`,
        fix: 'make it a NativeSidecar, or an init container with restartPolicy: Always',
      }] : [];
    });
  },
};
