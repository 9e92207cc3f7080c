import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkWorkload } from './workload-lifecycle';
import { required } from '../data/arguments';
import { Mesh } from '../meshes/mesh';
import { MESH } from '../sidecars/kinds';

/** Properties of a `MeshedNamespace`. */
export interface MeshedNamespaceProps extends kplus.NamespaceProps {
  /** The mesh of the workloads in this Namespace. */
  readonly mesh: Mesh;
}

/**
 * A Namespace in which workloads can join a mesh.
 *
 * Some injectors ignore all pods of a Namespace without their label, even pods that opt in. This Namespace has that label. Pods that do not opt in stay outside the mesh.
 *
 * @exampleMetadata fixture=workload
 * @example
 * new MeshedNamespace(chart, 'shop', { mesh });
 */
export class MeshedNamespace extends kplus.Namespace {
  /**
   * Creates the Namespace.
   * @param scope the chart, or another construct in it
   * @param id the name of the Namespace within its scope
   * @param props the mesh and the metadata of the Namespace
   */
  constructor(scope: Construct, id: string, props: MeshedNamespaceProps) {
    checkWorkload('Namespace', scope, id, props, { mesh: required(MESH) });
    super(scope, id, { metadata: props.metadata });
    for (const [key, value] of Object.entries(props.mesh.namespaceLabels ?? {})) {
      if (this.metadata.getLabel(key) === undefined) {
        this.metadata.addLabel(key, value);
      }
    }
  }
}
