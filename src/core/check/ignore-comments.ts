import { PodModel } from '../../kubernetes/pod';
import { findRule } from '../../rules/all-rules';
import { containerPath } from '../../rules/engine/place';
import { ManifestDocument } from '../../yaml/parse';
import { lineIn } from '../../yaml/places';
import { InputProblem } from '../../yaml/problem';
import { LocatedPod } from '../pods';

/** Part of every ignore comment; documents without it are skipped. */
const MARK = 'cdk8s-sidecars:';
const COMMENT = /(?:^|\s)#\s*cdk8s-sidecars:[ \t]*ignore\b[ \t]*(.*)$/;
/** A comment that names a rule, but with another word than `ignore`. */
const OTHER_WORD = /(?:^|\s)#\s*cdk8s-sidecars:.*\bNS\d/i;
const IDS = /^((?:NS\d+[ \t,]*)*)[ \t]*[-–—:]*[ \t]*(.*)$/i;

/** What to write instead, about the same rules. */
function form(ids: readonly string[]): string {
  return `write '# cdk8s-sidecars: ignore ${ids.length === 0 ? 'NS304' : ids.join(', ')} <reason>'`;
}

/** One comment: the rules that it ignores, and the reason. */
interface IgnoreComment {
  /** Its line in the document, from 0. */
  readonly place: number;
  readonly ids: readonly string[];
  readonly reason: string;
}

/** The comments at a container or at the place of a finding, by line, each with the rules whose findings it accepts. */
type UsedComments = Map<number, Set<string>>;

/** What the comments of a document ignore: for a whole container, and for the line that a finding points to. */
export interface Ignored {
  /** Whether the document may have a comment at all. */
  readonly isPossible: boolean;
  /** Why a rule is ignored for a container, or on the lines of a finding, from 1; undefined if it is not. The lines are computed only if necessary. */
  readonly reason: (pod: PodModel, container: string | undefined, rule: string, linesOf?: () => readonly number[]) => string | undefined;
  /** Comments without effect, and why. Call it after all findings are known. */
  readonly notes: () => InputProblem[];
}

const NOTHING: Ignored = { isPossible: false, reason: () => undefined, notes: () => [] };

/** Reads the comments of a document. A comment is at the end of, or directly above, the first line of a container, the line that a finding points to, or a line that leads there. */
export function readIgnoreComments(document: ManifestDocument, pods: readonly LocatedPod[]): Ignored {
  if (!document.text.includes(MARK)) {
    return NOTHING;
  }
  const lines = document.text.split(/\r\n|\n|\r/);
  const used: UsedComments = new Map();
  const known = new Map<number, readonly IgnoreComment[]>();
  const commentsAt = (line: number) => {
    const comments = known.get(line) ?? commentLines(lines, line - document.firstLine).map((place): IgnoreComment => {
      used.set(place, used.get(place) ?? new Set());
      return { place, ...parseComment(COMMENT.exec(lines[place])![1]) };
    });
    known.set(line, comments);
    return comments;
  };
  const byPod = new Map(pods.map(({ pod, objectPath }) => [pod, new Map(pod.containers.map(container =>
    [container.name, commentsAt(lineIn(document, [...objectPath, ...containerPath(pod, container.name)!]))]))]));
  return {
    isPossible: true,
    reason: (pod, container, rule, linesOf) => {
      const found = [...byPod.get(pod)?.get(container ?? '') ?? [], ...(linesOf?.() ?? []).flatMap(commentsAt)]
        .filter(({ ids, reason }) => reason !== '' && ids.includes(rule));
      found.forEach(({ place }) => used.get(place)!.add(rule));
      return found[0]?.reason;
    },
    notes: () => lines.flatMap((line, place) => notesOn(document, line, place, used)),
  };
}

/** The lines of the comments that belong to a line: on the line itself, and in the unbroken run of comments above it. */
function commentLines(lines: readonly string[], first: number): number[] {
  const places = COMMENT.test(lines[first] ?? '') ? [first] : [];
  for (let above = first - 1; above >= 0 && /^\s*#/.test(lines[above]); above--) {
    if (COMMENT.test(lines[above])) {
      places.push(above);
    }
  }
  return places;
}

function parseComment(text: string): Omit<IgnoreComment, 'place'> {
  const [, ids, reason] = IDS.exec(text)!;
  return { ids: idsIn(ids), reason: reason.trim() };
}

function idsIn(text: string): string[] {
  return text.toUpperCase().match(/NS\d+/g) ?? [];
}

function notesOn(document: ManifestDocument, text: string, place: number, used: UsedComments): InputProblem[] {
  const column = text.search(/#\s*cdk8s-sidecars:/) + 1;
  const note = (message: string) => ({ file: document.file, line: document.firstLine + place, column, message });
  const comment = COMMENT.exec(text);
  if (!comment) {
    return OTHER_WORD.test(text) ? [note(`this comment has no effect because the word 'ignore' is missing: ${form(idsIn(text.slice(column)))}`)] : [];
  }
  const { ids, reason } = parseComment(comment[1]);
  const unknown = ids.filter(id => !findRule(id)).map(id => note(`unknown rule ${id}: run 'cdk8s-sidecars rules' to list all rules`));
  if (!used.has(place)) {
    return unknown.length > 0 ? unknown : [note('this comment has no effect here: put it at the end of the line that the finding points to, or of the first line of its container, or directly above one of them')];
  }
  if (ids.length === 0 || reason === '') {
    return [note(`this comment has no effect because ${ids.length === 0 ? 'it names no rule' : 'it gives no reason'}: ${form(ids)}`)];
  }
  const idle = ids.filter(id => findRule(id) && !used.get(place)!.has(id));
  return [...unknown, ...idle.map(id => note(`this comment has no effect because ${id} finds nothing here: remove ${ids.length > 1 ? id : 'it'}`))];
}
