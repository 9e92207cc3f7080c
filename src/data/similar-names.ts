// Names that are probably meant by other ones: mistakes in typing, and other ways to write.

/** The letters of a name, which `max_client_conn` and `maxClientConn` share. */
export function letters(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** The name that begins most like another one, such as `maxMemory` for `maxMem`: with four letters at least, or with all of them. */
export function similar(name: string, known: readonly string[]): string | undefined {
  const [best] = known.map(candidate => ({ candidate, shared: sharedStart(name, candidate) })).sort((a, b) => b.shared - a.shared);
  return best && (best.shared >= 4 || best.shared === name.length) ? best.candidate : undefined;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length].toLowerCase() === b[length].toLowerCase()) {
    length++;
  }
  return length;
}

/** Whether a name is another one with a letter too many, too few or wrong, with two letters swapped, or in another case. */
export function isTypo(name: string, meant: string): boolean {
  const [short, long] = [name.toLowerCase(), meant.toLowerCase()].sort((a, b) => a.length - b.length);
  if (long.length - short.length > 1 || long.length < 4) {
    return false;
  }
  let start = 0;
  while (start < short.length && short[start] === long[start]) {
    start++;
  }
  let end = 0;
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) {
    end++;
  }
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  return right.length <= 1 || (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]);
}
