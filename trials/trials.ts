import { RepositoryCopy } from './copy';
import { followPage } from './follow-page';

/** Makes a change in a copy and checks that it has the effect that it should; returns the only files that a person had to touch. */
export type Trial = (copy: RepositoryCopy) => readonly string[];

export const TRIALS: { readonly [name: string]: Trial } = {
  rule: copy => followPage(copy, 'docs/write-a-rule.md'),
  preset: copy => followPage(copy, 'docs/write-a-preset.md'),
};
