import { PresetSidecar } from './preset-sidecar';
import { ALL_CONTAINERS, Connection } from '../../sidecars/connect';

/**
 * The common base of sidecars that several containers of the app use.
 * @internal
 */
export abstract class Connectable extends PresetSidecar {
  /**
   * Connects all main containers of the workload, and its init containers that run after the sidecar has started, also those that are added later.
   *
   * Synth refuses a variable that one of them already has with another value.
   */
  public connectAll(): void {
    this._connect(ALL_CONTAINERS, this._connectionOfAll());
  }

  /**
   * What every container gets.
   * @internal
   */
  protected _connectionOfAll(): Connection {
    return this._connection();
  }
}
