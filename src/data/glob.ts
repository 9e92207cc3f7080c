/**
 * The source of a pattern in which `*` stands for any text.
 *
 * Each text between two stars is taken where it first occurs and never elsewhere, so that many stars take no longer than one.
 *
 * @param glob the text with stars
 * @param groups how many groups stand in front of it in the pattern
 */
export function globSource(glob: string, groups: number = 0): string {
  const [first, ...rest] = glob.split(/\*+/).map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const last = rest.pop();
  const middle = rest.map((part, index) => `(?=(.*?${part}))\\${groups + index + 1}`).join('');
  return last === undefined ? first : `${first}${middle}.*${last}`;
}
