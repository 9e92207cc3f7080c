import { listensOnLoopback } from './local-listeners';
import { isOpenedLocally } from './local-ports';
import { isObject, JsonObject } from '../../data/json';
import { isLoopback } from '../../knowledge/programs/address';
import { PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';
import { mayHaveMoreVariables } from '../settings';

/** The target of a network probe, and whether the kubelet reaches the program there. */
export interface Reach {
  readonly port: number;
  readonly path?: string;
  readonly reachable: boolean;
  /** Why not, as a part of a sentence. */
  readonly why?: string;
  /** Whether nothing listens there at all. */
  readonly isShut?: true;
}

/** The target of a probe; undefined when it is a command, or its port is unknown. */
export function reachOf(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): Reach | undefined {
  const handler = [probe.httpGet, probe.tcpSocket, probe.grpc].find(isObject);
  const port = handler && portNumber(container, handler.port);
  if (port === undefined) {
    return undefined;
  }
  const path = typeof handler!.path === 'string' ? handler!.path : undefined;
  const shut = typeof handler!.host === 'string' && handler!.host !== '' ? undefined : whyShut(recognition, container, port);
  const why = shut ?? whyUnreachable(recognition, container, port, handler!.host);
  return { port, path, reachable: why === undefined, why, ...(shut === undefined ? {} : { isShut: true }) };
}

/** Why a program does not listen on a port, though it could be told to. */
function whyShut(recognition: RecognizedPod, container: PodContainer, port: number): string | undefined {
  const program = container.spec.envFrom === undefined ? recognition.program(container) : undefined;
  return program?.shutPorts?.(recognition.run(container)).includes(port) ? `the configuration of ${program.name} does not open it` : undefined;
}

/** A network probe goes to the pod's address unless `host` names another; with hostNetwork it also reaches loopback. */
function whyUnreachable(recognition: RecognizedPod, container: PodContainer, port: number, host: unknown): string | undefined {
  const local = typeof host === 'string' && isLoopback(host);
  if (local) {
    return recognition.pod.spec.hostNetwork === true ? undefined : `'host: ${host}' is the loopback address of the node`;
  }
  if (typeof host === 'string' && host !== '') {
    // It does not ask the pod.
    return undefined;
  }
  const program = mayHaveMoreVariables(recognition, container) ? undefined : recognition.program(container);
  if (program?.loopback?.(recognition.run(container)).includes(port)) {
    return `${program.name} binds it to loopback`;
  }
  return isOpenedLocally(recognition, container, port)
    || (recognition.program(container)?.loopback === undefined && listensOnLoopback(recognition, container, port))
    ? 'it listens there on loopback only' : undefined;
}

/** The number of a port that may be given by its name. */
function portNumber({ spec }: PodContainer, port: unknown): number | undefined {
  if (typeof port === 'string' && !/^\d+$/.test(port)) {
    const named = Array.isArray(spec.ports) ? spec.ports.find((one: unknown) => isObject(one) && one.name === port) : undefined;
    return typeof named?.containerPort === 'number' ? named.containerPort : undefined;
  }
  return typeof port === 'number' || typeof port === 'string' ? Number(port) : undefined;
}
