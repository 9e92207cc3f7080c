import * as kplus from 'cdk8s-plus-28';
import { JsonObject } from '../data/json';

/** Options for an environment variable of the app that a sidecar writes into a file. */
export interface AppEnvFileOptions {
  /** The absolute path of the file in the sidecar, for example `/run/env/app.env`. The sidecar writes lines such as `TOKEN='value'`; the kubelet requires the single quotes. */
  readonly file: string;
  /**
   * The name of the variable in the file.
   * @default - the name of the variable in the app
   */
  readonly key?: string;
  /**
   * The name of the main or init container that gets the variable.
   * @default - the first main container
   */
  readonly container?: string;
}

/** The mount of a container that holds a file: the one with the longest path. */
export function mountOf(container: kplus.Container, file: string): kplus.VolumeMount | undefined {
  return container.mounts.filter(({ path }) => file.startsWith(folder(path))).sort((a, b) => b.path.length - a.path.length)[0];
}

/** The source of a variable that the kubelet reads from a file when it starts the container. */
export function fileKeyRef({ path, volume }: kplus.VolumeMount, file: string, key: string): JsonObject {
  return { fileKeyRef: { key, path: file.slice(folder(path).length), volumeName: volume.name } };
}

/** The folder of a file. Throws when the path is not absolute, or the file would be the root of its volume. */
export function folderOf(sidecar: string, file: string): string {
  const end = file.lastIndexOf('/');
  if (!file.startsWith('/') || end === 0 || end === file.length - 1) {
    throw new Error(`the file '${file}' of sidecar '${sidecar}' is not the path of a file in a folder: set an absolute path, for example '/run/env/app.env'`);
  }
  return file.slice(0, end);
}

function folder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
