import type { ShellScript } from './commands';
import { hereDocsIn, nodesOf } from './leftovers/shell-walk';
import { assignedIn, expanded } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import type { PodContainer } from '../kubernetes/pod';

/** A script without the lines that are only comments: what they speak of is not done. */
export function withoutComments(text: string): string {
  return text.includes('#') ? text.replace(/^[ \t]*#.*$/gm, '') : text;
}

/** A script without it sets no variable to plain text, and then it is not worth parsing. */
const ASSIGNS = /(^|[\s;&|({])[A-Za-z_]\w*=["']?[\w./:@,%+-]+["']?(?=[\s;&|)}]|$)/;

/**
 * Puts in the values of the variables that a script or its container sets to plain text.
 *
 * @param given other variables of the container, such as those from a ConfigMap
 */
export function resolver(script: ShellScript, container: PodContainer, given: ReadonlyMap<string, string> = new Map()): (part: string) => string {
  if (!script.text.includes('$')) {
    return part => part;
  }
  const assigned = ASSIGNS.test(script.text) ? [...assignedIn(nodesOf(script.tree), container)] : [];
  const plain = new Map([...given, ...assigned].filter(([, value]) => !/[$`]/.test(value)));
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

/** Whether the script of a container has a loop in which it could wait: nothing else is worth looking for waits. */
export function mayWait(recognition: RecognizedPod, container: PodContainer): boolean {
  return /\b(until|while)\b/.test(runText(recognition, container));
}

/** The same without here-documents: a program that a script only hands on does what the script itself does not. */
export function ownRunText(recognition: RecognizedPod, container: PodContainer): string {
  return recognition.once(readOwnRunText, container);
}

function readOwnRunText(recognition: RecognizedPod, container: PodContainer): string {
  const script = recognition.runCommand(container)?.script;
  if (!script?.text.includes('<<')) {
    return runText(recognition, container);
  }
  const kept = hereDocsIn(nodesOf(script.tree)).reduce((text, { body }) => text.replace(body.text, () => ''), script.text);
  return resolver(script, container)(withoutComments(kept));
}
