/** Options for a volume that a sidecar shares with the app. */
export interface ShareVolumeOptions {
  /** The mount path in the sidecar. */
  readonly path: string;
  /**
   * The name of the main or init container that shares the volume.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * The mount path in that container.
   * @default - the same path as in the sidecar
   */
  readonly containerPath?: string;
  /**
   * Mounts the volume read-only in that container.
   * @default false
   */
  readonly readOnly?: boolean;
}
