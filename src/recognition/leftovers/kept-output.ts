import { commandsIn, nodesOf, ShellNode, SimpleCommand, walk } from './shell-walk';
import { Call, commandName } from './sources';
import { isHarmless } from './trivial';
import { ShellScript } from '../commands';

/** Commands that only read or print what comes before them in a pipeline. */
const FILTERS = /^(grep|egrep|cat|head|tail|cut|tr|wc|awk|sed|jq|true|:|echo|printf)$/;
const OUTPUT_FLAG = /^(-\w*[oO]|--output|--output-document)$/;
const OUTPUT = /^(?:--output=|--output-document=|-o(?=\/)|-O(?=\/))(.+)$/;

/**
 * Whether something else needs what one of these calls writes: a file that it leaves is named in another place, or another program reads it in a pipeline.
 *
 * @param script the script with the calls
 * @param calls the calls
 * @param texts the texts of all scripts of the pod
 */
export function isOutputUsed(script: ShellScript, calls: readonly (Call & { readonly node: SimpleCommand })[], texts: readonly string[]): boolean {
  const around = outputsIn(script);
  const files = new Set<string>();
  for (const { node, words } of calls) {
    const { isPiped, redirects = [] } = around.get(node) ?? {};
    if (isPiped) {
      return true;
    }
    [...writtenBy([...node.redirects, ...redirects]), ...namedIn(words)].filter(isFile).forEach(file => files.add(file));
  }
  return [...files].some(file => texts.reduce((count, text) => count + text.split(file).length - 1, 0) > 1);
}

type Redirect = SimpleCommand['redirects'][number];

/** Where the output of a command goes, apart from its own redirects. */
interface Output {
  readonly redirects: Redirect[];
  /** Another program reads it, and does more than to print it. */
  isPiped: boolean;
}

/** Where the output of each command of a script goes: the script is walked through once. */
function outputsIn(script: ShellScript): ReadonlyMap<SimpleCommand, Output> {
  const found = new Map<SimpleCommand, Output>();
  const each = (outer: ShellNode, change: (output: Output) => void) => commandsIn([outer]).forEach(command => {
    const output = found.get(command) ?? { redirects: [], isPiped: false };
    found.set(command, output);
    change(output);
  });
  walk(nodesOf(script.tree), outer => {
    if (outer.type === 'Redirected') {
      each(outer, output => output.redirects.push(...outer.redirects));
    } else if (outer.type === 'Pipeline' && hasReader(outer.commands.slice(1))) {
      each(outer.commands[0], output => {
        output.isPiped = true;
      });
    }
  });
  return found;
}

/** Whether one of these commands of a pipeline does more than to print what it reads. */
export function hasReader(commands: readonly ShellNode[]): boolean {
  return commandsIn(commands).some(isReader);
}

function isReader({ name, redirects }: SimpleCommand): boolean {
  return !FILTERS.test(commandName([name?.value ?? ''])) || !redirects.every(isHarmless);
}

function writtenBy(redirects: readonly Redirect[]): string[] {
  return redirects.flatMap(redirect => redirect.type === 'Redirect' && redirect.operator !== '<' && !isHarmless(redirect) ? redirect.target?.value ?? [] : []);
}

function namedIn(words: readonly string[]): string[] {
  return words.flatMap((word, index) => OUTPUT_FLAG.test(word) ? words[index + 1] ?? [] : OUTPUT.exec(word)?.[1] ?? []);
}

function isFile(name: string): boolean {
  return name !== '' && name !== '-' && !name.startsWith('/dev/');
}
