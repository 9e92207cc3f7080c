/** A command of a chain: it stays, or it goes and counts as one that succeeds or fails. */
export type Link = 'stays' | 'succeeds' | 'fails';

/** What becomes of a command of a chain: a command that goes leaves a `true` or `! true` behind where the rest of the chain depends on it. */
export type LinkLeft = 'stays' | 'goes' | 'true' | '! true';

/**
 * What is left of `a && b || c` when some of its commands go.
 *
 * The shell reads a chain from left to right, so `app || quit` becomes `app || true`, and `quit || exit 1` goes as a whole.
 *
 * @param links the commands
 * @param operators what joins them
 * @param tolerant whether a failure of a command that was not the last must not count as one of the whole chain, as under `set -e`
 * @returns for each command what becomes of it, or how a chain counts of which nothing is left
 */
export function linksLeft(links: readonly Link[], operators: readonly ('&&' | '||')[], tolerant: boolean): LinkLeft[] | 'succeeds' | 'fails' {
  const left: LinkLeft[] = links.map(() => 'goes');
  // The chain so far: 'open' when it depends on a command that stays.
  let so: 'open' | 'succeeds' | 'fails' = 'open';
  // Whether an open chain ends with `|| true` or `&& false`.
  let settled: 'succeeds' | 'fails' | undefined;
  links.forEach((link, index) => {
    const operator = index === 0 ? undefined : operators[index - 1];
    const decides = operator === '||' ? 'succeeds' : 'fails';
    if (operator !== undefined && (so === decides || (so === 'open' && settled === decides))) {
      // Never reached.
      return;
    }
    if (link === 'stays') {
      left[index] = 'stays';
      so = 'open';
      settled = undefined;
    } else if (operator === undefined || so !== 'open') {
      so = link;
    } else if (link === 'fails' || operator === '||') {
      // Only `&& true` changes nothing.
      left[index] = link === 'succeeds' ? 'true' : '! true';
      settled = link === decides ? link : undefined;
    }
  });
  if (so !== 'open') {
    return so;
  }
  const end = left.length - 1 - [...left].reverse().findIndex(one => one !== 'goes');
  if (tolerant && left[end] === 'stays' && end < left.length - 1) {
    left[end + 1] = links[end + 1] === 'fails' ? '! true' : 'true';
  }
  return left;
}
