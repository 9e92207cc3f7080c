import { checkValue } from '../caller/refusal';
import { listOf, NUMBER, required } from '../data/arguments';
import { MOST_RESTART_CODES } from '../kubernetes/restart-rules';

/** Refuses a list of exit codes that no rule may have. */
export function checkExitCodes(owner: string, codes: number[], lowest: 0 | 1): void {
  checkValue(`the list of exit codes of ${owner}`, codes, required(listOf(NUMBER, 'a list of numbers, for example [42]')));
  const wrong = codes.find(code => !Number.isInteger(code) || code < lowest || code > 255);
  if (codes.length === 0 || wrong !== undefined || new Set(codes).size !== codes.length) {
    throw new Error(`the exit codes [${codes.join(', ')}] of ${owner} are not valid: set one or more different codes from ${lowest} to 255`);
  }
  if (codes.length > MOST_RESTART_CODES) {
    throw new Error(`${owner} has ${codes.length} exit codes, but Kubernetes accepts at most ${MOST_RESTART_CODES}: list only those that matter`);
  }
}

/** Exit codes in their order, without changing the given list. */
export function sortedCodes(codes: readonly number[]): number[] {
  return [...codes].sort((a, b) => a - b);
}
