import { ShellNode, SimpleCommand, wordNodes } from './shell-walk';
import { Call } from './sources';

/** A search for processes by their name, as the whole value of a variable. */
const SEARCH = /^"?(\$\(|`)\s*(pgrep|pidof|ps)\b/;

/**
 * The assignments that look up the processes which a kill ends: `PID=$(pgrep a)` of `kill $PID`. None when a variable of the kill has another use as well, or another origin.
 *
 * @param text the script
 */
export function lookupsFor(kill: SimpleCommand, all: readonly Call[], text: string): ShellNode[] {
  const words = wordNodes(kill).map(word => word.text);
  const variables = [...new Set(words.flatMap(word => /^"?\$\{?(\w+)\}?"?$/.exec(word)?.[1] ?? []))];
  return variables.flatMap(variable => {
    const origins = all.flatMap(({ node }) => node && !node.name && node.prefix.some(prefix => prefix.type === 'Assignment' && prefix.name === variable) ? [node] : []);
    return origins.length > 0 && origins.every(node => isSearch(node, variable)) && usesOf(variable, text) === usesOf(variable, words.join(' ')) ? origins : [];
  });
}

/** Whether an assignment stands alone, and its value is what a search finds. */
function isSearch({ prefix: [first, ...more] }: SimpleCommand, variable: string): boolean {
  return more.length === 0 && first.type === 'Assignment' && SEARCH.test(first.text.slice(variable.length + 1));
}

function usesOf(variable: string, text: string): number {
  return text.match(new RegExp(`\\$\\{?${variable}\\b`, 'g'))?.length ?? 0;
}
