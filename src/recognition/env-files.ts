import { cleanPath, hasPlace, insideOf } from './mounted-folders';
import { canWrite } from './shared-files';
import { isObject, listOf } from '../data/json';
import { ContainerRole, PodModel, PodContainer } from '../kubernetes/pod';

/** A variable that the kubelet reads from a file of a volume when it starts a container: `fileKeyRef`. */
export interface EnvFile {
  readonly container: PodContainer;
  /** The position in `env`. */
  readonly index: number;
  readonly variable: string;
  readonly volume: string;
  /** The file in the volume. */
  readonly path: string;
}

/** The variables of a pod that come from files. */
export function envFilesOf(pod: PodModel): EnvFile[] {
  return pod.containers.flatMap(container => {
    const env: unknown = container.spec.env;
    return Array.isArray(env) ? env.flatMap((variable, index) => readEnvFile(container, variable, index)) : [];
  });
}

function readEnvFile(container: PodContainer, variable: unknown, index: number): EnvFile[] {
  const from: unknown = isObject(variable) ? variable.valueFrom?.fileKeyRef : undefined;
  return isObject(variable) && isObject(from) && typeof from.volumeName === 'string' && typeof from.path === 'string'
    ? [{ container, index, variable: String(variable.name), volume: from.volumeName, path: from.path }]
    : [];
}

/** The containers that can write a file before it is read: earlier init containers and sidecars with a writable mount of its volume. */
export function writersOf(pod: PodModel, { container, volume, path }: EnvFile): PodContainer[] {
  const earlier = pod.containers.slice(0, pod.containers.indexOf(container)).filter(({ role }) => role !== ContainerRole.MAIN);
  return earlier.filter(one => canWrite(one, { volume, inside: cleanPath(path) }));
}

/** The file as a container that mounts its volume sees it. */
export function pathIn(container: PodContainer, { volume, path }: EnvFile): string {
  const place = { volume, inside: cleanPath(path) };
  const mount = listOf(container.spec.volumeMounts).find(one => hasPlace(one, place));
  const inMount = mount ? place.inside.slice(insideOf(mount).length).replace(/^\//, '') : path;
  return `${String(mount?.mountPath ?? '').replace(/(?<!\/)\/+$/, '')}/${inMount}`;
}

/** The first variable that only sidecars can have written in time; undefined where a regular init container may write the file, because the next container waits for it. */
export function fileWrittenBy(pod: PodModel, sidecar: PodContainer): EnvFile | undefined {
  return envFilesOf(pod).find(file => {
    const writers = writersOf(pod, file);
    return writers.includes(sidecar) && writers.every(({ role }) => role === ContainerRole.SIDECAR);
  });
}
