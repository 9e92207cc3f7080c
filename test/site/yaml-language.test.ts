import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { yamlLanguage } from '../../site/browser/playground/view/yaml-language';

const HIGHLIGHTER = tagHighlighter([
  { tag: tags.propertyName, class: 'key' },
  { tag: tags.string, class: 'text' },
  { tag: tags.comment, class: 'comment' },
  { tag: tags.meta, class: 'meta' },
  { tag: tags.labelName, class: 'label' },
  { tag: tags.typeName, class: 'type' },
]);

/** The colored parts of a text, in order. */
function colored(text: string): string[] {
  const parts: string[] = [];
  highlightTree(yamlLanguage.parser.parse(text), HIGHLIGHTER, (from, to, name) => parts.push(`${name} ${text.slice(from, to)}`));
  return parts;
}

test.each<[string, string, string[]]>([
  ['keys and plain values', 'kind: Pod\nspec:\n  - name: web\n    -x: 1\n', ['key kind', 'key spec', 'key name', 'key -x']],
  ['an address is no key', 'image: ghcr.io/acme/web:1.4.2\nurl: http://localhost:80\n', ['key image', 'key url']],
  ['keys in quotes and with dots', '"a b": 1\napp.kubernetes.io/name: web\n', ['key "a b"', 'key app.kubernetes.io/name']],
  ['texts in quotes, also over lines', "a: 'it''s # no'\nb: \"x\n  y\" # c\n", ['key a', "text 'it''s # no'", 'key b', 'text "x', 'text   y"', 'comment # c']],
  ['a block of text, up to the next key', 'run: |-\n  exit 0 # no comment\n\n  key: no\nnext: 1\n', ['key run', 'meta |-', 'text   exit 0 # no comment', 'text   key: no', 'key next']],
  ['comments', '# all\na: b#c # d\n', ['comment # all', 'key a', 'comment # d']],
  ['documents, anchors and tags', '--- # x\na: &b !!str c\nd: *b\n', ['meta ---', 'comment # x', 'key a', 'label &b', 'type !!str', 'key d', 'label *b']],
  ['lists and objects in one line', 'a: [b, "c"]\nd: { e: f }\n', ['key a', 'text "c"', 'key d', 'key e']],
])('the editor colors %s', (_what, text, parts) => {
  expect(colored(text)).toEqual(parts);
});
