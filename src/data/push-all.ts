/** Adds all items to a list: `push(...items)` puts each item on the stack, which is too small for a large input. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) {
    list.push(item);
  }
}
