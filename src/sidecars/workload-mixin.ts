import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { checkAllBelow, checkOptions } from './check-all';
import { CheckAllOptions } from './check-all-options';
import { checkFilter } from './match-workload';
import { podObjects } from './pod-objects';
import { addPolicy, Policy } from './scope-policies';
import { ISidecarFactory } from './sidecar-factory';
import { WorkloadFilter } from './workload-filter';
import { meshPolicy, sidecarPolicy } from './workload-policies';
import { checkValue } from '../caller/refusal';
import { CONSTRUCT, required, TEXT } from '../data/arguments';
import { Mesh } from '../meshes/mesh';

/**
 * Gives every matching workload below a scope a sidecar, a mesh or checks, including workloads that are created later.
 *
 * It has the form of a mixin of constructs 10.5 and newer, for `chart.with(mixin)`. With every version of constructs, call `mixin.applyTo(chart)`.
 *
 * Synth changes the workloads just before it validates the app, so it does not matter in which order you create them. Reading `PodLifecycle.of(workload)` changes that
 * workload at once. What a workload has by itself always wins, and of several mixins for the same thing the one of the nearest scope counts.
 *
 * @exampleMetadata fixture=workload
 * @example
 * WorkloadMixin.mesh(mesh).applyTo(app);
 */
export class WorkloadMixin {
  /**
   * Adds a sidecar. A workload that already has a container or a child construct of that name stays unchanged. Objects with several pod templates, such as a
   * RayCluster, and workflows of Argo stay unchanged too, unless `kinds` names their kind.
   *
   * @param id the construct id of the sidecars
   * @param factory creates the sidecar in a workload
   * @param filter which workloads get the sidecar
   */
  public static sidecar(id: string, factory: ISidecarFactory, filter: WorkloadFilter = {}): WorkloadMixin {
    checkValue('the id of the sidecars of a WorkloadMixin', id, required(TEXT, "'proxy'"));
    return WorkloadMixin.applying(sidecarPolicy(id, factory, checkFilter(filter)));
  }

  /**
   * Makes workloads join a mesh. A workload that has joined a mesh, or whose labels and annotations join or refuse one, stays unchanged. Objects with several pod
   * templates, such as a RayCluster, stay unchanged too, unless `kinds` names their kind.
   *
   * @param mesh the mesh
   * @param filter which workloads join the mesh
   */
  public static mesh(mesh: Mesh, filter: WorkloadFilter = {}): WorkloadMixin {
    return WorkloadMixin.applying(meshPolicy(mesh, checkFilter(filter)));
  }

  /**
   * Checks workloads at synth, as `PodLifecycle.checkAll` does.
   * @param options which workloads to check, what to print, and which findings stop synth
   */
  public static checks(options: CheckAllOptions = {}): WorkloadMixin {
    checkOptions(options);
    return new WorkloadMixin(scope => checkAllBelow(scope, options));
  }

  private static applying(policy: Policy): WorkloadMixin {
    return new WorkloadMixin(scope => addPolicy(scope, policy));
  }

  private readonly scopes = new WeakSet<IConstruct>();

  private constructor(private readonly register: (scope: IConstruct) => void) {}

  /**
   * Whether the mixin can be applied to a construct: to every scope, except below a scope to which it is applied already.
   * @param construct an app, a chart, a workload or any other construct
   */
  public supports(construct: IConstruct): boolean {
    return !this.covers(construct) && (!ApiObject.isApiObject(construct) || podObjects(construct).length > 0);
  }

  /**
   * Applies the mixin to all matching workloads at a scope and below it, now and later.
   * @param construct an app, a chart, a workload or any other construct
   */
  public applyTo(construct: IConstruct): void {
    if (!this.covers(construct)) {
      this.scopes.add(construct);
      this.register(construct);
    }
  }

  private covers(construct: IConstruct): boolean {
    checkValue('the scope of a WorkloadMixin', construct, required(CONSTRUCT));
    for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
      if (this.scopes.has(scope)) {
        return true;
      }
    }
    return false;
  }
}
