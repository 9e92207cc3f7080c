import { diff } from './lazy';
import { grouped } from '../data/grouped';

/** A line, and whether it stays, is removed or is added. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Texts with more changes are first cut at lines that both have once: the time of the library grows with the square of the changes. */
const MOST_CHANGES = 300;

/** Compares two lists of lines. */
export function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) {
    start++;
  }
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++;
  }
  const head = signed(' ', before.slice(0, start));
  const tail = signed(' ', before.slice(before.length - end));
  return head.concat(compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)), tail);
}

function compareMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length === 0 || after.length === 0) {
    return [...signed('-', before), ...signed('+', after)];
  }
  const changes = diff().diffArrays([...before], [...after], { maxEditLength: MOST_CHANGES });
  return changes ? changes.flatMap(({ added, removed, value }) => signed(added ? '+' : removed ? '-' : ' ', value)) : betweenAnchors(before, after);
}

/** Compares what stands between lines that both have; without such a line, everything goes and everything comes. */
function betweenAnchors(before: readonly string[], after: readonly string[]): DiffLine[] {
  const anchors = anchorsOf(before, after);
  if (anchors.length === 0) {
    return [...signed('-', before), ...signed('+', after)];
  }
  const parts: DiffLine[][] = [];
  let [old, now] = [0, 0];
  for (const { old: nextOld, now: nextNow } of anchors) {
    parts.push(compareLines(before.slice(old, nextOld), after.slice(now, nextNow)), signed(' ', [before[nextOld]]));
    [old, now] = [nextOld + 1, nextNow + 1];
  }
  parts.push(compareLines(before.slice(old), after.slice(now)));
  return parts.flat();
}

/** Where a line stands in both texts. */
interface Anchor {
  readonly old: number;
  readonly now: number;
}

/** The most lines that both texts have exactly once, and in the same order. */
function anchorsOf(before: readonly string[], after: readonly string[]): Anchor[] {
  const single = [...grouped([...after.keys()], now => after[now])].filter(([, all]) => all.length === 1);
  const places = new Map(single.map(([text, [now]]) => [text, now]));
  const once = [...grouped([...before.keys()], old => before[old])].filter(([text, all]) => all.length === 1 && places.has(text));
  return longestRising(once.map(([text, [old]]) => ({ old, now: places.get(text)! })));
}

/** The longest part of a list in which the new places rise as the old ones do. */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  const piles: number[] = [];
  const previous: (number | undefined)[] = [];
  anchors.forEach(({ now }, index) => {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (anchors[piles[middle]].now < now) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    previous[index] = piles[low - 1];
    piles[low] = index;
  });
  const rising: Anchor[] = [];
  for (let index = piles.at(-1); index !== undefined; index = previous[index]) {
    rising.push(anchors[index]);
  }
  return rising.reverse();
}

function signed(sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] {
  return lines.map(text => ({ sign, text }));
}
