// Runs after the compiler: keeps in the declaration files what users can reach from the index. Editors complete and import everything that a declaration file
// holds, also what is marked as internal, and older compilers read every file that another one imports.
const fs = require('fs');
const path = require('path');
const ts = require('typescript');

const ENTRY = 'index.d.ts';
const ALL = '*';

const parse = text => ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.Latest, true);
const isInternal = node => node.getFullText().slice(0, node.getStart() - node.getFullStart()).includes('@internal');
const cut = (text, parts) => [...parts].sort((a, b) => b.pos - a.pos).reduce((rest, { pos, end, now = '' }) => rest.slice(0, pos) + now + rest.slice(end), text);

/** A text without its internal members, and without what nobody passes to the constructor of an internal class. */
function withoutInternal(text) {
  const parts = [];
  const visit = node => {
    if (ts.isConstructorDeclaration(node) && isInternal(node.parent) && node.parameters.length > 0) {
      parts.push({ pos: node.parameters.pos, end: node.parameters.end });
    } else if ((ts.isClassElement(node) || ts.isTypeElement(node)) && isInternal(node)) {
      parts.push({ pos: node.getFullStart(), end: node.end });
    } else {
      ts.forEachChild(node, visit);
    }
  };
  visit(parse(text));
  return cut(text, parts);
}

/** What a statement declares. */
function declaredBy(node) {
  const names = ts.isVariableStatement(node) ? node.declarationList.declarations.map(one => one.name) : [node.name];
  return names.flatMap(name => name === undefined ? [] : [name.text]);
}

/** The names in a statement, and the modules that it imports in place. */
function usedBy(statement) {
  const used = { names: new Set(), modules: [] };
  const visit = node => {
    if (ts.isIdentifier(node)) {
      used.names.add(node.text);
    } else if (ts.isImportTypeNode(node)) {
      used.modules.push(node.argument.literal.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return used;
}

/** The names that an import brings, each with its name in the other module. */
function broughtBy({ importClause }) {
  const { namedBindings } = importClause ?? {};
  if (namedBindings === undefined) {
    return [];
  }
  return ts.isNamespaceImport(namedBindings)
    ? [{ name: namedBindings.name.text, there: ALL, node: namedBindings }]
    : namedBindings.elements.map(node => ({ name: node.name.text, there: (node.propertyName ?? node.name).text, node }));
}

/** The declaration files below a folder, as far as the index needs them: the text of each. */
class PublicTypes {
  constructor(folder) {
    this.folder = folder;
    this.files = new Map();
    this.need(path.join(folder, ENTRY), ALL);
  }

  /** The texts by file, with nothing that is not needed. */
  texts() {
    return new Map([...this.files].map(([file, { source, needed }]) => [file, this.textOf(source, needed)]));
  }

  need(file, name) {
    if (!this.files.has(file)) {
      this.files.set(file, { source: parse(withoutInternal(fs.readFileSync(file, 'utf8'))), needed: new Set() });
    }
    const { source, needed } = this.files.get(file);
    if (needed.has(name)) {
      return;
    }
    needed.add(name);
    for (const statement of source.statements) {
      if (ts.isExportDeclaration(statement)) {
        this.needExported(file, statement, name);
      } else if (!ts.isImportDeclaration(statement) && (name === ALL || declaredBy(statement).includes(name))) {
        declaredBy(statement).forEach(one => needed.add(one));
        this.needUsed(file, statement);
      }
    }
  }

  needExported(file, { moduleSpecifier, exportClause }, name) {
    if (moduleSpecifier === undefined) {
      return;
    }
    const target = this.resolve(file, moduleSpecifier.text);
    if (exportClause === undefined || ts.isNamespaceExport(exportClause)) {
      this.need(target, exportClause === undefined ? name : ALL);
      return;
    }
    exportClause.elements.filter(one => name === ALL || one.name.text === name).forEach(one => this.need(target, (one.propertyName ?? one.name).text));
  }

  needUsed(file, statement) {
    const { source } = this.files.get(file);
    const { names, modules } = usedBy(statement);
    modules.filter(one => one.startsWith('.')).forEach(one => this.need(this.resolve(file, one), ALL));
    for (const other of source.statements) {
      if (ts.isImportDeclaration(other)) {
        const brought = other.moduleSpecifier.text.startsWith('.') ? broughtBy(other).filter(one => names.has(one.name)) : [];
        brought.forEach(({ there }) => this.need(this.resolve(file, other.moduleSpecifier.text), there));
      } else {
        declaredBy(other).filter(one => names.has(one)).forEach(one => this.need(file, one));
      }
    }
  }

  resolve(file, module) {
    const base = path.join(path.dirname(file), module);
    return [`${base}.d.ts`, path.join(base, 'index.d.ts')].find(one => fs.existsSync(one));
  }

  textOf(source, needed) {
    const isNeeded = node => declaredBy(node).some(one => needed.has(one));
    const kept = source.statements.filter(one => ts.isExportDeclaration(one) || isNeeded(one));
    const used = new Set(kept.flatMap(one => [...usedBy(one).names]));
    const parts = source.statements.filter(one => !kept.includes(one)).flatMap(one => {
      const brought = ts.isImportDeclaration(one) ? broughtBy(one) : [];
      const unused = brought.filter(({ name }) => !used.has(name));
      return brought.length > 0 && unused.length === 0 ? [] : unused.length < brought.length
        ? [{ pos: one.importClause.namedBindings.getStart(), end: one.importClause.namedBindings.end, now: `{ ${brought.filter(({ name }) => used.has(name)).map(({ node }) => node.getText()).join(', ')} }` }]
        : [{ pos: one.getFullStart(), end: one.end }];
    });
    return cut(source.text, parts);
  }
}

function keepPublicTypes(folder) {
  const texts = new PublicTypes(folder).texts();
  for (const file of fs.readdirSync(folder, { recursive: true }).filter(one => one.endsWith('.d.ts')).map(one => path.join(folder, one))) {
    if (texts.has(file)) {
      fs.writeFileSync(file, texts.get(file));
    } else {
      fs.rmSync(file);
    }
  }
}

module.exports = { keepPublicTypes };

if (require.main === module) {
  keepPublicTypes(path.join(__dirname, '..', 'lib'));
}
