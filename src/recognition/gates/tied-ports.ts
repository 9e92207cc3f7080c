import { JsonObject } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { DNS } from '../port-names';
import { portsOf } from '../program-runs';
import type { RecognizedPod } from '../recognized';
import { reachOf } from './reach';

/**
 * Whether a probe only asks whether a port is open on which the others do not call the container. That tells nothing about the port on which they do. A readiness probe says
 * when the container is of use, and a path often tells of the whole program, so only a bare liveness probe is in doubt.
 */
export function asksBesideTie(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): boolean {
  const called = calledPortsOf(recognition, container).filter(port => portsOf(container).includes(port));
  const asked = probe.tcpSocket === undefined ? undefined : reachOf(recognition, container, probe)?.port;
  return asked !== undefined && called.length > 0 && !called.includes(asked);
}

/** The ports on which the others call a container, as far as they name them. */
function calledPortsOf({ loopback }: RecognizedPod, container: PodContainer): number[] {
  return loopback.calls.filter(({ to, isSocket }) => to === container && !isSocket).flatMap(({ text, isOfPod }) => {
    const port = isOfPod ? DNS : Number(/:(\d{2,5})$/.exec(text)?.[1]);
    return Number.isInteger(port) ? [port] : [];
  });
}
