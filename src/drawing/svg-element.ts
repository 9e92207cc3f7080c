import { safeXml } from '../data/safe-text';

/** The attributes of an element; undefined ones are left out. */
export type Attributes = { readonly [name: string]: string | number | undefined };

/** An element of SVG. Text of the input becomes safe here. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== '').map(([key, value]) => ` ${key}="${safeXml(String(value))}"`).join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** A line of text. */
export function text(content: string, x: string | number, y: number, style: string, dx = 0): string {
  return element('text', { class: style.trim(), x, y, dx: dx === 0 ? undefined : dx }, safeXml(content));
}

/** A position from 0 to 1 as a percentage: pictures are as wide as their place. */
export function percent(position: number): string {
  return `${Math.round(position * 10000) / 100}%`;
}

/** The margin on each side of a picture, in shares of its width. */
export const MARGIN = 0.02;

/** A vertical line. */
export function upright(position: number, from: number, to: number, style: string): string {
  return element('line', { class: style, x1: percent(position), y1: from, x2: percent(position), y2: to });
}

/** A bar between two positions. */
export function bar(from: number, to: number, y: number, height: number, attributes: Attributes): string {
  return element('rect', { x: percent(from), y, width: percent(to - from), height, ...attributes });
}
