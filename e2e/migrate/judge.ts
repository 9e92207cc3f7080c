import { Answer, Document } from '../server-dry-run';

/** One object as it was given and as the migration left it. */
export interface Pair {
  readonly file: string;
  readonly title: string;
  readonly before: Document;
  readonly after: Document;
  /** Whether the migration changed it. */
  readonly isChanged: boolean;
}

/**
 * What the API server's two answers mean.
 *
 * `kept`: accepted before and after. `broken`: accepted before, refused after. `mended`: refused before, accepted after. `not-judged`: the server takes it
 * neither before nor after, because it does not know the kind, or because of something that has nothing to do with sidecars.
 */
export type Judgment = 'kept' | 'broken' | 'mended' | 'not-judged';

/** An object with what was said about it. */
export interface Judged {
  readonly pair: Pair;
  readonly judgment: Judgment;
  /** Why it was refused; empty when it was not. */
  readonly why: string;
}

/** Pairs the objects of a file with those of the migrated file: a migration makes and removes none. */
export function pairsOf(before: readonly Document[], after: readonly Document[]): Pair[] {
  if (before.length !== after.length) {
    throw new Error(`${before[0]?.file ?? after[0]?.file}: ${before.length} objects before the migration, ${after.length} after it`);
  }
  return before.map((document, index) => ({
    file: document.file,
    title: titleOf(document),
    before: document,
    after: after[index],
    isChanged: JSON.stringify(document.manifest) !== JSON.stringify(after[index].manifest),
  }));
}

/** Says what two answers mean. */
export function judge(pair: Pair, before: Answer, after: Answer): Judged {
  if (before.verdict === 'accepted') {
    return after.verdict === 'accepted' ? { pair, judgment: 'kept', why: '' } : { pair, judgment: 'broken', why: after.why };
  }
  if (after.verdict === 'accepted') {
    return { pair, judgment: 'mended', why: before.why };
  }
  return { pair, judgment: 'not-judged', why: after.why === before.why ? before.why : `${before.why}; after the migration: ${after.why}` };
}

function titleOf({ manifest, problem }: Document): string {
  return problem ? '(unreadable)' : `${manifest.kind}/${manifest.metadata?.name ?? manifest.metadata?.generateName ?? '(no name)'}`;
}
