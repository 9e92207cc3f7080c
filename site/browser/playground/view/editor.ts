import { history, historyKeymap, indentWithTab, standardKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { colors } from './editor-colors';
import { yamlLanguage } from './yaml-language';
import { ShownFinding } from '../analysis/findings';

/** What the editor tells the page. */
export interface EditorEvents {
  /** The text changed. */
  readonly changed: (text: string) => void;
  /** The cursor went to another line, counted from 1. */
  readonly moved: (line: number) => void;
}

/** The editor for manifests. Tab indents; Escape and then Tab leaves it. */
export class Editor {
  private readonly view: EditorView;
  private line = 1;

  public constructor(parent: HTMLElement, events: EditorEvents) {
    const listener = EditorView.updateListener.of(({ state, docChanged }) => {
      if (docChanged) {
        events.changed(state.doc.toString());
      }
      const line = state.doc.lineAt(state.selection.main.head).number;
      if (line !== this.line) {
        this.line = line;
        events.moved(line);
      }
    });
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: [...extensions(), listener] }) });
  }

  /** Replaces the text by another one, as one step that can be undone. What stays keeps its place. */
  public replace(text: string): void {
    const old = this.view.state.doc.toString();
    const { start, end } = sameEnds(old, text);
    this.view.dispatch({ changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) } });
  }

  /** Replaces the text and goes to its beginning. */
  public open(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }

  /** Underlines findings. */
  public underline(findings: readonly ShownFinding[]): void {
    const { length } = this.view.state.doc;
    const marks = findings.filter(({ to }) => to <= length).map(({ from, to, severity, rule, message, fix }): Diagnostic => ({
      from,
      to,
      severity,
      source: rule,
      message: fix === undefined ? message : `${message}: ${fix}`,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Selects a part of the text and shows it. */
  public select(from: number, to: number): void {
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.view.focus();
  }
}

function extensions() {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    indentUnit.of('  '),
    yamlLanguage,
    colors,
    placeholder('Paste a manifest here'),
    EditorView.contentAttributes.of({ 'aria-label': 'Manifest', 'tabindex': '0', 'spellcheck': 'false', 'autocapitalize': 'off' }),
    keymap.of([...standardKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
  ];
}

/** How many characters two texts share at their beginning and at their end. */
function sameEnds(one: string, other: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) {
    end++;
  }
  return { start, end };
}
