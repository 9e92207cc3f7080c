/** An element that every page has. */
export function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
