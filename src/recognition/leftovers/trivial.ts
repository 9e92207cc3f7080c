import { childrenOf, ShellNode } from './shell-walk';

/** Commands that mean nothing without what they follow. */
export const TRIVIAL = /^(true|:|echo|printf|sleep)$/;
/** Commands that only pause, or leave a loop. */
const PAUSES = /^(sleep|true|:|break)$/;
/** Commands that only succeed. */
export const CONSTANT = /^(true|:)$/;
/** Commands that only look. */
export const LOOKS = /^(\[|test|true|:)$/;
const SLEEP = /^sleep$/;
/** What a redirection may name without leaving a trace, or asking elsewhere. */
const HARMLESS_TARGET = /^(&?\d+|&?-|\/dev\/(null|stdout|stderr|tty|tcp\/(localhost|127\.0\.0\.1)\/\d+))$/;

/** Whether a redirection writes no file, and reads none. */
export function isHarmless(redirect: { readonly type: string; readonly target?: { readonly value: string } }): boolean {
  return redirect.type === 'Redirect' && HARMLESS_TARGET.test(redirect.target?.value ?? '');
}

/** Whether a node is nothing but one of some commands; not if it writes a file, or runs something to get its words. */
export function isTrivial(node: ShellNode, names: RegExp): boolean {
  if (node.type === 'Pipeline') {
    return node.commands.every(command => isTrivial(command, names));
  }
  return node.type === 'TestCommand' ? names === LOOKS
    : node.type === 'Command' && names.test(node.name?.value ?? '') && (names === LOOKS || !hasEffect(node));
}

/** Whether a node only pauses, or leaves a loop; `! sleep 5` also fails. */
export function onlyPauses(node: ShellNode): boolean {
  return isTrivial(node, PAUSES) && !(node.type === 'Pipeline' && isNegated(node));
}

/** Whether a pipeline counts as a failure when it succeeds. */
export function isNegated({ prefixes }: Pick<Extract<ShellNode, { type: 'Pipeline' }>, 'prefixes'>): boolean {
  return prefixes.filter(prefix => prefix.type === 'Negation').length % 2 === 1;
}

/** Whether a node is a sleep. */
export function isSleep(node: ShellNode): boolean {
  return isTrivial(node, SLEEP);
}

function hasEffect(node: Extract<ShellNode, { type: 'Command' }>): boolean {
  return node.name?.value !== 'trap' && (!node.redirects.every(isHarmless) || childrenOf(node).length > 0);
}
