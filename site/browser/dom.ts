/** The attributes of an element; false and undefined leave one out. */
export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | ((event: Event) => void);
}

type Elements = HTMLElementTagNameMap;

/** Makes an element. A function is a listener for the event of its name. Text is never read as HTML. */
export function h<K extends keyof Elements>(name: K, attributes: Attributes = {}, ...children: (Node | string)[]): Elements[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(key, value);
    } else if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  element.append(...children);
  return element;
}

/** The element of the page with this id; the page and its script are built together. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no element '${id}'`);
  }
  return element as T;
}
