import { Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { acknowledge } from './acknowledge';
import { PodAttachments } from './attachments';
import { checkAllBelow } from './check-all';
import { Composed, composed } from './composed';
import { NativeSidecar } from './native-sidecar';
import { PodLifecycleOptions } from './pod-lifecycle-options';
import { onlyPodObject } from './pod-objects';
import { assumedFor, timelineOf } from './pod-timeline';
import { budgetOf } from './stop-times';
import { attachTo } from './synth-hook';
import { setTarget } from './target-version';
import { wholeSeconds } from './whole-seconds';
import { Timeline } from '../drawing/timeline';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Pod } from '../kubernetes/pod';
import { EffectiveResources } from '../kubernetes/resources';
import { Mesh } from '../meshes/mesh';
import { Finding, findingText } from '../rules/engine/finding';
import { withoutPlace } from '../rules/engine/rule';
import { Budget } from '../simulator/budget';
import { Scenario } from '../simulator/scenario';

/**
 * The life of a workload's pod: who starts and stops when, how long that takes, and what is wrong with it.
 *
 * What it tells is what would be written if the app were synthesized now.
 */
export class PodLifecycle {
  /**
   * The life of the pod of a workload, or of anything with exactly one workload below it.
   *
   * With options, the workload's grace period and pre-stop delay are completed at synth even if it has no sidecar.
   *
   * @param construct the workload
   * @param options what only you know about it; what was said earlier and is not said again stays
   */
  public static of(construct: IConstruct, options: PodLifecycleOptions = {}): PodLifecycle {
    const life = new PodLifecycle(attachTo(onlyPodObject(construct, 'a pod lifecycle')));
    life.learn(options);
    return life;
  }

  /**
   * Says which Kubernetes version everything below a scope is meant for. The nearest scope wins.
   * @param scope an app, a chart or a workload
   * @param version the version; below 1.29 native sidecars are refused
   */
  public static target(scope: IConstruct, version: KubernetesVersion): void {
    setTarget(scope, version);
  }

  /**
   * Checks every workload below a scope at synth, also those that have no sidecar and those that are created later.
   * @param scope an app or a chart
   */
  public static checkAll(scope: IConstruct): void {
    checkAllBelow(scope);
  }

  private readonly attached: PodAttachments;

  private constructor(attached: PodAttachments) {
    this.attached = attached;
  }

  /** The sidecars that were added here, in the order in which they start. They stop in reverse. */
  public get sidecars(): NativeSidecar[] {
    const order = this.pod.containers.map(container => container.name);
    return this.attached.sidecars
      // Only NativeSidecar attaches itself; the registry knows it as a construct, because it knows the registry.
      .map(sidecar => sidecar.construct as NativeSidecar)
      .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }

  /** The pod as it will run. */
  public get pod(): Pod {
    return this.whole().pod;
  }

  /** How long the pod has to stop. */
  public get gracePeriod(): Duration {
    return Duration.seconds(this.pod.gracePeriodSeconds);
  }

  /** When each container is told to stop and ends, and the grace period that this needs. */
  public get budget(): Budget {
    const { pod, stops } = this.whole();
    return budgetOf(pod, stops);
  }

  /** The Kubernetes version that the pod is meant for. */
  public get kubernetes(): KubernetesVersion {
    return this.attached.kubernetes;
  }

  /** What the scheduler counts for the pod. */
  public get resources(): EffectiveResources {
    return EffectiveResources.of(this.pod);
  }

  /** What the scheduler would count without the sidecars. */
  public get resourcesWithoutSidecars(): EffectiveResources {
    return EffectiveResources.withoutSidecars(this.pod);
  }

  /** Everything that the rules have to say about the pod, acknowledged or not. */
  public get findings(): Finding[] {
    return composed(this.attached).findings().map(withoutPlace);
  }

  /** What is taken for granted where nobody says: shutdown times, gates, the length of work. */
  public get assumptions(): string[] {
    const whole = this.whole();
    return assumedFor(this.attached, whole, whole.pod).assumptions;
  }

  /** What the cluster must have, in sentences, because nothing on the workload can say it: for some meshes. */
  public get clusterNeeds(): string[] {
    return [...composed(this.attached).clusterNeeds];
  }

  /**
   * Leads the workload into a mesh: opt-in, native switch and drain of that mesh and version. The proxy that its injector will add is not in the manifest, but
   * it is in the pod, the budget and the timeline here.
   *
   * Throws when the workload is in a mesh already, or when this version of the mesh cannot serve it.
   *
   * @param mesh the mesh
   */
  public joinMesh(mesh: Mesh): void {
    if (!mesh) {
      throw new Error(`'${this.attached.owner.workload.node.path}' cannot join a mesh that is not there: give one, for example Mesh.linkerd({ version: '2.20' })`);
    }
    this.attached.join(mesh);
  }

  /**
   * Accepts what a rule says about this workload: the finding no longer stops synth. The reason is written on the workload, so that checking the YAML later
   * knows it too.
   * @param rule the rule's id, for example `NS304`, or that of a rule of your own
   * @param reason why it is all right here
   */
  public acknowledge(rule: string, reason: string): void {
    acknowledge(this.attached.owner, rule, reason);
  }

  /**
   * What the pod will do. What the scenario leaves open is filled with what is known of the workload, and else with the assumptions.
   * @param scenario what its programs do, and when it is deleted
   */
  public timeline(scenario: Scenario = {}): Timeline {
    const whole = this.whole();
    return timelineOf(this.attached, whole, whole.pod, scenario);
  }

  private learn(options: PodLifecycleOptions): void {
    const { settings } = this.attached;
    settings.shutdownSeconds = options.shutdown ? wholeSeconds(options.shutdown) : settings.shutdownSeconds;
    settings.preStopDelaySeconds = options.preStopDelay ? wholeSeconds(options.preStopDelay) : settings.preStopDelaySeconds;
    settings.imageHasSleep = options.imageHasSleep ?? settings.imageHasSleep;
    settings.managed ||= Object.values(options).some(value => value !== undefined && value !== null);
  }

  /** The pod must be whole before its life can be told. */
  private whole(): Composed & { readonly pod: Pod } {
    const now = composed(this.attached);
    const broken = now.errors().filter(finding => finding.rule === 'NS203' || finding.rule === 'NS604');
    if (!now.pod || broken.length > 0) {
      throw new Error([...now.unreadable, ...broken.map(findingText)].join('\n'));
    }
    return { ...now, pod: now.pod };
  }
}
