import { reachOf } from './reach';
import { isObject } from '../../data/json';
import { ProgramGate } from '../../knowledge/programs/program';
import { PodContainer } from '../../kubernetes/pod';
import { portsOf } from '../program-runs';
import type { RecognizedPod } from '../recognized';

/**
 * The port that the manifest shows for a program, where it is not the one that its gate asks: the program is told so by what is not in the input.
 *
 * A port that a gate only assumes must be declared, probed or called, if any port is. One that answers for the program's health may be probed elsewhere.
 */
export function otherPort(recognition: RecognizedPod, container: PodContainer, { handler, assumedPort }: ProgramGate): number | undefined {
  const probed = (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).flatMap(name => {
    const probe: unknown = container.spec[name];
    const reach = isObject(probe) ? reachOf(recognition, container, probe) : undefined;
    return reach ? [reach] : [];
  });
  if (assumedPort !== undefined) {
    const shown = [...probed.map(({ port }) => port), ...portsOf(container), ...calledPorts(recognition, container)];
    return shown.includes(assumedPort) ? undefined : shown[0];
  }
  const gate = isObject(handler.httpGet) ? handler.httpGet : undefined;
  return gate && probed.find(({ path, port }) => path === gate.path && port !== gate.port)?.port;
}

/** The ports that others call, as far as a call names one. */
function calledPorts({ loopback }: RecognizedPod, container: PodContainer): number[] {
  return loopback.calls.flatMap(({ to, text, isSocket }) => {
    const port = to === container && !isSocket ? Number(/:(\d+)$/.exec(text)?.[1]) : NaN;
    return Number.isNaN(port) ? [] : [port];
  });
}
