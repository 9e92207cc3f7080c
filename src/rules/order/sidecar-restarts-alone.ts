import { wording } from '../../data/wording';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { Severity } from '../engine/finding';
import { asksToRestartAll } from '../engine/restart-outcomes';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const sidecarRestartsAlone: Rule = {
  id: 'NS207',
  name: 'sidecar-restarts-alone',
  severity: Severity.INFO,
  title: 'The app keeps running while the sidecar that it calls restarts',
  why: 'After a crash, the kubelet restarts only the sidecar. Until it is up again, the calls of the app fail, or take another path. From Kubernetes 1.36, a restart rule can restart '
    + 'all containers instead: the app then starts again behind the startup gate of the sidecar.',
  fix: 'If the app must not run without the sidecar, or holds state that a restart of the sidecar makes useless, give the sidecar a rule with the action RestartAllContainers. Such a '
    + 'restart runs no preStop hooks, kills containers after 2 s, and has no back-off.',
  example: {
    wrong: `# for Kubernetes 1.36
initContainers:
  - name: db
    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]
    restartPolicy: Always
    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }`,
    right: `# for Kubernetes 1.36
initContainers:
  - name: db
    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]
    restartPolicy: Always
    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }
    restartPolicyRules:
    - action: RestartAllContainers
      exitCodes: { operator: NotIn, values: [0] }`,
  },
  since: '0.1.0',
  needs: 'sidecar',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod, kubernetes, recognition } = context;
    if (!kubernetes.supports(KubernetesFeature.RESTART_ALL_CONTAINERS)) {
      return [];
    }
    const own = ownContainers(context);
    return pod.sidecars
      .filter(sidecar => own.includes(sidecar) && !asksToRestartAll(sidecar) && recognition.helper(sidecar.name)?.direction === 'outbound')
      .map(({ name }) => ({
        container: name,
        message: `${quoted(pod.mains.map(main => main.name))} keeps running while the kubelet restarts '${name}' after a crash, so calls through '${name}' fail until it is up again`,
        fix: wording`if the app must not run without it, restart all containers: set 'onFailure' of the construct to SidecarFailure.restartPod(), or a restart rule with the action RestartAllContainers`,
      }));
  },
};
