import { KnownGate } from './advice';
import { programGate } from './program-gate';
import { reachOf } from './reach';
import { isObject } from '../../data/json';
import { KnownProgram } from '../../knowledge/programs/program';
import { PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';

/** A startup probe that does not ask a known program for its health, and the one that does. */
export interface OtherQuestion {
  readonly program: KnownProgram;
  /** The port that the container's own startup probe asks. */
  readonly port: number;
  /** The probe only opens a connection. */
  readonly isOpenPort: boolean;
  readonly known: KnownGate;
}

/**
 * Where the startup probe of a known program asks something else than its known health: a port may be open long before the program is up, such as that of a VPN's control server.
 *
 * A command may ask anything, and one that calls the sidecar only needs the port that it calls.
 */
export function otherQuestion(recognition: RecognizedPod, container: PodContainer): OtherQuestion | undefined {
  const probe: unknown = container.spec.startupProbe;
  const program = recognition.program(container);
  const asked = isObject(probe) ? reachOf(recognition, container, probe) : undefined;
  const known = program && asked && programGate(recognition, container, program);
  if (!known) {
    return undefined;
  }
  const health = reachOf(recognition, container, known.probe);
  const isSameKind = health?.path === undefined || asked.path !== undefined;
  const isHealth = (health?.port === asked.port && isSameKind) || program.healthPorts?.(recognition.run(container)).includes(asked.port);
  return isHealth || (!program.isRoute && isCalled(recognition, container, asked.port))
    ? undefined
    : { program, port: asked.port, isOpenPort: asked.path === undefined, known };
}

function isCalled({ loopback }: RecognizedPod, container: PodContainer, port: number): boolean {
  return loopback.calls.some(({ to, text, isSocket }) => to === container && !isSocket && text.endsWith(`:${port}`));
}
