/** How a sidecar and the app share a volume. */
export interface ShareVolumeOptions {
  /** Where it is mounted in the sidecar. */
  readonly path: string;
  /**
   * The main container that it is shared with.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * Where it is mounted in that container.
   * @default - the same path as in the sidecar
   */
  readonly containerPath?: string;
  /**
   * That container may only read it.
   * @default false
   */
  readonly readOnly?: boolean;
}
