import { writesFile, writesFiles } from './file-ties';
import { commandsIn, nodesOf, redirectsIn, ShellNode, SimpleCommand, wordsOf } from './leftovers/shell-walk';
import { commandName } from './leftovers/sources';
import type { PodView } from './pod-view';
import type { RecognizedPod } from './recognized';
import { resolver, runText } from './script-text';
import { liesIn, SharedFolder } from './shared-files';
import { hasPages } from './web-files';

/** Commands that read files and print what they make of them. */
export const READS = /^(cat|tail|head|tac|nl|[ef]?grep|sed|g?awk|cut|tr|jq|wc|sort|uniq)$/;

/** What a container does with a file of its folder: its script, its mount or its own folder of pages shows it. */
export type FileUse = 'writes' | 'reads';

/** What a container is seen doing with a file that it names in its folder; undefined where nothing shows it. */
export function useOf(view: PodView, folder: SharedFolder, file: string): FileUse | undefined {
  if (folder.readOnly || hasPages(folder)) {
    return 'reads';
  }
  return writesFile(view, folder, file, folder) ? 'writes' : readFiles(view, folder).includes(file) ? 'reads' : undefined;
}

/** The verb for what a container does with a file. */
export function verbFor(use: FileUse | undefined): string {
  return use ?? 'is told';
}

/** Whether a container writes to a folder what comes out of its own work: its script writes there, but not as a loop that renews a file for another one. */
export function writesOwnWork(view: PodView, folder: SharedFolder): boolean {
  return !folder.readOnly && writesFiles(view, folder) && !REPEATS.test(runText(view.recognition, folder.container));
}

/** What makes a script do something for as long as it runs. */
const REPEATS = /\b(while|until|watch|inotifywait|crond?|supercronic)\b/;

/** The files that a command reads, by its words or by `<`; words that are none lie in no folder. */
export function readBy(command: SimpleCommand): string[] {
  const name = commandName(wordsOf(command));
  return READS.test(name) || name === 'find' ? [...wordsOf(command), ...inputsOf(command.redirects)] : [];
}

function inputsOf(redirects: SimpleCommand['redirects']): string[] {
  return redirects.flatMap(redirect => redirect.type === 'Redirect' && redirect.operator === '<' ? [redirect.target?.value ?? ''] : []);
}

/** The files that commands read, and those that loops take their lines from. */
function readIn(nodes: readonly ShellNode[]): string[] {
  return [...commandsIn(nodes).flatMap(readBy), ...inputsOf(redirectsIn(nodes))];
}

/** The files of its folder that a container's script reads. */
function readFiles({ recognition }: PodView, folder: SharedFolder): readonly string[] {
  return recognition.once(readScriptReads, folder);
}

function readScriptReads(recognition: RecognizedPod, { container, path }: SharedFolder): readonly string[] {
  const script = recognition.runCommand(container)?.script;
  if (!script?.text.includes(path)) {
    return [];
  }
  return readIn(nodesOf(script.tree)).map(resolver(script, container)).filter(word => liesIn(word, path));
}
