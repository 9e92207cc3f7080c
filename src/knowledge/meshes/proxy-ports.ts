import { MeshFacts } from './mesh-facts';
import { MESHES } from './mesh-list';

/** The ports on which the proxies of meshes serve their own pod, and the name of the proxy's container. */
const PROXY_PORTS: ReadonlyMap<number, string> = new Map(MESHES.flatMap(({ proxy }) => proxy.ports.map(port => [port, proxy.container] as const)));

/** The name of the container that a mesh's proxy has, when a port belongs to one. */
export function proxyOfPort(port: number): string | undefined {
  return PROXY_PORTS.get(port);
}

/** The only mesh whose proxy has a port and a container of that name. */
export function meshOfProxy(container: string, port: number | undefined): MeshFacts | undefined {
  const [only, second] = MESHES.filter(({ proxy }) => proxy.container === container && (port === undefined || proxy.ports.includes(port)));
  return second ? undefined : only;
}
