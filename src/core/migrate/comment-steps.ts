import { grouped } from '../../data/grouped';
import { DataPath } from '../../data/path';
import { PodModel } from '../../kubernetes/pod';
import { ManualStep, Plan } from '../../migration/plan';
import { removedWords } from '../../migration/removed-words';
import { ManifestDocument } from '../../yaml/parse';
import { lineIn } from '../../yaml/places';
import { splitDocuments } from '../../yaml/split';
import { CommentLine, commentsOf, isSwitchedOff, maySwitchOff } from '../../yaml/switched-off';

/** How many lines a step shows. */
const MOST_SHOWN = 4;

/** A pod that was changed, and where its object is in the document. */
interface ChangedPod {
  readonly plan: Plan;
  readonly pod?: PodModel;
  readonly objectPath?: DataPath;
}

/** Adds what a person has to look at in the comments of the changed documents. */
export function withComments<Pod extends ChangedPod & { readonly document: number }>(
  documents: readonly ManifestDocument[], result: string, pods: readonly Pod[],
): readonly (Pod & { readonly comments?: readonly ManualStep[] })[] {
  const after = splitDocuments(result);
  const changed = grouped(pods.filter(({ plan, objectPath }) => plan.edits.length > 0 && objectPath !== undefined), ({ document }) => document);
  const steps = new Map(documents.filter(({ text, index }) => text.includes('#') && changed.has(index) && after[index] !== undefined).flatMap(document => {
    const own = changed.get(document.index)!;
    return commentSteps(document, after[document.index].text, own).map((found, index) => [own[index], found] as const);
  }));
  return pods.map(pod => steps.has(pod) ? { ...pod, comments: steps.get(pod) } : pod);
}

/**
 * What a person has to look at in the comments of a document, for each of its changed pods: lines that were commented out inside of what was removed, and others that still
 * mention it.
 *
 * @param after the text of the document after the migration
 */
function commentSteps(document: ManifestDocument, after: string, pods: readonly ChangedPod[]): ManualStep[][] {
  const comments = commentsOf(document.text, document.value).filter(maySwitchOff);
  if (comments.length === 0) {
    return pods.map(() => []);
  }
  const kept = countOf(after);
  const isLost = new Set(comments.filter(({ text }) => !takeOne(kept, text)));
  const starts = pods.map(({ objectPath }) => pods.length === 1 ? 0 : lineIn(document, objectPath!) - document.firstLine);
  return pods.map(({ plan, pod }, index) => {
    const isOwn = ({ line }: CommentLine) => line >= starts[index] && !starts.some(start => start > starts[index] && start <= line);
    const own = comments.filter(isOwn);
    const words = removedWords(pod!.manifest, plan);
    return [
      ...stepAbout(own.filter(line => isLost.has(line) && isSwitchedOff(line)), 'what was removed held lines that were commented out, which are gone, too', 'put them back if you still need them'),
      ...stepAbout(own.filter(line => !isLost.has(line) && words.some(word => line.text.includes(word))),
        'lines that are commented out still mention what was removed', 'remove them, or change them before you use them again'),
    ];
  });
}

function stepAbout(lines: readonly CommentLine[], what: string, advice: string): ManualStep[] {
  const shown = lines.slice(0, MOST_SHOWN).map(({ text }) => `'${text}'`).join(', ');
  const rest = lines.length > MOST_SHOWN ? ` and ${lines.length - MOST_SHOWN} more` : '';
  return lines.length === 0 ? [] : [{ rule: null, why: `${what} (${shown}${rest}): ${advice}` }];
}

/** How often each line of a text is there. */
function countOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r\n|\n|\r/)) {
    const own = line.trim();
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return counts;
}

function takeOne(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  counts.set(text, count - 1);
  return count > 0;
}
