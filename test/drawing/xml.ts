/** An element of a parsed picture. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: XmlElement[];
  text: string;
}

const TOKEN = /<(\/?)([a-z][\w:-]*)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** Parses XML as strictly as a browser does with an SVG file; throws at the first mistake. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(xml);
    const parent = open[open.length - 1];
    if (!token) {
      throw new Error(`no XML at ${xml.slice(at, at + 60)}`);
    }
    const [, closing, name, attributes, empty, text] = token;
    if (text !== undefined) {
      parent.text += decode(text);
    } else if (closing) {
      if (open.pop()!.name !== name) {
        throw new Error(`</${name}> closes <${parent.name}>`);
      }
    } else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, decode(value)] as const);
      if (new Set(pairs.map(([key]) => key)).size !== pairs.length) {
        throw new Error(`<${name}> has an attribute twice`);
      }
      const element: XmlElement = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      parent.children.push(element);
      if (!empty) {
        open.push(element);
      }
    }
  }
  if (open.length !== 1 || root.children.length !== 1) {
    throw new Error('an element is not closed, or there are several roots');
  }
  return root.children[0];
}

/** All elements below one, in the order of the document. */
export function allIn(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(allIn)];
}

/** The elements with a name, and with a class if one is given. */
export function find(root: XmlElement, name: string, style?: string): XmlElement[] {
  return allIn(root).filter(one => one.name === name && (style === undefined || (one.attributes.class ?? '').split(' ').includes(style)));
}

function decode(text: string): string {
  if (/&(?!#\d+;|amp;|lt;|gt;)/.test(text)) {
    throw new Error(`a bare & in ${text}`);
  }
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
