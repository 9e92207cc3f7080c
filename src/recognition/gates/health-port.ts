import { isMet } from './settings';
import { follow, isObject } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';

/** The port on which a known program answers for its health, if the manifest shows that it listens there; undefined if it is not switched on. */
export function healthPortOf(recognition: RecognizedPod, container: PodContainer): number | undefined {
  const program = recognition.program(container);
  if (!program?.startup || program.isRoute) {
    return undefined;
  }
  const run = recognition.run(container);
  const gate = run.runs(program.binary) ? program.startup(run) : undefined;
  if (!isObject(gate)) {
    return undefined;
  }
  const port = follow(gate.handler, ['httpGet', 'port']) ?? follow(gate.handler, ['tcpSocket', 'port']);
  // A server that would only be moved to another address is there already.
  const isOn = (gate.needs ?? []).every(need => isMet(run, need) || (need.value !== undefined && !need.value.endsWith(String(port))));
  return isOn && typeof port === 'number' ? port : undefined;
}
