import { JsonObject } from '../data/json';
import { Wording } from '../data/wording';

/** A mount of a volume, as Kubernetes writes it. */
export interface MountPart {
  /** A main or init container; undefined for the first main container. */
  readonly container: string | undefined;
  readonly mount: JsonObject;
}

/** An environment variable for a container of the app. */
export interface EnvPart {
  /** A main or init container; undefined for the first main container. */
  readonly container: string | undefined;
  readonly name: string;
  /** The value, unless it comes from elsewhere. */
  readonly value?: string;
  readonly valueFrom?: JsonObject;
  /** The property of the sidecar that gives the variable another name, in quotes. */
  readonly renamedBy?: Wording;
}

/** A sidecar as plain data: its container, what it adds to the pod, and its position among the init containers. */
export interface SidecarPart {
  readonly name: string;
  readonly container: JsonObject;
  /** What is wrong with the changes to its container, in sentences. */
  readonly problems: readonly string[];
  readonly volumes: readonly JsonObject[];
  /** Mounts of those volumes in containers of the app. */
  readonly mountsInApp: readonly MountPart[];
  /** How containers of the app find it. */
  readonly envInApp: readonly EnvPart[];
  /** Containers that use it, by name. */
  readonly connected: readonly string[];
  /** Volumes of the pod that it mounts by name. */
  readonly existingVolumes: readonly string[];
  /** The contents of its ConfigMaps. */
  readonly configs: readonly JsonObject[];
  /** Names of sidecars that must be up before it starts. */
  readonly startsAfter: readonly string[];
  /** Names of the user's init containers that must have ended, or be up, before it starts. */
  readonly startsAfterInit: readonly string[];
}
