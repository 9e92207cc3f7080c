// Run before the compiler: writes the lists of all rules and of those that may report an error, so that a new rule is one file in the folder of its family.
// A rule is what a file exports as `export const NAME: Rule = {`; it may report an error if the file says so (Severity.ERROR).
const fs = require('fs');
const path = require('path');

const FOLDER = path.join(__dirname, '..', 'src', 'rules');
const FAMILIES = ['start', 'order', 'stop', 'jobs', 'leftovers', 'platform'];
const RULE = /^export const (\w+): Rule = \{/m;

function rules() {
  return FAMILIES.flatMap(family => fs.readdirSync(path.join(FOLDER, family)).sort().flatMap(file => {
    const text = fs.readFileSync(path.join(FOLDER, family, file), 'utf8');
    const [, name] = RULE.exec(text) ?? [];
    return name === undefined ? [] : [{ name, text, module: `./${family}/${path.basename(file, '.ts')}`, errors: text.includes('Severity.ERROR') }];
  }));
}

/** What decides whether and when a rule is checked, as its file says it. */
function terms({ name, text }) {
  const [id, severity, needs, isLast] = [/^  id: (.*),$/m, /^  severity: (.*),$/m, /^  needs: (.*),$/m, /^  isLast: (.*),$/m].map(term => term.exec(text)?.[1]);
  if (id === undefined || severity === undefined) {
    throw new Error(`${name} must have lines 'id: …,' and 'severity: …,'`);
  }
  return { id, severity, ...(needs === undefined ? {} : { needs }), ...(isLast === undefined ? {} : { isLast }) };
}

function listOfRules(list) {
  return `export const CHECKED_RULES: readonly Rule[] = ([
${list.map(({ name }) => `  ${name},`).join('\n')}
] as Rule[]).sort((a, b) => a.id < b.id ? -1 : 1);`;
}

/** In the library, the module of a rule loads when the rule is first checked: see projenrc/at-once.js. */
function listOfQuestions(list) {
  const questions = list.map(rule => ({ ...terms(rule), check: `(context, others) => ${rule.name}.check(context, others)` })).sort((a, b) => a.id < b.id ? -1 : 1);
  return `export const RULES_WITH_ERRORS: readonly Question[] = [
${questions.map(terms => `  { ${Object.entries(terms).map(([key, value]) => `${key}: ${value}`).join(', ')} },`).join('\n')}
];`;
}

function write(file, summary, types, list, constant) {
  const imports = [...list].sort((a, b) => a.module < b.module ? -1 : 1).map(({ name, module }) => `import { ${name} } from '${module}';`);
  const text = `// Written by projenrc/list-rules.js from the files of the families: do not edit.
${[...types, ...imports].join('\n')}

/** ${summary} */
${constant(list)}
`;
  const target = path.join(FOLDER, file);
  if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) {
    fs.writeFileSync(target, text);
  }
}

const all = rules();
write('rule-list.ts', 'Every rule that applies to manifests, sorted by id.', ["import type { Rule } from './engine/rule';"], all, listOfRules);
write(
  'rules-with-errors.ts',
  'The rules that can report an error, sorted by id.',
  ["import { Severity } from './engine/finding';", "import type { Question } from './engine/rule';"],
  all.filter(rule => rule.errors),
  listOfQuestions,
);
