import { Duration } from 'cdk8s';
import { PodAttachments } from './attachments';
import { composed, wholePod } from './composed';
import { expectedFor, timelineOf } from './pod-timeline';
import { applyPolicies } from './scope-policies';
import { budgetOf } from './stop-times';
import { Timeline } from './timeline';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel } from '../kubernetes/pod';
import { EffectiveResources } from '../kubernetes/resources';
import { storedPod } from '../kubernetes/stored-pod';
import { Finding } from '../rules/engine/finding';
import { Budget } from '../simulator/budget';
import { Scenario } from '../simulator/scenario';

/**
 * A pod as synth would write it now, for reading.
 * @internal
 */
export abstract class PodPreview {
  /**
   * What is attached to the pod.
   * @internal
   */
  protected readonly _attached: PodAttachments;

  protected constructor(attached: PodAttachments) {
    this._attached = attached;
  }

  /** The pod as it will run, with the containers that a mesh injects. */
  public get pod(): PodModel {
    return this.answer(() => wholePod(this._attached).pod);
  }

  /** How long the pod may take to stop (`terminationGracePeriodSeconds`). */
  public get gracePeriod(): Duration {
    return Duration.seconds(this.pod.gracePeriodSeconds);
  }

  /** When each container gets its stop signal, when it exits, and the grace period that the pod needs for that. */
  public get budget(): Budget {
    return this.answer(() => {
      const { pod, stops } = wholePod(this._attached);
      return budgetOf(pod, stops);
    });
  }

  /** The Kubernetes version that the pod targets. */
  public get kubernetes(): KubernetesVersion {
    return this._attached.kubernetes;
  }

  /** The resources that the scheduler reserves for the pod. */
  public get resources(): EffectiveResources {
    return EffectiveResources.of(storedPod(this.pod, this.kubernetes));
  }

  /** The resources that the scheduler would reserve without the sidecars. */
  public get resourcesWithoutSidecars(): EffectiveResources {
    return EffectiveResources.withoutSidecars(storedPod(this.pod, this.kubernetes));
  }

  /** All findings of the rules about the pod, acknowledged or not. */
  public get findings(): Finding[] {
    return this.answer(() => composed(this._attached).findings());
  }

  /** The assumptions behind the timeline, in sentences: shutdown times, startup times, the duration of work. */
  public get assumptions(): string[] {
    return this.answer(() => [...expectedFor(this._attached, wholePod(this._attached)).assumptions]);
  }

  /** The cluster settings that the pod's mesh requires, in sentences, where no label or annotation of the workload can request them. */
  public get clusterNeeds(): string[] {
    return [...composed(this._attached).clusterNeeds];
  }

  /**
   * Simulates the life of the pod. Assumptions fill in what the scenario leaves open; see `assumptions`.
   * @param scenario what the programs do, and when the pod is deleted
   */
  public timeline(scenario: Scenario = {}): Timeline {
    return this.answer(() => timelineOf(this._attached, wholePod(this._attached), scenario));
  }

  /** Nothing changes while a question is answered, so nothing is looked at twice. */
  private answer<T>(question: () => T): T {
    // These may still change it.
    applyPolicies(this._attached.owner.object);
    return this._attached.owner.memory.answer(question);
  }
}
