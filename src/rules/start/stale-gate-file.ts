import { listOf } from '../../data/json';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { liesIn } from '../../recognition/shared-files';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { canRestartAll, ruledContainers } from '../engine/restart-outcomes';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const staleGateFile: Rule = {
  id: 'NS123',
  name: 'stale-gate-file',
  severity: Severity.INFO,
  title: 'After a restart of all containers, a file from before opens the startup gate',
  why: 'A restart of all containers keeps the volumes of the pod. A startup probe that only checks whether a file exists then passes at once, before the restarted sidecar is ready, and the '
    + 'app starts with what was written before the restart.',
  fix: 'Remove the file when the sidecar starts, before anything else, or probe the program itself, for example with httpGet.',
  example: {
    wrong: `# for Kubernetes 1.36
volumes: [{ name: run, emptyDir: {} }]
initContainers:
- name: agent
  restartPolicy: Always
  restartPolicyRules: [{ action: RestartAllContainers, exitCodes: { operator: NotIn, values: [0] } }]
  startupProbe: { exec: { command: [test, -e, /run/ready] }, periodSeconds: 1 }
  volumeMounts: [{ name: run, mountPath: /run }]`,
    right: `# for Kubernetes 1.36
volumes: [{ name: run, emptyDir: {} }]
initContainers:
- name: agent
  restartPolicy: Always
  restartPolicyRules: [{ action: RestartAllContainers, exitCodes: { operator: NotIn, values: [0] } }]
  startupProbe: { httpGet: { path: /ready, port: 8082 }, periodSeconds: 1, failureThreshold: 60 }
  volumeMounts: [{ name: run, mountPath: /run }]`,
  },
  since: '0.1.0',
  needs: 'restartRules',
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => {
    const [by] = ruledContainers(pod, kubernetes).filter(canRestartAll);
    return !by ? [] : pod.sidecars.flatMap(sidecar => {
      const file = fileOfGate(pod, sidecar);
      return file === undefined ? [] : [{
        container: sidecar.name,
        message: `when '${by.container.name}' restarts all containers, ${file} from before opens the startup gate of '${sidecar.name}' at once, because its volume survives`,
        fix: `remove ${file} when '${sidecar.name}' starts, or probe the program itself`,
        at: atContainer(pod, sidecar, 'startupProbe', 'exec', 'command'),
      }];
    });
  },
};

/** The file on a volume whose existence opens the gate of a sidecar; undefined where the gate checks something else. */
function fileOfGate(pod: PodModel, { spec }: PodContainer): string | undefined {
  const [program, operator, file]: unknown[] = Array.isArray(spec.startupProbe?.exec?.command) ? spec.startupProbe.exec.command : [];
  const isTest = (program === 'test' || program === '/usr/bin/test') && ['-e', '-f', '-s'].includes(String(operator)) && typeof file === 'string';
  const volumes = listOf(pod.spec.volumes).map(({ name }) => name);
  const isKept = (path: string) => listOf(spec.volumeMounts).some(({ name, mountPath }) => volumes.includes(name) && liesIn(path, String(mountPath)));
  return isTest && isKept(file) ? file : undefined;
}
