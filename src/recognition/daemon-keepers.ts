import { commandsIn, nodesOf, wordsOf } from './leftovers/shell-walk';
import { commandName, withoutStarter } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import type { PodContainer } from '../kubernetes/pod';

/** What a client tells a daemon to do with what it keeps, rather than to do work for the client. */
const KEEPS = /^((builder|buildx|container|image|network|system|volume) )?(df|du|images|info|ls|prune|ps|rmi?|stats|version)( |$)/;
/** Commands beside it that do no work of their own. */
const BESIDE = /^(sleep|echo|printf|date|true|false|:|\[|test|exit|break|continue|set|trap|e?grep|awk|sed|cut|head|xargs)$/;

/** Whether a container does nothing but clean up in a daemon, again and again: the daemon is what the pod is there for. */
export function keepsDaemon(recognition: RecognizedPod, container: PodContainer): boolean {
  return recognition.once(keepsHere, container);
}

function keepsHere(recognition: RecognizedPod, container: PodContainer): boolean {
  const script = recognition.runCommand(container)?.script;
  if (!script || !/\bdocker\b/.test(script.text) || !recognition.isEndless(container)) {
    return false;
  }
  return commandsIn(nodesOf(script.tree)).every(command => {
    const [name = '', ...rest] = withoutStarter(wordsOf(command));
    return commandName([name]) === 'docker' ? KEEPS.test(rest.filter(word => !word.startsWith('-')).join(' ')) : name === '' || BESIDE.test(commandName([name]));
  });
}
