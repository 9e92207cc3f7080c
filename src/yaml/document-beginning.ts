import { TextRegion } from './line-starts';

/**
 * The first line of a document's content; it is known without looking through the rest.
 *
 * @param text the text of the document
 * @param firstLine the line of the file on which the text begins
 * @param line the line of the file on which the content begins
 */
export function beginningOf({ text, firstLine, line }: { readonly text: string; readonly firstLine: number; readonly line: number }): TextRegion {
  const [content = ''] = text.split(/\r\n|\n|\r/, line - firstLine + 1).slice(-1);
  const [before] = /^(?:---)?[ \t]*/.exec(content)!;
  const comment = content.slice(before.length).search(/[ \t]#/);
  const words = content.slice(before.length, comment < 0 ? undefined : before.length + comment).trimEnd();
  return { line, column: before.length + 1, endLine: line, endColumn: before.length + 1 + Math.max(words.length, 1) };
}
