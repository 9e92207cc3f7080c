import { listOf } from '../../data/json';
import { ContainerRole, PodModel, PodContainer } from '../../kubernetes/pod';

/** Features of a pod that most rules need. They are read once, so that a rule is skipped if the pod lacks its feature. */
export interface PodSigns {
  /** It belongs to a Job. */
  readonly job: boolean;
  /** It runs to completion. */
  readonly work: boolean;
  /** It joins a mesh. */
  readonly mesh: boolean;
  /** It has a native sidecar. */
  sidecar: boolean;
  /** It has a native sidecar without a startup probe. */
  ungatedSidecar: boolean;
  /** It has a regular init container. */
  plainInit: boolean;
  /** A container that is not a sidecar has its own restart policy, or rules for it. */
  restartPolicy: boolean;
  /** A container has restart rules. */
  restartRules: boolean;
  /** A container has a lifecycle hook. */
  hook: boolean;
  /** A container has a network probe: httpGet, tcpSocket or grpc. */
  networkProbe: boolean;
  /** A hook or a probe may run a command. */
  execHandler: boolean;
  /** The pod, or its Job, may have a deadline. */
  readonly deadline: boolean;
  /** A container mounts a volume. */
  mount: boolean;
  /** A variable gets its value from somewhere else. */
  valueFrom: boolean;
}

/** Reads the features of a pod. */
export function signsOf(pod: PodModel, mesh: boolean): PodSigns {
  const signs: PodSigns = {
    job: pod.job !== undefined,
    work: pod.runsToCompletion,
    mesh,
    sidecar: false,
    ungatedSidecar: false,
    plainInit: false,
    restartPolicy: false,
    restartRules: false,
    hook: false,
    networkProbe: false,
    execHandler: false,
    deadline: pod.job !== undefined || pod.spec.activeDeadlineSeconds !== undefined,
    mount: false,
    valueFrom: false,
  };
  for (const container of pod.containers) {
    readSigns(container, signs);
  }
  return signs;
}

function readSigns({ role, spec }: PodContainer, signs: PodSigns): void {
  const { startupProbe, readinessProbe, livenessProbe, lifecycle, env, volumeMounts } = spec;
  signs.sidecar ||= role === ContainerRole.SIDECAR;
  signs.ungatedSidecar ||= role === ContainerRole.SIDECAR && !startupProbe;
  signs.plainInit ||= role === ContainerRole.INIT;
  signs.restartPolicy ||= role !== ContainerRole.SIDECAR && (spec.restartPolicy !== undefined || spec.restartPolicyRules !== undefined);
  signs.restartRules ||= Array.isArray(spec.restartPolicyRules) && spec.restartPolicyRules.length > 0;
  signs.hook ||= Boolean(lifecycle);
  signs.networkProbe ||= isNetwork(startupProbe) || isNetwork(readinessProbe) || isNetwork(livenessProbe);
  signs.execHandler ||= Boolean(lifecycle || startupProbe?.exec || readinessProbe?.exec || livenessProbe?.exec);
  signs.mount ||= Boolean(volumeMounts);
  signs.valueFrom ||= Boolean(env) && listOf(env).some(({ valueFrom }) => Boolean(valueFrom));
}

function isNetwork(probe: any): boolean {
  return Boolean(probe) && !probe.exec;
}
