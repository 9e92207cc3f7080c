import { ContainerRole, Pod, PodContainer } from '../../kubernetes/pod';

/** What can be seen of a pod at one look. Most rules concern few pods, and by this they are told apart. */
export interface PodSigns {
  /** It belongs to a Job. */
  readonly job: boolean;
  /** It has work that ends. */
  readonly work: boolean;
  /** It joins a mesh. */
  readonly mesh: boolean;
  /** It has a native sidecar. */
  sidecar: boolean;
  /** It has a native sidecar without a startup probe. */
  ungatedSidecar: boolean;
  /** It has an init container that is no sidecar. */
  plainInit: boolean;
  /** A container that is no sidecar has a restart policy of its own. */
  restartPolicy: boolean;
  /** A container has a hook. */
  hook: boolean;
  /** A container has a probe that is no command. */
  networkProbe: boolean;
  /** A hook or a probe may be a command. */
  execHandler: boolean;
}

/** Looks at a pod once. */
export function signsOf(pod: Pod, mesh: boolean): PodSigns {
  const signs: PodSigns = {
    job: pod.job !== undefined,
    work: pod.runsToCompletion,
    mesh,
    sidecar: false,
    ungatedSidecar: false,
    plainInit: false,
    restartPolicy: false,
    hook: false,
    networkProbe: false,
    execHandler: false,
  };
  for (const container of pod.containers) {
    lookAt(container, signs);
  }
  return signs;
}

function lookAt({ role, spec }: PodContainer, signs: PodSigns): void {
  const { startupProbe, readinessProbe, livenessProbe, lifecycle } = spec;
  signs.sidecar ||= role === ContainerRole.SIDECAR;
  signs.ungatedSidecar ||= role === ContainerRole.SIDECAR && !startupProbe;
  signs.plainInit ||= role === ContainerRole.INIT;
  signs.restartPolicy ||= role !== ContainerRole.SIDECAR && spec.restartPolicy !== undefined;
  signs.hook ||= Boolean(lifecycle);
  signs.networkProbe ||= isNetwork(startupProbe) || isNetwork(readinessProbe) || isNetwork(livenessProbe);
  signs.execHandler ||= Boolean(lifecycle || startupProbe?.exec || readinessProbe?.exec || livenessProbe?.exec);
}

function isNetwork(probe: any): boolean {
  return Boolean(probe) && !probe.exec;
}
