import { isObject, JsonObject } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { viewOf } from '../pod-view';
import type { RecognizedPod } from '../recognized';
import { tunnelsOf } from '../routes';
import { awaitedOrdinary } from './answers';
import { alwaysFails } from './failing-command';
import { asksForeignFile } from './foreign-files';
import { foreignHostIn } from './foreign-hosts';
import { likelyForeignPort } from './foreign-port';
import { foreignHostOf } from './own-probes';
import { reachOf } from './reach';
import { answerBehind } from './through-proxy';

/** Why the startup probe that a container has never passes before the app runs, or tells nothing about it, as the end of a sentence; undefined when it may well pass. */
export function whyShut(recognition: RecognizedPod, container: PodContainer): string | undefined {
  const probe: unknown = container.spec.startupProbe;
  if (!isObject(probe)) {
    return undefined;
  }
  const awaited = awaitedOrdinary(recognition, container);
  if (awaited) {
    return `cannot pass before '${awaited.name}' runs, because its script first waits for that`;
  }
  const elsewhere = foreignHostOf(probe);
  if (elsewhere !== undefined) {
    return `asks ${elsewhere}, which tells nothing about it`;
  }
  const asked = likelyForeignPort(recognition, container, probe);
  if (asked) {
    return `cannot pass before '${asked.owner.name}' runs, because it asks port ${asked.port} of that`;
  }
  if (Array.isArray(probe.exec?.command)) {
    return whyCommandFails(recognition, container, probe.exec.command);
  }
  return whyUnanswered(recognition, container, probe);
}

function whyCommandFails(recognition: RecognizedPod, container: PodContainer, command: readonly unknown[]): string | undefined {
  if (alwaysFails(command)) {
    return 'runs a command that always fails';
  }
  if (asksForeignFile(recognition, container, command)) {
    return 'asks for a file or a socket of another container';
  }
  const host = foreignHostIn(command);
  return host === undefined || sendsThrough(recognition, container, command) ? undefined : `asks ${host}, which tells nothing about it`;
}

/** Whether what a command asks of the world goes through the container: through a VPN, or through a proxy that the command names. */
function sendsThrough(recognition: RecognizedPod, container: PodContainer, command: readonly unknown[]): boolean {
  return recognition.program(container)?.isRoute === true || tunnelsOf(viewOf(recognition)).some(tunnel => tunnel.container === container)
    || /localhost|127\.0\.0\.1|proxy/i.test(command.join(' '));
}

function whyUnanswered(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): string | undefined {
  const behind = answerBehind(recognition, container, probe);
  if (behind) {
    return `cannot pass before '${behind.app.name}' runs, because port ${behind.asked} forwards to it`;
  }
  const reach = reachOf(recognition, container, probe);
  const program = recognition.program(container);
  if (reach?.path !== undefined && program?.waitsFor?.(recognition.run(container), reach.path)?.of === 'app') {
    return `asks for ${reach.path}, which waits for the app`;
  }
  // A known one takes its place.
  return reach?.why === undefined || recognition.gate(container).known ? undefined : `never passes: ${reach.why}`;
}
