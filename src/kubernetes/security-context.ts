import { PodModel, PodContainer } from './pod';

/** The fields of a security context that are read here. */
type SecurityField = 'runAsUser' | 'runAsNonRoot';

/** A field of the security context of a container: its own, or else that of the pod. */
export function securityField({ spec: pod }: PodModel, { spec }: PodContainer, field: SecurityField): unknown {
  return spec.securityContext?.[field] ?? pod.securityContext?.[field] ?? undefined;
}

/** The capabilities that a container adds or drops, without the prefix that some runtimes accept. */
export function capabilitiesOf({ spec }: PodContainer, list: 'add' | 'drop'): readonly string[] {
  const capabilities: unknown = spec.securityContext?.capabilities?.[list];
  return Array.isArray(capabilities) ? capabilities.map(one => String(one).toUpperCase().replace(/^CAP_/, '')) : [];
}

/** Whether a container has no capability except those that it adds. */
export function dropsAllCapabilities(container: PodContainer): boolean {
  return capabilitiesOf(container, 'drop').includes('ALL');
}

/** The folders in which a container with a read-only root filesystem cannot write, of those given: no volume is mounted at them, above them or below them. */
export function unwritableFolders(volumeMounts: unknown, folders: readonly string[]): string[] {
  const mounts = (Array.isArray(volumeMounts) ? volumeMounts : [])
    .filter(mount => mount?.readOnly !== true && typeof mount?.mountPath === 'string')
    .map(mount => whole(mount.mountPath));
  return folders.filter(folder => !mounts.some(mount => whole(folder).startsWith(mount) || mount.startsWith(whole(folder))));
}

/** A path that only its own parts begin with. In nearly all images, /var/run leads to /run. */
function whole(path: string): string {
  return `${path}/`.replace(/\/+/g, '/').replace(/^\/var\/run\//, '/run/');
}
