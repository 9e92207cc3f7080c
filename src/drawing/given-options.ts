import { TimelinePictureOptions, TimelineTextOptions } from './picture-options';
import { checkProps, FLAG, Kinds, NUMBER, TEXT } from '../data/arguments';
import { Caller } from '../data/language';

const PICTURE_KINDS: Kinds<TimelinePictureOptions> = { title: TEXT };
const TEXT_KINDS: Kinds<TimelineTextOptions> = { width: NUMBER, ascii: FLAG };

/** The heading that a caller passes, who may have no type checks. Null stands for none. */
export function givenTitle(options: TimelinePictureOptions | null, caller: Caller): string | undefined {
  checkProps('the picture of a timeline', options ?? {}, PICTURE_KINDS, caller);
  return options?.title ?? undefined;
}

/** The layout that a caller passes, who may have no type checks. Null stands for none. */
export function givenLayout(options: TimelineTextOptions | null, caller: Caller): TimelineTextOptions {
  checkProps('the text of a timeline', options ?? {}, TEXT_KINDS, caller);
  return { width: options?.width ?? undefined, ascii: options?.ascii ?? undefined };
}
