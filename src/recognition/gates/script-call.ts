import { programOfCommand } from '../../knowledge/known-programs';
import { KnownProgram } from '../../knowledge/programs/program';
import { PodContainer } from '../../kubernetes/pod';
import { Place } from '../leftovers/place';
import { isWrapper } from '../leftovers/proxy-tools';
import { commandsIn, nodesOf, wordNodes, wordsOf } from '../leftovers/shell-walk';
import { programName, withoutStarter } from '../leftovers/sources';
import type { RecognizedPod } from '../recognized';
import { unwrapped } from '../what-runs';

/** Where a script can give more flags to the program that it starts: behind the program, and its subcommand. Undefined when the one place cannot be told. */
export function placeForFlags(recognition: RecognizedPod, container: PodContainer, program: KnownProgram): Place | undefined {
  const command = recognition.runCommand(container);
  // A wrapper around the shell may go, and the words of its command with it.
  if (!command?.script || isWrapper(programName(withoutStarter(command.words)))) {
    return undefined;
  }
  const { text, tree, place } = command.script;
  const [call, ...more] = commandsIn(nodesOf(tree)).filter(node => programOfCommand(unwrapped(wordsOf(node))) === program);
  if (!call || more.length > 0) {
    return undefined;
  }
  const nodes = wordNodes(call);
  const first = nodes.length - unwrapped(wordsOf(call)).length;
  const isKnownAlone = programOfCommand([nodes[first].value]) === program;
  const word = isKnownAlone ? nodes[first] : nodes.slice(first + 1).find(({ value }) => !value.startsWith('-'))!;
  // The places in a script inside of a word are not those of this text.
  return text.slice(word.pos, word.end) === word.value ? { ...place, span: { start: word.end, end: word.end } } : undefined;
}
