/** Options for a volume that a sidecar shares with the app. */
export interface ShareVolumeOptions {
  /** The mount path in the sidecar. */
  readonly path: string;
  /**
   * The name of the main container that shares the volume.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * The mount path in the main container.
   * @default - the same path as in the sidecar
   */
  readonly containerPath?: string;
  /**
   * Mounts the volume read-only in the main container.
   * @default false
   */
  readonly readOnly?: boolean;
}
