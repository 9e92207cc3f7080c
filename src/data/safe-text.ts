import { oneLine } from './words';

// The one door through which text of the input gets into an output: a name may hold anything, and must not move the cursor, add a line, turn the order of
// the text around, or become a command of the workflow, a link or a tag.

/** Control characters, line and paragraph separators, and characters that change the direction of text; not line breaks. */
const UNSAFE = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const HARMLESS = /^[\x20-\x7e]*$/;

/** One line for a terminal. */
export function safeLine(text: string): string {
  return HARMLESS.test(text) ? text : oneLine(text).replace(UNSAFE, '\ufffd');
}

/** Text for a terminal whose line breaks are meant. */
export function safeLines(text: string): string {
  return text.replace(UNSAFE, '\ufffd');
}

/** The message of a workflow command of GitHub, which may have several lines. */
export function safeGithubMessage(text: string): string {
  const lines = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return safeLines(lines);
}

/** The value of a property of a workflow command of GitHub. */
export function safeGithubProperty(text: string): string {
  return safeGithubMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A part of a sentence in Markdown: no link, image, tag, code or emphasis begins in it. */
export function safeMarkdown(text: string): string {
  return safeLine(text).replace(/[\\`<[\]*]|(?<!\w)_|_(?!\w)/g, '\\$&');
}

/** Code inside of a sentence in Markdown. */
export function safeMarkdownCode(text: string): string {
  const line = safeLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  return fence.length === 1 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** A block of code in Markdown, with its fences, as lines. */
export function safeMarkdownBlock(text: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [fence, safeLines(text), fence];
}

/** JSON in which nothing acts on a terminal; it stands for the same data. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(UNSAFE, escape);
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Text in XML or HTML, also as the value of an attribute. */
export function safeXml(text: string): string {
  return escaped(safeLine(text));
}

/** Text in XML or HTML whose line breaks and tabs are meant, such as a part of a file. */
export function safeXmlLines(text: string): string {
  return text.replace(/[^\t]+/g, part => escaped(safeLines(part)));
}

/** JSON inside of a `script` element of HTML: nothing in it ends the element, and it stands for the same data. */
export function safeScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&]/g, escape).replace(UNSAFE, escape);
}

function escaped(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, '\ufffd').replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** A character as an escape sequence of JSON. */
function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
