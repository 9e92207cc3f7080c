import { JsonObject } from '../data/json';
import { authored, Wording } from '../data/wording';
import { MeshContext } from '../knowledge/meshes/prediction';
import { ContainerRole, PodModel } from '../kubernetes/pod';
import { Finding } from '../rules/engine/finding';
import { Listener, portClashes } from '../rules/platform/port-clash';

/** A port that a sidecar's program listens on, also where the manifest does not declare it: on loopback, or for its gate alone. */
export interface ListenPort {
  readonly port: number;
  /** The property of the sidecar that changes the port, in quotes: `'port'`. */
  readonly property: string | Wording;
}

/** The ports on which a sidecar listens, and the port that its gate checks. The manifest does not always declare them. */
export interface Listening {
  readonly sidecar: string;
  readonly listens: readonly ListenPort[];
  readonly gatePort: number | undefined;
}

/** The findings about two containers of a pod that listen on one port, when at least one of them is an attached sidecar. */
export function portProblems(sidecars: readonly Listening[], pod: PodModel, mesh: MeshContext | undefined): Finding[] {
  if (sidecars.length === 0 || !mayClash(pod, sidecars)) {
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

/** Whether any port occurs in two containers. A quick test, because it runs for every pod and is nearly always false. */
function mayClash(pod: PodModel, sidecars: readonly Listening[]): boolean {
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
  return listens.map(({ port, property }) => ({ container, port, protocol: 'TCP', property: authored(property), isOurs: true, isMain: false }));
}
