import { Reserved } from './mesh-facts';
import { isObject, JsonObject, listOf } from '../../data/json';

/** The annotations of a pod. */
interface Annotations {
  readonly [key: string]: unknown;
}

/** Where a port of the proxy is in a pod with these annotations; undefined where the proxy does without it. A value that is no port changes nothing. */
function portIn({ movable }: Reserved, port: number, annotations: Annotations): number | undefined {
  const { key, insteadOfNone } = movable?.[port] ?? {};
  const moved = key === undefined ? port : numberAt(annotations[key], port);
  return moved === 0 ? insteadOfNone && (numberAt(annotations[insteadOfNone.key], insteadOfNone.port) || undefined) : moved;
}

function numberAt(value: unknown, otherwise: number): number {
  return /^\d{1,5}$/.test(String(value).trim()) ? Number(value) : otherwise;
}

/** What is reserved for a mesh in a pod with these annotations. */
export function reservedIn<T extends Reserved>(reserved: T, annotations: Annotations): T {
  const ports = reserved.ports.flatMap(port => portIn(reserved, port, annotations) ?? []);
  return reserved.movable ? { ...reserved, ports } : reserved;
}

/** A container of the injector with its ports, and what its probes ask, where they are in a pod with these annotations. */
export function moveOwnPorts(container: JsonObject, reserved: Reserved, annotations: Annotations): JsonObject {
  const moved = new Map(Object.keys(reserved.movable ?? {}).map(port => [Number(port), portIn(reserved, Number(port), annotations)]));
  if ([...moved].every(([from, to]) => from === to)) {
    return container;
  }
  const isThere = ({ containerPort }: JsonObject) => !moved.has(containerPort) || moved.get(containerPort) !== undefined;
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].filter(name => isObject(container[name]));
  return {
    ...container,
    ...(container.ports === undefined ? {} : {
      ports: listOf(container.ports).filter(isThere).map(port => ({ ...port, containerPort: moved.get(port.containerPort) ?? port.containerPort })),
    }),
    ...Object.fromEntries(probes.map(name => [name, moveProbe(container[name], moved)])),
  };
}

function moveProbe(probe: JsonObject, moved: ReadonlyMap<number, number | undefined>): JsonObject {
  const asked = (['httpGet', 'tcpSocket'] as const).find(kind => isObject(probe[kind]));
  return asked === undefined ? probe : { ...probe, [asked]: { ...probe[asked], port: moved.get(probe[asked].port) ?? probe[asked].port } };
}
