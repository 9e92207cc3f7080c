import type { Command } from './commands';
import { commandsIn, nodesOf, SimpleCommand, walk, wordsOf } from './leftovers/shell-walk';
import { commandName, withoutStarter } from './leftovers/sources';
import { PodView, repository } from './pod-view';
import { endsByItself } from './program-runs';
import type { RecognizedPod } from './recognized';
import { resolver } from './script-text';
import { settingsOf } from './settings';
import { isBatchCommand, isBatchImage } from '../knowledge/batch-work';
import { defaultPorts, isPayload } from '../knowledge/payloads';
import { PodContainer } from '../kubernetes/pod';

/**
 * Whether a container of a Job may be there for another one that calls it or waits for it. That it is called does not show that it never ends: work has ports, too,
 * on which others watch it.
 */
export function mayServeWork(view: PodView, from: PodContainer, to: PodContainer): boolean {
  return !plainlyWorks(view, to) && (isMadeToServe(view, to) || !(onlyPolls(view, from) || isMemberOf(view, from, to)));
}

/** Whether what a container runs, or its image, plainly does one piece of work and exits. */
export function plainlyWorks(view: PodView, container: PodContainer): boolean {
  return view.program(container) === undefined ? view.recognition.once(worksHere, container) : endsByItself(view.recognition, container);
}

/** Whether a container does nothing but ask others on loopback, again and again: it watches them. */
export function onlyPolls({ recognition }: PodView, container: PodContainer): boolean {
  return recognition.once(pollsHere, container);
}

function isMadeToServe(view: PodView, container: PodContainer): boolean {
  const name = repository(container);
  return view.program(container) !== undefined || view.neverEnds(container) || view.isStore(container) || view.hasHelperName(container)
    || isPayload(name, view.wordsOf(container)) || defaultPorts(name).length > 0;
}

/** Names of settings by which one that works is told who gives it its part of the work: both have work. */
const GIVES_WORK = /(^|[-_.])(coordinator|scheduler|master|driver)([-_.](url|uri|addr|address|host|endpoint))?$/i;

function isMemberOf({ recognition, loopback }: PodView, from: PodContainer, to: PodContainer): boolean {
  const called = loopback.calls.filter(call => call.from === from && call.to === to);
  const settings = called.length > 0 ? settingsOf(recognition, from).filter(({ name }) => GIVES_WORK.test(name)) : [];
  return settings.length > 0 && called.every(({ text }) => settings.some(({ value }) => value.includes(text)));
}

function worksHere(recognition: RecognizedPod, container: PodContainer): boolean {
  const run = recognition.runCommand(container);
  return isBatchImage(repository(container)) || (run !== undefined && isBatchCommand(withoutStarter(lastWords(run))));
}

/** The words of a command; those of its last one where it is a script. What comes before only prepares it. */
function lastWords({ words, script }: Command): readonly string[] {
  if (!script) {
    return words;
  }
  const last = script.tree.commands.at(-1);
  const command = last?.command.type === 'AndOr' && last.command.operators.at(-1) === '&&' ? last.command.commands.at(-1) : last?.command;
  return command?.type === 'Command' && !last?.background ? wordsOf(command) : [];
}

/** Programs that ask a server. */
const ASKS = /^(curl|wget|nc|ncat|netcat|telnet|grpcurl|grpc_health_probe)$/;
/** Commands beside them that do no work of their own. */
const BESIDE = /^(sleep|echo|printf|date|true|false|:|\[|test|exit|break|continue|return|set|trap|e?grep|jq|awk|sed|cat|tee|head|cut|tr|wc|seq|expr|let|local|export)$/;
const ON_LOOPBACK = /localhost|127\.0\.0\.1|\[::1\]/;
/** How a script sends something, rather than asks. */
const SENDS = /\s(-X\s?(POST|PUT|PATCH|DELETE)|--request[= ](POST|PUT|PATCH|DELETE)|(-d|--data[a-z-]*|--json|-F|--form|-T|--upload-file|--post-data|--post-file)(?=[=\s]|$))/;

function pollsHere(recognition: RecognizedPod, container: PodContainer): boolean {
  const script = recognition.runCommand(container)?.script;
  if (!script || !ON_LOOPBACK.test(script.text)) {
    return false;
  }
  const nodes = nodesOf(script.tree);
  const again = new Set<SimpleCommand>();
  const functions = new Set<string>();
  walk(nodes, node => {
    if (node.type === 'While' || node.type === 'For' || node.type === 'ArithmeticFor' || node.type === 'Function') {
      commandsIn([node]).forEach(command => again.add(command));
    }
    if (node.type === 'Function') {
      functions.add(node.name.value);
    }
  });
  const resolve = resolver(script, container);
  return commandsIn(nodes).every(command => {
    const words = withoutStarter(wordsOf(command).map(resolve));
    const name = commandName(words);
    const text = words.join(' ');
    return ASKS.test(name)
      ? !ON_LOOPBACK.test(text) || (again.has(command) && !SENDS.test(text))
      : words.length === 0 || BESIDE.test(name) || functions.has(name);
  });
}
