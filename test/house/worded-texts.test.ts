import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import * as ts from 'typescript';

const root = join(__dirname, '..', '..');

/** The rooms whose sentences a user of constructs reads. */
const ROOMS = ['catalog', 'drawing', 'knowledge', 'meshes', 'rules', 'sidecars', 'simulator', 'workloads'];

/** Fields of Kubernetes that are also the names of public members. Sentences mean the fields. */
const FIELDS = ['activeDeadlineSeconds', 'restartPolicy', 'targetPort'];

/** The public members whose names are not the same in Python. */
function publicMembers(): Set<string> {
  const { types } = JSON.parse(readFileSync(join(root, '.jsii'), 'utf8')) as { types: { [name: string]: { [kind in 'properties' | 'methods']?: { name: string }[] } } };
  const names = Object.values(types).flatMap(({ properties = [], methods = [] }) => [...properties, ...methods].map(({ name }) => name));
  return new Set(names.filter(name => /^[a-z].*[A-Z]/.test(name) && !FIELDS.includes(name)));
}

const MEMBERS = publicMembers();

/** The members that a text names: in quotes, called, or as the subject of a sentence. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/'(?<quoted>[a-z]\w*)(\(\))?'|\b(?<called>[a-z]\w*)\(|\b(?<subject>[a-z]\w*)(?= (of|is|to|call)\b)/g)]
    .map(({ groups: { quoted, called, subject } = {} }) => quoted ?? called ?? subject)
    .filter(name => MEMBERS.has(name));
}

/** The sentences of a source that are no wordings: in an error, or in the check of a rule. */
function plainSentences(source: string, isRule: boolean): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node, isSaid: boolean) => {
    const isTagged = ts.isTaggedTemplateExpression(node.parent ?? node);
    if (isSaid && ts.isStringLiteralLike(node) && !isTagged) {
      texts.push(node.text);
    } else if (isSaid && ts.isTemplateExpression(node) && !isTagged) {
      texts.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'));
    }
    const isError = ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
    ts.forEachChild(node, child => visit(child, isSaid || isError || (isRule && ts.isFunctionLike(node))));
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true), false);
  return texts.filter(text => text.includes(' '));
}

test('the sentences of errors and rules are found', () => {
  expect(plainSentences("const why = 'not this'; throw new Error(`'${x}' has no 'appPort'`);", false)).toEqual(["'…' has no 'appPort'"]);
  expect(plainSentences("const rule = { fix: 'Not this', check: () => ({ fix: \"remove 'preStopDelay'\", message: wording`nor this` }) };", true)).toEqual(["remove 'preStopDelay'"]);
  expect(namedIn("set 'preStopDelay', or call startsAfterInit('x'); targetPort of '…'")).toEqual(['preStopDelay', 'startsAfterInit']);
});

test.each(ROOMS)('what src/%s says about members of constructs is a wording, so that every language spells them in its way', room => {
  const folder = join(root, 'src', room);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
  const plain = files.flatMap(file => plainSentences(readFileSync(join(folder, file), 'utf8'), room === 'rules').filter(text => namedIn(text).length > 0).map(text => `${file}: ${text}`));

  expect(plain).toEqual([]);
});
