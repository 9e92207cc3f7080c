/**
 * Finds the first item whose pattern matches a text, as `find` does.
 *
 * All patterns together are one pattern, which tells at once that none of them matches: so it is for most texts, and asking one after another takes many times as long.
 * The patterns must have no flags and no references to their groups.
 *
 * @param items the items, in order
 * @param patternOf the pattern of an item; undefined when it never matches
 */
export function firstMatch<Item>(
  items: readonly Item[], patternOf: (item: Item) => RegExp | undefined,
): (text: string, isMeant?: (item: Item) => boolean) => Item | undefined {
  const able = items.filter(item => patternOf(item) !== undefined);
  const any = new RegExp(able.map(item => `(?:${patternOf(item)!.source})`).join('|') || '(?!)');
  return (text, isMeant = () => true) => (any.test(text) ? able.find(item => patternOf(item)!.test(text) && isMeant(item)) : undefined);
}
