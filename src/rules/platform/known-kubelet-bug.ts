import { listOf } from '../../data/json';
import { BugId, KnownBug } from '../../kubernetes/kubelet-bugs';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { PodModel, PodContainer, PodRestartPolicy } from '../../kubernetes/pod';
import { probeOf } from '../../kubernetes/probes';
import { Severity } from '../engine/finding';
import { Offense, quoted, Rule, RuleContext } from '../engine/rule';

/** A bug that the form of a pod shows it will meet. */
interface VisibleBug {
  readonly id: BugId;
  readonly severity: Severity;
  /** The containers that it concerns; none when the pod does not have the form for it. */
  readonly concerns: (pod: PodModel) => readonly PodContainer[];
}

const isGated = ({ spec }: PodContainer) => spec.startupProbe !== undefined && spec.startupProbe !== null;

/** A startup probe that may need this many seconds meets a restart of the kubelet sooner or later; a shorter one hardly ever does. */
const LONG_START_SECONDS = 300;

function staysShutForLong(container: PodContainer): boolean {
  const gate = probeOf(container, 'startupProbe');
  return gate !== undefined && gate.initialDelay + gate.period * gate.failureThreshold >= LONG_START_SECONDS;
}

const BUGS: readonly VisibleBug[] = [
  {
    id: 'startup-probe-lost',
    severity: Severity.WARNING,
    concerns: pod => {
      const several = pod.restartPolicy === PodRestartPolicy.NEVER && pod.containers.filter(isGated).length > 1;
      return several ? pod.sidecars.filter(isGated) : [];
    },
  },
  {
    id: 'sidecar-host-ports-not-scheduled',
    severity: Severity.WARNING,
    concerns: pod => pod.sidecars.filter(({ spec }) => listOf(spec.ports).some(port => port.hostPort)),
  },
  {
    id: 'app-not-restarted-after-kubelet-restart',
    severity: Severity.WARNING,
    concerns: pod => (pod.restartPolicy === PodRestartPolicy.NEVER ? [] : pod.sidecars.filter(isGated)),
  },
  {
    id: 'kubelet-restart-opens-gate',
    severity: Severity.INFO,
    concerns: pod => pod.sidecars.filter(staysShutForLong),
  },
  {
    id: 'stop-waits-for-absent-sidecar',
    severity: Severity.WARNING,
    concerns: pod => (pod.sidecars.length > 1 ? pod.sidecars : []),
  },
  {
    id: 'sidecar-status-frozen',
    severity: Severity.WARNING,
    concerns: pod => (pod.restartPolicy === PodRestartPolicy.ALWAYS ? [] : pod.sidecars),
  },
  {
    id: 'exec-probes-dead-while-stopping',
    severity: Severity.INFO,
    concerns: pod => (pod.sidecars.length > 0 ? pod.containers.filter(({ spec }) => spec.readinessProbe?.exec) : []),
  },
];

export const knownKubeletBug: Rule = {
  id: 'NS603',
  name: 'known-kubelet-bug',
  severity: Severity.WARNING,
  title: 'The target version has a bug that affects this pod',
  why: 'Some Kubernetes releases have bugs that affect only pods with sidecars. This rule reports those that can affect the pod in its target release. '
    + 'A target without a patch version, such as 1.33, means the newest patch of that minor.',
  fix: 'Use a release without the bug and set it as the target, or change the pod so that the bug does not apply.',
  example: {
    wrong: `# for Kubernetes 1.32
initContainers:
- name: proxy
  restartPolicy: Always
  ports: [{ containerPort: 8443, hostPort: 8443 }]
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
    right: `# for Kubernetes 1.32
initContainers:
- name: proxy
  restartPolicy: Always
  ports: [{ containerPort: 8443 }]
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
  },
  since: '0.1.0',
  check: ({ pod, kubernetes }: RuleContext): Offense[] => {
    if (pod.sidecars.length === 0) {
      return [];
    }
    return visibleBugsOf(kubernetes).flatMap(({ bug, concerns, severity }) => {
      const names = concerns(pod).map(container => container.name);
      return names.length > 0 ? [{
        container: names[0],
        message: `Kubernetes ${kubernetes} has a bug that can affect ${quoted(names)}: ${bug.summary} (${bug.reference})`,
        fix: bug.fixedIn.length > 0 ? `use ${bug.fixedIn.join(', ')} or a newer release` : 'no release has a fix yet: be prepared for it',
        severity,
      }] : [];
    });
  },
};

/** There is one version for very many pods. */
const visible = new WeakMap<KubernetesVersion, readonly (VisibleBug & { readonly bug: KnownBug })[]>();

function visibleBugsOf(kubernetes: KubernetesVersion): readonly (VisibleBug & { readonly bug: KnownBug })[] {
  const remembered = visible.get(kubernetes);
  if (remembered) {
    return remembered;
  }
  const found = kubernetes.knownBugs.flatMap(bug => BUGS.filter(({ id }) => id === bug.id).map(one => ({ ...one, bug })));
  visible.set(kubernetes, found);
  return found;
}
