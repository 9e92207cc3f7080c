import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const jobWithoutDeadline: Rule = {
  id: 'NS404',
  name: 'job-without-deadline',
  severity: Severity.INFO,
  title: 'A Job whose gate may never open waits forever without a deadline',
  why: 'The work of a Job begins once the startup probes of its sidecars have passed. A sidecar that never comes up, because of a wrong password or a missing network, is started again '
    + 'and again and never counts as a failure: without a deadline the Job waits forever and nobody is told.',
  fix: 'Set activeDeadlineSeconds to more than the Job may ever take.',
  example: {
    wrong: `kind: Job
spec:
  template:
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
        startupProbe: { httpGet: { path: /startup, port: 9090 }, periodSeconds: 1 }`,
    right: `kind: Job
spec:
  activeDeadlineSeconds: 3600
  template:
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
        startupProbe: { httpGet: { path: /startup, port: 9090 }, periodSeconds: 1 }`,
  },
  since: '0.1.0',
  check: ({ pod }: RuleContext): RuleOffence[] => {
    const gated = pod.sidecars.filter(sidecar => sidecar.spec.startupProbe);
    const isLimited = pod._found.place.limits !== undefined;
    if (!pod.job || !isLimited || gated.length === 0 || pod.job.activeDeadlineSeconds !== undefined || pod.spec.activeDeadlineSeconds !== undefined) {
      return [];
    }
    return [{
      at: atContainer(pod, gated[0], 'startupProbe'),
      message: `the Job waits for ${quoted(gated.map(sidecar => sidecar.name))}, and if a gate never opens it waits forever`,
      fix: 'set activeDeadlineSeconds',
    }];
  },
};
