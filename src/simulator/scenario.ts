import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { LONGEST_SHUTDOWN_SECONDS } from '../kubernetes/shutdown-annotation';

/** Describes what one container's program does. All times are in seconds; fractions are allowed. */
export interface ContainerBehavior {
  /**
   * When its startup probe first passes, counted from the container's own start. Ignored if it has no startup probe.
   * @default 0
   */
  readonly gateOpens?: number;
  /**
   * Whether its startup probe never passes.
   * @default false
   */
  readonly gateNeverOpens?: boolean;
  /**
   * How long it takes to exit after its stop signal.
   * @default 0
   */
  readonly shutdown?: number;
  /**
   * How long its preStop hook takes. Ignored if it has no hook.
   * @default - the duration of the hook's sleep, or 0 if it does not sleep
   */
  readonly preStop?: number;
  /**
   * Whether its preStop hook tells the program to exit, so that it exits when the hook begins, plus `shutdown`. Ignored if it has no hook.
   * @default false
   */
  readonly preStopStops?: boolean;
  /**
   * Whether its postStart hook never ends, so that the kubelet starts no later container. Ignored if it has no hook.
   * @default false
   */
  readonly postStartNeverEnds?: boolean;
  /**
   * How long its postStart hook takes. Ignored if it has no hook.
   * @default - the duration of the hook's sleep, or 0 if it does not sleep
   */
  readonly postStart?: number;
  /**
   * Whether its postStart hook fails, so that the kubelet kills the container and restarts it. Ignored if it has no hook.
   * @default - only a `tcpSocket` hook fails, because the kubelet cannot run it
   */
  readonly postStartFails?: boolean;
  /**
   * When it exits on its own, counted from its own start.
   * @default - a regular init container exits at once, any other container never
   */
  readonly exitsAfter?: number;
  /**
   * Whether it never exits on its own. Use it for an init container that hangs.
   * @default false
   */
  readonly neverExits?: boolean;
  /**
   * Its exit code when it exits on its own or after its stop signal. After a crash the code is 1, after SIGKILL 137.
   * @default 0
   */
  readonly exitCode?: number;
  /**
   * When it crashes, counted from the pod's start. Ignored while the container is not running.
   * @default - it does not crash
   */
  readonly crashesAt?: number[];
  /**
   * When its liveness probe reaches its failure threshold, counted from the pod's start. Ignored if it has no liveness probe.
   * @default - its liveness probe always passes
   */
  readonly livenessFailsAt?: number[];
  /**
   * Whether it ignores its stop signal, so that the kubelet has to kill it.
   * @default false
   */
  readonly ignoresSigterm?: boolean;
}

/** Describes what happens to a pod: what its programs do, and when it is deleted. */
export interface Scenario {
  /**
   * The Kubernetes version whose kubelet runs the pod.
   * @default KubernetesVersion.DEFAULT
   */
  readonly kubernetes?: KubernetesVersion;
  /**
   * Feature gates that are on in the cluster although they are off by default in its version, for example `RestartAllContainersOnContainerExits`.
   * @default - every feature gate has its default
   */
  readonly featureGates?: string[];
  /**
   * When the pod is deleted, in seconds from its start.
   * @default - it is not deleted
   */
  readonly deleteAt?: number;
  /**
   * The grace period of the deletion in whole seconds, as with `kubectl delete --grace-period`. 0 forces the deletion: the pod has one second.
   * @default - the pod's `terminationGracePeriodSeconds`
   */
  readonly deleteGracePeriod?: number;
  /**
   * When the pod is deleted once more, in seconds from its start. This changes nothing if the pod stops already.
   * @default - it is not deleted twice
   */
  readonly deleteAgainAt?: number;
  /**
   * The grace period of the second deletion in whole seconds.
   * @default - the pod's `terminationGracePeriodSeconds`
   */
  readonly deleteAgainGracePeriod?: number;
  /**
   * What the programs do, by container name. In Python, each value must be a `ContainerBehavior`, because jsii drops the keys of a dictionary.
   * @default - every container uses the defaults of `ContainerBehavior`
   */
  readonly containers?: { [container: string]: ContainerBehavior };
}

/** The simulator stops here: a crash loop of a year is long enough. */
export const LONGEST_SIMULATION_SECONDS = LONGEST_SHUTDOWN_SECONDS;

/** The behavior that a scenario gives a container. A container may be called `constructor`, hence the check for own keys. */
export function behaviorOf(scenario: Scenario, container: string): ContainerBehavior {
  const { containers } = scenario;
  return containers && Object.hasOwn(containers, container) ? containers[container] ?? {} : {};
}
