/** A document of a YAML stream, as text. */
export interface DocumentText {
  /** Its index in the stream, from 0. */
  readonly index: number;
  /** Its text, with its directives and its `---`. */
  readonly text: string;
  /** The line on which its text begins, from 1. */
  readonly firstLine: number;
  /** The line on which its content begins, behind comments and `---`, from 1; undefined when it is empty. */
  readonly contentLine?: number;
}

// YAML forbids a marker inside a document, even in quoted and block scalars, so it is enough to look at the line.
const MARKER = /(?:^\ufeff?|\r\n|\n|\r)(---|\.\.\.)(?=[ \t\r\n]|$)/g;
const LINE_BREAK = /\r\n|\n|\r/g;
const EMPTY_LINE = /[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|$)/y;
const DIRECTIVE_OR_EMPTY_LINE = /(?:%[^\r\n]*|[ \t]*(?:#[^\r\n]*)?)(?:\r\n|\n|\r|$)/y;

/**
 * Splits a YAML stream into its documents, so that one bad document does not make the others unreadable.
 *
 * Documents are counted as YAML libraries, `yq` and kubectl count them: every `---` begins one, even without content; comments and directives before
 * the first `---` belong to the document that it begins, and the text between `...` and the next document belongs to none.
 */
export function splitDocuments(stream: string): DocumentText[] {
  const splitter = new Splitter(stream);
  for (const match of stream.matchAll(MARKER)) {
    const at = match.index + match[0].length - 3;
    if (match[1] === '...') {
      splitter.end(at);
      splitter.begin(at + 3 + restOfLine(stream, at + 3), false);
    } else if (splitter.isProlog(at)) {
      splitter.marked = true;
    } else {
      splitter.end(at);
      splitter.begin(at, true);
    }
  }
  splitter.end(stream.length);
  return splitter.documents;
}

class Splitter {
  public readonly documents: DocumentText[] = [];
  /** Whether the document that is being collected has its `---`. */
  public marked = false;

  private start: number;
  private line = 1;

  public constructor(private readonly stream: string) {
    this.start = stream.startsWith('\ufeff') ? 1 : 0;
  }

  public begin(at: number, marked: boolean): void {
    this.line += countLines(this.stream, this.start, at);
    this.start = at;
    this.marked = marked;
  }

  /** Whether only comments and directives have been seen since the last document. */
  public isProlog(at: number): boolean {
    return !this.marked && contentStart(this.stream.slice(this.start, at), DIRECTIVE_OR_EMPTY_LINE) === undefined;
  }

  public end(at: number): void {
    const text = this.stream.slice(this.start, at);
    const content = this.marked ? contentBehindMarker(text) : contentStart(text, EMPTY_LINE);
    if (this.marked || content !== undefined) {
      const contentLine = content === undefined ? undefined : this.line + countLines(text, 0, content);
      this.documents.push({ index: this.documents.length, text, firstLine: this.line, contentLine });
    }
  }
}

function contentBehindMarker(text: string): number | undefined {
  const marker = new RegExp(MARKER).exec(text)!;
  const behind = marker.index + marker[0].length;
  const content = contentStart(text.slice(behind), EMPTY_LINE);
  return content === undefined ? undefined : behind + content;
}

/** Where the first line with content begins; undefined when there is none. */
function contentStart(text: string, nothing: RegExp): number | undefined {
  let at = 0;
  while (at < text.length) {
    nothing.lastIndex = at;
    const match = nothing.exec(text);
    if (!match) {
      return at;
    }
    at += match[0].length;
  }
  return undefined;
}

function restOfLine(text: string, at: number): number {
  const rest = /[^\r\n]*(?:\r\n|\n|\r|$)/y;
  rest.lastIndex = at;
  return rest.exec(text)![0].length;
}

function countLines(text: string, start: number, end: number): number {
  return text.slice(start, end).match(LINE_BREAK)?.length ?? 0;
}
