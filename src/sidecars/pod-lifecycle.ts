import { IConstruct } from 'constructs';
import { acknowledge } from './acknowledge';
import { PodAttachments } from './attachments';
import { checkAllBelow } from './check-all';
import { CheckAllOptions } from './check-all-options';
import { MESH } from './kinds';
import { NativeSidecar } from './native-sidecar';
import { PodLifecycleOptions } from './pod-lifecycle-options';
import { PodPreview } from './pod-preview';
import { POD_RESOURCES } from './pod-resources';
import { attachToPodOf } from './synth-hook';
import { setTarget } from './target-version';
import { describeScope } from './workload-of';
import { checkProps, checkValue, memberName, refusal } from '../caller/refusal';
import { CONSTRUCT, DURATION, FLAG, Kinds, OBJECT, required, shown, TEXT, VERSION } from '../data/arguments';
import { wording } from '../data/wording';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Mesh } from '../meshes/mesh';

/** What the options must be. */
const OPTION_KINDS: Kinds<PodLifecycleOptions> = {
  podTemplate: TEXT,
  shutdown: DURATION,
  preStopDelay: DURATION,
  imageHasSleep: FLAG,
  resources: POD_RESOURCES,
};

/**
 * Shows and completes the life of a workload's pod: the order in which containers start and stop, how long that takes, and what is wrong with it.
 *
 * All values describe the pod as it would be written if the app were synthesized now.
 *
 * @exampleMetadata fixture=workload
 * @example
 * const life = PodLifecycle.of(web, { shutdown: Duration.seconds(15) });
 * life.timeline().startsBefore('cache', 'web');
 * life.gracePeriod.toSeconds();
 */
export class PodLifecycle extends PodPreview {
  /**
   * Returns the lifecycle of a workload's pod.
   *
   * From now on, synth checks the pod. If you pass options, synth also completes the grace period and the pre-stop delay, even for a workload without sidecars.
   *
   * @param construct the workload, or a construct with exactly one workload below it
   * @param options settings for the app; options from earlier calls that you do not pass again stay in effect
   */
  public static of(construct: IConstruct, options: PodLifecycleOptions = {}): PodLifecycle {
    checkValue('the construct of a pod lifecycle', construct, required(CONSTRUCT));
    checkProps(`the pod lifecycle of '${construct.node.path}'`, options, OPTION_KINDS);
    const { podTemplate, ...settings } = options;
    const attached = attachToPodOf(construct, 'a pod lifecycle', podTemplate);
    if (Object.values(settings).some(value => value !== undefined && value !== null)) {
      attached.manage();
      attached.configure(settings);
    }
    return new PodLifecycle(attached);
  }

  /**
   * Sets the Kubernetes version that everything below a scope targets. The nearest scope wins.
   *
   * Throws when the same scope already targets another version.
   *
   * @param scope an app, a chart or a workload
   * @param version the version; below 1.29, native sidecars are an error
   */
  public static target(scope: IConstruct, version: KubernetesVersion): void {
    checkValue('the scope of a target version', scope, required(CONSTRUCT));
    checkValue(`the version that ${describeScope(scope)} targets`, version, required(VERSION));
    setTarget(scope, version);
  }

  /**
   * Checks every workload below a scope at synth, including workloads without sidecars and workloads that are created later.
   *
   * By default, only errors matter: they stop synth. With `failOn`, warnings stop it too. With `report`, synth prints all findings.
   *
   * @param scope an app or a chart
   * @param options which workloads to check, what to print, and which findings stop synth
   */
  public static checkAll(scope: IConstruct, options: CheckAllOptions = {}): void {
    checkValue(wording`the scope of ${memberName('checkAll')}`, scope, required(CONSTRUCT));
    checkValue(wording`'options' of ${memberName('checkAll')}`, options ?? {}, OBJECT);
    checkAllBelow(scope, options ?? {});
  }

  private constructor(attached: PodAttachments) {
    super(attached);
  }

  /** The sidecars that constructs of this library add, in the order in which they start. They stop in reverse order. */
  public get sidecars(): NativeSidecar[] {
    const order = this.pod.containers.map(container => container.name);
    return this._attached.sidecars
      // Only NativeSidecar attaches itself. The registry types it as a construct, because NativeSidecar imports the registry.
      .map(sidecar => sidecar.construct as NativeSidecar)
      .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }

  /**
   * Makes the pod join a mesh: synth writes the opt-in, the native-sidecar setting and the drain time of that mesh and version.
   *
   * The manifest does not contain the injected proxy, but `pod`, `budget` and `timeline` do.
   *
   * A pod can join a second mesh only if one of the two redirects no traffic.
   *
   * Throws when the pod is in a mesh already that excludes this one, or when this version of the mesh does not support it.
   *
   * @param mesh the mesh
   */
  public joinMesh(mesh: Mesh): void {
    if (!MESH.is(mesh)) {
      throw refusal`'${this._attached.owner.workload.node.path}' cannot join a mesh that is ${shown(mesh ?? undefined)}: pass a mesh, for example Mesh.linkerd({ version: '2.20' })`;
    }
    this._attached.join(mesh);
  }

  /**
   * Acknowledges the findings of a rule on this workload, so that they no longer stop synth.
   *
   * The reason becomes an annotation of the workload, so that later checks of the YAML see it too.
   *
   * @param rule the id of the rule, for example `NS304`, or of a rule of your own
   * @param reason why the finding is acceptable here
   */
  public acknowledge(rule: string, reason: string): void {
    acknowledge(this._attached.owner, rule, reason);
  }
}
