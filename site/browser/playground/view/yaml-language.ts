import { StreamLanguage, StringStream } from '@codemirror/language';

/** What the line so far tells about the next ones. */
interface State {
  /** The quote of a text that goes on. */
  quote: string | undefined;
  /** The indentation of the line whose value is the block of text that goes on. */
  block: number | undefined;
}

const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#&*!|>'"%@`{}[\],?:-](?:[^#:]|:(?!\s|$)|[^\s]#)*?|-(?:[^\s#:]|:(?!\s|$))+)(?=\s*:(?:\s|$))/;
const BLOCK_HEAD = /^[|>][-+\d]*(?=\s*(?:#.*)?$)/;
const WORDS: readonly (readonly [pattern: RegExp, token: string])[] = [
  [/^(?:---|\.\.\.)(?=\s|$)/, 'meta'],
  [/^%.*/, 'meta'],
  [/^[&*][^\s,[\]{}]+/, 'labelName'],
  [/^!\S*/, 'typeName'],
];

/** Tells keys, texts and comments apart, which is all that the editor colors. A parser with a tree would be a tenth of the page's script. */
export const yamlLanguage = StreamLanguage.define<State>({
  name: 'yaml',
  startState: () => ({ quote: undefined, block: undefined }),
  token: (stream, state) => {
    if (state.block !== undefined && stream.sol() && inBlock(stream, state.block)) {
      stream.skipToEnd();
      return 'string';
    }
    if (state.quote !== undefined) {
      return readQuoted(stream, state);
    }
    return stream.eatSpace() ? null : readToken(stream, state);
  },
  languageData: { commentTokens: { line: '#' } },
});

function inBlock(stream: StringStream, block: number): boolean {
  return /^\s*$/.test(stream.string) || stream.indentation() > block;
}

function readToken(stream: StringStream, state: State): string | null {
  state.block = undefined;
  if (stream.peek() === '#') {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(BLOCK_HEAD)) {
    state.block = stream.indentation();
    return 'meta';
  }
  if (stream.match(KEY)) {
    return 'propertyName';
  }
  const word = WORDS.find(([pattern]) => stream.match(pattern));
  if (word) {
    return word[1];
  }
  const start = stream.next();
  if (start === '"' || start === "'") {
    state.quote = start;
    return readQuoted(stream, state);
  }
  // The rest of a plain value, up to what can end it.
  if (!/[-[\]{},:?]/.test(start!)) {
    stream.match(/^(?:[^\s,[\]{}:]|:(?!\s|$))*/);
  }
  return null;
}

function readQuoted(stream: StringStream, state: State): string {
  const text = state.quote === '"' ? /^(?:[^"\\]|\\.?)*/ : /^(?:[^']|'')*/;
  stream.match(text);
  if (stream.eat(state.quote!)) {
    state.quote = undefined;
  }
  return 'string';
}
