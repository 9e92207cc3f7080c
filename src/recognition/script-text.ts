import type { ShellScript } from './commands';
import { nodesOf } from './leftovers/shell-walk';
import { assignedIn, expanded } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import type { PodContainer } from '../kubernetes/pod';

/** A script without the lines that are only comments: what they speak of is not done. */
export function withoutComments(text: string): string {
  return text.includes('#') ? text.replace(/^[ \t]*#.*$/gm, '') : text;
}

/** A script without it sets no variable to plain text, and then it is not worth parsing. */
const ASSIGNS = /(^|[\s;&|({])[A-Za-z_]\w*=["']?[\w./:@,%+-]+["']?(?=[\s;&|)}]|$)/;

/** Puts in the values of the variables that a script or its container sets to plain text. */
export function resolver(script: ShellScript, container: PodContainer): (part: string) => string {
  if (!script.text.includes('$')) {
    return part => part;
  }
  const assigned = ASSIGNS.test(script.text) ? [...assignedIn(nodesOf(script.tree), container)] : [];
  const plain = new Map(assigned.filter(([, value]) => !/[$`]/.test(value)));
  return part => expanded(part, container, plain);
}

/** What the script of a container does when it runs, as text: without comments, and with the values of its variables. Empty when it runs none. */
export function runText(recognition: RecognizedPod, container: PodContainer): string {
  return recognition.once(readRunText, container);
}

function readRunText(recognition: RecognizedPod, container: PodContainer): string {
  const script = recognition.runCommand(container)?.script;
  return script ? resolver(script, container)(withoutComments(script.text)) : '';
}
