import { JsonObject } from '../../data/json';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';
import { ownerOf, portsInCommand } from './answers';
import { requiredPorts } from './required-ports';

/** A port that a probe of one container asks, and the ordinary container that answers there. */
export interface ForeignPort {
  readonly port: number;
  readonly owner: PodContainer;
}

/** The port of an ordinary container without which a probe of another one clearly cannot pass; undefined when there is none. */
export function foreignPort(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): ForeignPort | undefined {
  return foreignAmong(recognition, container, probedPorts(probe), ownerOf);
}

/** The same where a mere mention in a command counts too, and where a port may belong to a container that only is told to listen there. Only containers that stay ordinary ones count. */
export function likelyForeignPort(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): ForeignPort | undefined {
  const command: unknown = probe.exec?.command;
  const ports = [...probedPorts(probe), ...(Array.isArray(command) ? portsInCommand(command.join(' ')) : [])];
  return foreignAmong(recognition, container, ports, likelyOwner);
}

function likelyOwner(recognition: RecognizedPod, container: PodContainer, port: number): PodContainer | undefined {
  const owner = ownerOf(recognition, container, port) ?? recognition.loopback.ownerOf(port);
  return owner && owner !== container && staysOrdinary(recognition, owner) ? owner : undefined;
}

function staysOrdinary(recognition: RecognizedPod, { name }: PodContainer): boolean {
  const direction = recognition.helper(name)?.direction;
  return direction === undefined || direction === 'inbound' || direction === 'observer' || direction === 'reloader';
}

function foreignAmong(recognition: RecognizedPod, container: PodContainer, ports: readonly number[], find: typeof ownerOf): ForeignPort | undefined {
  const own = ownPorts(recognition, container);
  for (const port of ports.filter(probed => !own.includes(probed))) {
    const owner = find(recognition, container, port);
    if (owner?.role === ContainerRole.MAIN) {
      return { port, owner };
    }
  }
  return undefined;
}

/** The ports on which a container's own program listens, also for its health check. If the app listens there too, that is a clash. */
function ownPorts(recognition: RecognizedPod, container: PodContainer): number[] {
  const program = recognition.program(container);
  const run = recognition.run(container);
  const gate = program?.startup?.(run);
  const isSet = (flag?: string, variable?: string) => (flag !== undefined && run.find(flag) !== undefined)
    || (variable !== undefined && run.hasVariable(variable));
  const isOn = typeof gate === 'object' && (gate.needs ?? []).every(({ flag, variable }) => isSet(flag, variable));
  return [...program?.loopback?.(run) ?? [], ...(isOn ? probedPorts(gate.handler) : [])];
}

function probedPorts(probe: JsonObject): number[] {
  if (Array.isArray(probe.exec?.command)) {
    return requiredPorts(probe.exec.command.map(String));
  }
  const port: unknown = probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port;
  return typeof port === 'number' ? [port] : [];
}
