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
    return name === undefined ? [] : [{ name, module: `./${family}/${path.basename(file, '.ts')}`, errors: text.includes('Severity.ERROR') }];
  }));
}

function write(file, summary, constant, list) {
  const imports = [...list].sort((a, b) => a.module < b.module ? -1 : 1).map(({ name, module }) => `import { ${name} } from '${module}';`);
  const text = `// Written by projenrc/list-rules.js from the files of the families: do not edit.
import type { Rule } from './engine/rule';
${imports.join('\n')}

/** ${summary} */
export const ${constant}: readonly Rule[] = ([
${list.map(({ name }) => `  ${name},`).join('\n')}
] as Rule[]).sort((a, b) => a.id < b.id ? -1 : 1);
`;
  const target = path.join(FOLDER, file);
  if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) {
    fs.writeFileSync(target, text);
  }
}

const all = rules();
write('rule-list.ts', 'Every rule that applies to manifests, sorted by id.', 'CHECKED_RULES', all);
write('rules-with-errors.ts', 'The rules that can report an error, sorted by id.', 'RULES_WITH_ERRORS', all.filter(rule => rule.errors));
