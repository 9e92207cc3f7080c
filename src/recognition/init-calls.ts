import { CalledPort, calledPorts } from './called-ports';
import { baseName } from './commands';
import { belongsNative } from './helpers';
import { commandsIn, nodesOf, wordsOf } from './leftovers/shell-walk';
import { LoopbackCall } from './loopback-call';
import { sameImage } from './pod-view';
import type { RecognizedPod } from './recognized';
import { resolver, runText } from './script-text';
import { CLIENT, Setting, settingsOf } from './settings';
import { isWritable, sharedFolders } from './shared-files';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A command of a script that runs in the background: it may be the very server that the script calls. */
const IN_BACKGROUND = /(?<![&>|])&(?![&>])/;

/** The ordinary helpers that a plain init container certainly calls, although they start only after it. */
export function vainCallsOf(recognition: RecognizedPod, init: PodContainer): LoopbackCall[] {
  if (startsBehindSidecar(recognition, init)) {
    return [];
  }
  return initCallsOf(recognition, init).filter(({ to }) => {
    const helper = to.role === ContainerRole.MAIN && !sameImage(init, to) ? recognition.helper(to.name) : undefined;
    return helper !== undefined && belongsNative(recognition, helper);
  });
}

/**
 * What a plain init container certainly calls, of all that runs beside the app.
 *
 * An address among its settings may also be meant for others: for the app, which has the same variable, or whose configuration the init container writes. A program that
 * exists to call others certainly does.
 */
export function initCallsOf(recognition: RecognizedPod, init: PodContainer): LoopbackCall[] {
  const { pod, loopback } = recognition;
  if (pod.spec.hostNetwork === true || IN_BACKGROUND.test(runText(recognition, init))) {
    return [];
  }
  return [...callsByClients(recognition, init), ...callsBySettings(recognition, init)].flatMap(({ port, text, isPassedOn }) => {
    const to = loopback.ownerOf(port);
    return to ? [{ from: init, to, text, byElimination: false, isSocket: false, isPassedOn }] : [];
  });
}

/** A sidecar that already runs may serve the port without declaring it. */
function startsBehindSidecar({ pod: { containers } }: RecognizedPod, init: PodContainer): boolean {
  return containers.slice(0, containers.indexOf(init)).some(({ role }) => role === ContainerRole.SIDECAR);
}

function callsByClients(recognition: RecognizedPod, init: PodContainer): CalledPort[] {
  const run = recognition.runCommand(init);
  const { script, words = [] } = run ?? {};
  const resolve = script ? resolver(script, init) : (text: string) => text;
  const commands = script ? commandsIn(nodesOf(script.tree)).map(wordsOf) : [words];
  return commands.filter(([program = '']) => CLIENT.test(baseName(program)))
    .flatMap(command => calledPorts([{ name: '', value: resolve(command.join(' ')), isScript: true }]));
}

function callsBySettings(recognition: RecognizedPod, init: PodContainer): CalledPort[] {
  const { pod } = recognition;
  if (sharedFolders(pod, pod.containers, isWritable).some(({ container, readOnly }) => container === init && !readOnly)) {
    return [];
  }
  const others = pod.containers.filter(({ role }) => role !== ContainerRole.INIT).flatMap(container => settingsOf(recognition, container));
  const isOwn = ({ name, value, isScript }: Setting) => !isScript && !others.some(other => other.name === name && other.value === value);
  return calledPorts(settingsOf(recognition, init).filter(isOwn)).filter(({ isListening }) => !isListening);
}
