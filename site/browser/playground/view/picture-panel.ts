import { CLOSE_CALL_TITLE } from '../../../../src/simulator/close-call';
import { h } from '../../dom';
import { ShownText } from '../analysis/picture';

/** Shows a picture, or why there is none. */
export function showPicture(place: HTMLElement, { picture, why }: ShownText): void {
  if (!picture) {
    place.replaceChildren(h('p', { class: 'none' }, why ?? ''));
    return;
  }
  // The picture is an XML document with every name escaped; as one it can only become what it is.
  const { documentElement } = new DOMParser().parseFromString(picture.svg, 'image/svg+xml');
  place.replaceChildren(document.importNode(documentElement, true));
}

/** Lists what a picture follows from. */
export function showReasons(place: HTMLElement, { picture }: ShownText): void {
  const { closeCalls = [], known = [], assumptions = [] } = picture ?? {};
  const parts: [string, readonly string[]][] = [[CLOSE_CALL_TITLE, closeCalls], ['Known', known], ['Assumed', assumptions]];
  place.replaceChildren(...parts.filter(([, sentences]) => sentences.length > 0).flatMap(([name, sentences]) => [
    h('h3', {}, name),
    h('ul', {}, ...sentences.map(sentence => h('li', {}, sentence))),
  ]));
}
