import { commandsIn, nodesOf, ShellNode, SimpleCommand, walk } from './shell-walk';
import { Call, commandName } from './sources';
import { isHarmless } from './trivial';
import { ShellScript } from '../commands';

/** Commands that only read or print what comes before them in a pipeline. */
const FILTERS = /^(grep|egrep|cat|head|tail|cut|tr|wc|awk|sed|jq|true|:|echo|printf)$/;
const OUTPUT_FLAG = /^(-\w*[oO]|--output|--output-document)$/;
const OUTPUT = /^(?:--output=|--output-document=|-o(?=\/)|-O(?=\/))(.+)$/;

/**
 * Whether something else needs what a call writes: a file that it leaves is named in another place, or another program reads it in a pipeline.
 *
 * @param script the script with the call
 * @param call the call
 * @param texts the texts of all scripts of the pod
 */
export function isOutputUsed(script: ShellScript, call: Call & { readonly node: SimpleCommand }, texts: readonly string[]): boolean {
  const { node, words } = call;
  const redirects = [...node.redirects];
  let isPiped = false;
  walk(nodesOf(script.tree), outer => {
    if (outer.type === 'Redirected' && holds(outer, node)) {
      redirects.push(...outer.redirects);
    } else if (outer.type === 'Pipeline' && outer.commands.length > 1 && holds(outer.commands[0], node)) {
      isPiped ||= commandsIn(outer.commands.slice(1)).some(one => !FILTERS.test(commandName([one.name?.value ?? ''])) || !one.redirects.every(isHarmless));
    }
  });
  const files = [
    ...redirects.flatMap(redirect => redirect.type === 'Redirect' && redirect.operator !== '<' && !isHarmless(redirect) ? redirect.target?.value ?? [] : []),
    ...words.flatMap((word, index) => OUTPUT_FLAG.test(word) ? words[index + 1] ?? [] : OUTPUT.exec(word)?.[1] ?? []),
  ].filter(file => file !== '' && file !== '-' && !file.startsWith('/dev/'));
  return isPiped || files.some(file => texts.reduce((count, text) => count + text.split(file).length - 1, 0) > 1);
}

function holds(outer: ShellNode, node: SimpleCommand): boolean {
  return commandsIn([outer]).includes(node);
}
