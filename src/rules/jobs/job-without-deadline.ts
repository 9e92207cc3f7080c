import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const jobWithoutDeadline: Rule = {
  id: 'NS404',
  name: 'job-without-deadline',
  severity: Severity.INFO,
  title: 'A Job whose startup probe may never pass needs a deadline',
  why: 'The work of a Job starts when the startup probes of its sidecars have passed. The kubelet restarts a sidecar that never becomes ready again and again, for example because of a '
    + 'wrong password, and these restarts never fail the Job. Without a deadline the Job waits forever.',
  fix: 'Set activeDeadlineSeconds to more than the longest run of the Job.',
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
  check: ({ pod }: RuleContext): RuleOffense[] => {
    const gated = pod.sidecars.filter(sidecar => sidecar.spec.startupProbe);
    const isLimited = pod._found.place.limits !== undefined;
    if (!pod.job || !isLimited || gated.length === 0 || pod.job.activeDeadlineSeconds !== undefined || pod.spec.activeDeadlineSeconds !== undefined) {
      return [];
    }
    return [{
      at: atContainer(pod, gated[0], 'startupProbe'),
      message: `the Job waits for ${quoted(gated.map(sidecar => sidecar.name))}: if a startup probe never passes, the Job waits forever`,
      fix: 'set activeDeadlineSeconds',
    }];
  },
};
