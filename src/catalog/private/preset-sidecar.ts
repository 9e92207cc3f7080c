import { Construct } from 'constructs';
import { existingMounts, withAdditions } from './additions';
import { Connection } from '../../sidecars/connect';
import { NativeSidecar } from '../../sidecars/native-sidecar';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';

/**
 * The common base of all presets. It adds the arguments, variables and volumes that the user gives every preset.
 * @internal
 */
export abstract class PresetSidecar extends NativeSidecar {
  constructor(scope: Construct, id: string, props: NativeSidecarProps) {
    super(scope, id, withAdditions(`'${id}'`, props));
    existingMounts(props).forEach(({ volume, path, options }) => this.mountExisting(volume, path, options));
  }

  /**
   * Connects a container of the workload to the sidecar: it gets the environment variables and the volume that the description of the class names.
   *
   * It can be a main or an init container of any kind of workload. Synth refuses a variable that the container already has with another value, and an init
   * container that ends before the sidecar starts.
   *
   * @param container a cdk8s-plus container of any version, or the name of a container; by default the first main container
   */
  public connect(container?: any): void {
    this._connect(container, this._connection());
  }

  /**
   * What a container gets.
   * @internal
   */
  protected abstract _connection(): Connection;
}
