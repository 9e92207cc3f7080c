import { JsonObject } from '../data/json';
import { MeshContext } from '../knowledge/meshes/prediction';
import { ContainerRole, Pod } from '../kubernetes/pod';
import { Finding, findingText } from '../rules/engine/finding';
import { Listener, portClashes } from '../rules/platform/port-clash';

/** A port that a sidecar's program listens on, also where the manifest does not declare it: on loopback, or for its gate alone. */
export interface ListenPort {
  readonly port: number;
  /** The property that moves it, as a person would call it: `'port'`. */
  readonly movedBy: string;
}

/** What a sidecar listens on, and what its gate asks. */
interface Known {
  readonly sidecar: string;
  readonly listens: readonly ListenPort[];
  readonly gatePort: number | undefined;
}

const known = new WeakMap<object, readonly Known[]>();

/**
 * Notes what a sidecar of a pod listens on. The manifest does not show it.
 *
 * Throws when another sidecar that is known as well has one of the ports.
 */
export function noteListening(host: object, sidecar: string, listens: readonly ListenPort[], gatePort?: number): void {
  const others = (known.get(host) ?? []).filter(other => other.sidecar !== sidecar);
  if (listens.length > 0) {
    const [clash] = portClashes([...others.flatMap(other => listeners(other.sidecar, other.listens)), ...listeners(sidecar, listens)]);
    if (clash) {
      throw new Error(findingText(clash));
    }
  }
  known.set(host, [...others, { sidecar, listens, gatePort }]);
}

/** What there is to say about a pod in which two containers listen on one port, at least one of which is a sidecar that was added here. */
export function portProblems(host: object, pod: Pod, mesh: MeshContext | undefined): Finding[] {
  const sidecars = known.get(host);
  if (!sidecars || !mayClash(pod, sidecars)) {
    return [];
  }
  const own = [...pod.mains, ...pod.sidecars].filter(({ name }) => !mesh?.injected.includes(name));
  return portClashes(own.flatMap(({ name, role, spec }) => {
    const sidecar = sidecars.find(one => one.sidecar === name);
    return [
      ...listeners(name, sidecar?.listens ?? []),
      ...declaredPorts(spec).map((one): Listener => ({
        container: name, port: one?.containerPort, protocol: one?.protocol ?? 'TCP', isOurs: sidecar !== undefined, isMain: role === ContainerRole.MAIN,
      })),
      ...(sidecar?.gatePort === undefined ? [] : [{ container: name, port: sidecar.gatePort, protocol: 'TCP', isOurs: true, isMain: false, isOnlyAsked: true }]),
    ];
  }));
}

/** Whether any number occurs in two containers: nearly never, and this is asked of every pod. */
function mayClash(pod: Pod, sidecars: readonly Known[]): boolean {
  const owners = new Map<number, string>();
  const isTaken = (port: number, name: string) => {
    const owner = owners.get(port);
    owners.set(port, name);
    return owner !== undefined && owner !== name;
  };
  return pod.containers.some(({ name, spec }) => {
    const { listens = [], gatePort } = sidecars.find(one => one.sidecar === name) ?? {};
    return declaredPorts(spec).some(one => isTaken(one?.containerPort, name))
      || listens.some(({ port }) => isTaken(port, name))
      || (gatePort !== undefined && isTaken(gatePort, name));
  });
}

function declaredPorts(container: JsonObject): readonly any[] {
  return Array.isArray(container.ports) ? container.ports : [];
}

function listeners(container: string, listens: readonly ListenPort[]): Listener[] {
  return listens.map(({ port, movedBy }) => ({ container, port, protocol: 'TCP', movedBy, isOurs: true, isMain: false }));
}
