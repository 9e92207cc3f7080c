import { Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { sidecarsOf } from './attached-sidecars';
import { Composed } from './composed';
import { NativeSidecar } from './native-sidecar';
import { PodHost } from './pod-host';
import { onlyPodObject, podObjects, workloadOf } from './pod-objects';
import { budgetOf } from './stop-budget';
import { rememberWhileSynthesizing, synthMemory } from './synth-memory';
import { setTarget } from './target-version';
import { wholeSeconds } from './whole-seconds';
import { Timeline } from '../drawing/timeline';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Pod } from '../kubernetes/pod';
import { EffectiveResources } from '../kubernetes/resources';
import { Mesh } from '../meshes/mesh';
import { Finding, findingText } from '../rules/engine/finding';
import { isOwnRuleId } from '../rules/engine/own-rule';
import { withoutPlace } from '../rules/engine/rule';
import { findRule } from '../rules/lazy';
import { AssumedScenario, assumeScenario, KnownShutdowns } from '../simulator/assumptions';
import { Budget } from '../simulator/budget';
import { Scenario } from '../simulator/scenario';

/** What only you know about a workload's life. */
export interface PodLifecycleOptions {
  /**
   * How long the app needs after its stop signal. It counts toward the pod's grace period.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * How long the app keeps running before its stop signal, because requests still arrive until all endpoints know that the pod is going. Zero switches it off.
   * @default - 5 seconds for a server behind a Service of the same app that has no pre-stop hook of its own, else none. Before Kubernetes 1.30 it is left out,
   * which is a finding (NS602, info), unless `imageHasSleep` is set
   */
  readonly preStopDelay?: Duration;
  /**
   * The app's image has a `sleep` command. Before Kubernetes 1.30 the pre-stop delay needs it.
   * @default false
   */
  readonly imageHasSleep?: boolean;
}

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
    const life = new PodLifecycle(PodHost.of(onlyPodObject(construct, 'a pod lifecycle')));
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
    const check = () => podObjects(scope)
      .filter(object => !PodHost.isHosted(object))
      .flatMap(object => PodHost.check(object).map(problem => `${workloadOf(object).node.path}: ${problem}`));
    rememberWhileSynthesizing(scope);
    scope.node.addValidation({ validate: () => synthMemory(scope).remember(check, check) });
  }

  private readonly host: PodHost;

  private constructor(host: PodHost) {
    this.host = host;
  }

  /** The sidecars that were added here, in the order in which they start. They stop in reverse. */
  public get sidecars(): NativeSidecar[] {
    const order = this.pod.containers.map(container => container.name);
    return [...sidecarsOf(this.host)].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }

  /** The pod as it will run. */
  public get pod(): Pod {
    return this.whole().pod!;
  }

  /** How long the pod has to stop. */
  public get gracePeriod(): Duration {
    return Duration.seconds(this.pod.gracePeriodSeconds);
  }

  /** When each container is told to stop and ends, and the grace period that this needs. */
  public get budget(): Budget {
    const { pod, stops } = this.whole();
    return budgetOf(pod!, stops);
  }

  /** The Kubernetes version that the pod is meant for. */
  public get kubernetes(): KubernetesVersion {
    return this.host.kubernetes;
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
    return this.host.composed().findings().map(withoutPlace);
  }

  /** What is taken for granted where nobody says: shutdown times, gates, the length of work. */
  public get assumptions(): string[] {
    return this.assumed().assumptions;
  }

  /** What the cluster must have, in sentences, because nothing on the workload can say it: for some meshes. */
  public get clusterNeeds(): string[] {
    return [...this.host.composed().clusterNeeds];
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
      throw new Error(`'${this.host.workload.node.path}' cannot join a mesh that is not there: give one, for example Mesh.linkerd({ version: '2.20' })`);
    }
    this.host.join(mesh);
  }

  /**
   * Accepts what a rule says about this workload: the finding no longer stops synth. The reason is written on the workload, so that checking the YAML later
   * knows it too.
   * @param rule the rule's id, for example `NS304`, or that of a rule of your own
   * @param reason why it is all right here
   */
  public acknowledge(rule: string, reason: string): void {
    if (!/^NS\d{3}$/.test(rule) && !isOwnRuleId(rule)) {
      throw new Error(`'${rule}' is no rule id: give one like NS304`);
    }
    if (!isOwnRuleId(rule) && findRule(rule) === undefined) {
      throw new Error(`there is no rule ${rule}, so nothing is accepted by it: give the id that the finding shows, for example NS304`);
    }
    if (!reason || reason.trim() === '') {
      throw new Error(`acknowledging ${rule} on '${this.host.workload.node.path}' needs a reason: say why it is all right here`);
    }
    this.host.acknowledge(rule, reason.trim());
  }

  /**
   * What the pod will do. What the scenario leaves open is filled with what is known of the workload, and else with the assumptions.
   * @param scenario what its programs do, and when it is deleted
   */
  public timeline(scenario: Scenario = {}): Timeline {
    const assumed = this.assumed().scenario;
    const deadlocked = this.findings.filter(finding => finding.rule === 'NS106').map(finding => finding.container);
    const containers = Object.fromEntries(Object.entries({ ...assumed.containers, ...scenario.containers }).map(([name, behavior]) => [name, {
      ...assumed.containers?.[name],
      ...(deadlocked.includes(name) ? { gateNeverOpens: true } : {}),
      ...behavior,
    }]));
    return Timeline.of(this.pod, {
      kubernetes: scenario.kubernetes ?? this.kubernetes,
      // A deletion that is only assumed would hide that the pod never starts.
      deleteAt: scenario.deleteAt ?? (deadlocked.length > 0 ? undefined : assumed.deleteAt),
      containers,
    });
  }

  private learn(options: PodLifecycleOptions): void {
    const { settings } = this.host;
    settings.shutdownSeconds = options.shutdown ? wholeSeconds(options.shutdown) : settings.shutdownSeconds;
    settings.preStopDelaySeconds = options.preStopDelay ? wholeSeconds(options.preStopDelay) : settings.preStopDelaySeconds;
    settings.imageHasSleep = options.imageHasSleep ?? settings.imageHasSleep;
    settings.adopted ||= Object.values(options).some(value => value !== undefined && value !== null);
  }

  /** A proxy never ends by itself, also where it is an ordinary container of a Job. */
  private assumed(): AssumedScenario {
    return assumeScenario(this.pod, this.kubernetes, this.knownShutdowns(), this.whole().injected);
  }

  private knownShutdowns(): KnownShutdowns {
    const assumed = this.host.sidecars.filter(sidecar => sidecar.shutdownIsAssumed).map(sidecar => sidecar.name);
    const said = Object.entries(this.whole().stops).filter(([name, stop]) => stop.shutdown !== undefined && !assumed.includes(name));
    return Object.fromEntries(said.map(([name, stop]) => [name, stop.shutdown!]));
  }

  /** The pod must be whole before its life can be told. */
  private whole(): Composed {
    const composed = this.host.composed();
    const broken = composed.errors().filter(finding => finding.rule === 'NS203' || finding.rule === 'NS604');
    if (!composed.pod || broken.length > 0) {
      throw new Error([...composed.unreadable, ...broken.map(findingText)].join('\n'));
    }
    return composed;
  }
}
