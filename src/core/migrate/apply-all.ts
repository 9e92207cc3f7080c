import { Edit, EditRefused } from '../../edits/edit';
import { applyEdits } from '../../yaml/edit/apply';
import { RepeatedKey, repeatedText } from '../../yaml/repeated-key';

/** Applies the edits of all documents; skips a document whose edits cannot be applied, and records the reason. */
export function applyAll(text: string, edits: ReadonlyMap<number, readonly Edit[]>, refused: Map<number, string>): string {
  try {
    return applyEdits(text, edits);
  } catch (error) {
    mustBeRefusal(error);
  }
  const possible = new Map<number, readonly Edit[]>();
  for (const [index, own] of edits) {
    try {
      applyEdits(text, new Map([[index, own]]));
      possible.set(index, own);
    } catch (error) {
      mustBeRefusal(error);
      refused.set(index, (error as Error).message);
    }
  }
  return possible.size > 0 ? applyEdits(text, possible) : text;
}

/** Throws again what is no refusal of an edit. */
export function mustBeRefusal(error: unknown): void {
  if (!(error instanceof EditRefused)) {
    throw error;
  }
}

/** Why the edits of a document are refused: a key that is there twice hides what the edits are about. */
export function refusalOf(reason: string, repeated: RepeatedKey | undefined): string {
  return repeated ? `the text cannot be changed, because ${repeatedText(repeated)}` : `the edits would also change other parts of the file: ${reason}`;
}
