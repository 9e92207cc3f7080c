// Runs after the compiler: puts the modules that nearly every program loads into a few files, because Node.js takes longer to find and open two hundred files than
// to run them. Each module stays where it is, as one line that takes it from there: whoever loads it gets the same classes.
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const esbuild = require('esbuild');
const ts = require('typescript');

/** Not loaded by the index, but used by nearly every program. */
const SOON = ['sidecars/startup-gate'];
/** The rooms that a program needs when it synthesizes or asks, and not before. */
const LATER = ['knowledge', 'recognition', 'rules'];
/** Modules of those rooms that others need as soon as they are loaded. */
const EARLY = ['recognition/surroundings', 'recognition/surrounding-kinds', 'rules/engine/finding'];
/** The other rooms that also run in a browser, and the packages in lib/packages. They are in files of their own, which need no other package. */
const PURE = ['data', 'drawing', 'edits', 'kubernetes', 'packages', 'shell', 'simulator', 'yaml'];
/** Those that others build upon. */
const BASIC = ['data', 'edits', 'kubernetes', 'shell', 'yaml'];
/** Later modules are in two files: those that a usual synth runs, and all others. */
const FILES = { later: 'at-synth', seldom: 'at-need', pure: 'at-once-pure', others: 'at-once' };
const LATER_FILES = [FILES.later, FILES.seldom];
/** A program with a usual synth. */
const USUAL = path.join(__dirname, 'usual-synth.js');
const FROM_NODE = ['require', 'module', '__dirname', '__filename'];

/**
 * Runs a module when it is first asked for. Two modules may ask each other, so what it exports so far is known at once. Its code is forgotten then, because it never
 * runs again.
 */
const ONCE = `function once(run) {
  let exports;
  return () => {
    if (exports === undefined) {
      exports = {};
      const first = run;
      run = undefined;
      first(exports);
    }
    return exports;
  };
}`;

/** The modules below a folder that are loaded with others, in the order in which they are loaded first. */
function loadedWith(folder, modules) {
  const script = 'process.argv.slice(1).forEach(module => require(module)); console.log(JSON.stringify(Object.keys(require.cache)))';
  const files = JSON.parse(execFileSync(process.execPath, ['-e', script, ...modules.map(module => path.join(folder, module))], { encoding: 'utf8' }));
  return files.map(file => path.relative(folder, file).replace(/\.js$/, '')).filter(name => !name.startsWith('..'));
}

/** A module, with every place where it requires something. */
function parse(folder, name) {
  const text = fs.readFileSync(path.join(folder, `${name}.js`), 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const identifiers = [];
  const visit = node => {
    if (ts.isIdentifier(node) && !isNameOfProperty(node)) {
      identifiers.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const helpers = source.statements.filter(statement => ts.isVariableStatement(statement) && statement.declarationList.declarations[0].name.getText().startsWith('__'));
  return { name, text, identifiers, helpers, calls: identifiers.filter(node => FROM_NODE.includes(node.text)).map(node => requireCall(name, node)) };
}

function isNameOfProperty(node) {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
}

/** `require("./x")` is the only thing that a module may do with what Node.js gives to its file. */
function requireCall(name, { parent, text }) {
  const [argument] = parent.arguments ?? [];
  if (text !== 'require' || !ts.isCallExpression(parent) || !argument || !ts.isStringLiteral(argument)) {
    throw new Error(`lib/${name}.js uses '${parent.getText()}', which is not the same in another file: load the module on first use, or change projenrc/at-once.js`);
  }
  const { text: request } = argument;
  return request.startsWith('.') ? { node: parent, target: path.posix.join(path.posix.dirname(name), request) } : { node: parent, package: request };
}

/** The file of each module, without those that are seldom needed. What only later modules need is later, too. */
function filesOf(modules) {
  const files = new Map([...modules.keys()].map(name => [name, fileOf(name)]));
  const needed = new Set([...modules.keys()].filter(name => files.get(name) !== FILES.later && !BASIC.includes(name.split('/')[0])));
  // A set also goes through what is added meanwhile.
  for (const name of needed) {
    modules.get(name).calls.filter(({ target }) => modules.has(target) && files.get(target) !== FILES.later).forEach(({ target }) => needed.add(target));
  }
  [...files.keys()].filter(name => !needed.has(name)).forEach(name => files.set(name, FILES.later));
  for (const { name, calls } of modules.values()) {
    const wrong = files.get(name) !== FILES.others && calls.find(call => call.target === undefined || fileOf(call.target) === FILES.others);
    if (wrong) {
      throw new Error(`lib/${name}.js requires '${wrong.package ?? wrong.target}', which does not run in a browser, but belongs to a room that does: change the rooms in projenrc/at-once.js`);
    }
  }
  return files;
}

function fileOf(name) {
  const [room] = name.split('/');
  return LATER.includes(room) && !EARLY.includes(name) ? FILES.later : [...LATER, ...PURE].includes(room) ? FILES.pure : FILES.others;
}

/** What stands for `require("./x")`, and for the variable that holds it where the module is loaded later: such a module runs when it is first used. */
function rewrites({ identifiers, calls }, files, ids) {
  const ours = calls.filter(({ target }) => target !== undefined);
  return ours.flatMap(({ node, target }) => {
    const id = ids.get(target);
    if (!LATER_FILES.includes(files.get(target)) || !ts.isVariableDeclaration(node.parent)) {
      return [{ node, text: id === undefined ? `require("./${target}")` : `${id}()` }];
    }
    const { name: variable, parent: { parent: statement } } = node.parent;
    const uses = identifiers.filter(one => one.text === variable.text && one !== variable);
    return [{ node: statement, text: '' }, ...uses.map(one => ({ node: one, text: `(${id}())` }))];
  });
}

function rewrite(module, files, ids) {
  const changes = [...rewrites(module, files, ids), ...module.helpers.map(node => ({ node, text: '' }))].sort((a, b) => b.node.getStart() - a.node.getStart());
  return changes.reduce((text, { node, text: now }) => text.slice(0, node.getStart()) + now + text.slice(node.end), module.text);
}

/** The text of a file that holds modules. */
function textOf(file, modules, files, beforeEach) {
  const ids = new Map([...modules.keys()].map((name, index) => [name, `m${index}`]));
  const others = Object.values(FILES).filter(one => one !== file);
  const here = [...modules.values()].filter(({ name }) => files.get(name) === file);
  const used = new Set(here.flatMap(({ name, calls }) => [name, ...calls.map(({ target }) => target)]));
  const parts = [...modules.values()].filter(({ name }) => used.has(name)).map(module => {
    const { name } = module;
    const at = files.get(name);
    const run = () => `function (exports) {\n${beforeEach(name)}${rewrite(module, files, ids)}\n}`;
    // The parentheses make V8 compile a module at once, instead of reading it twice.
    return `const ${ids.get(name)} = ${at === file ? `once(${file === FILES.seldom ? run() : `(${run()})`})` : `() => f${others.indexOf(at)}()[${JSON.stringify(name)}]()`};`;
  });
  const loads = others.map((one, index) => `let l${index};\nconst f${index} = () => l${index} ??= require("./${one}");`);
  const table = here.map(({ name }) => `${JSON.stringify(name)}: ${ids.get(name)}`);
  const helpers = new Set(here.flatMap(module => module.helpers).map(node => node.getText()));
  const text = ['"use strict";', ONCE, ...helpers, ...loads, ...parts, `module.exports = { ${table.join(', ')} };`].join('\n');
  // Users meet the classes of the other files, and their names.
  const minify = LATER_FILES.includes(file);
  return esbuild.transformSync(text, { minifyWhitespace: true, minifyIdentifiers: minify, minifySyntax: minify, lineLimit: 160, target: 'node20' }).code;
}

/** @param beforeEach what stands before the code of a module */
function write(folder, modules, files, beforeEach = () => '') {
  Object.values(FILES).forEach(file => fs.writeFileSync(path.join(folder, `${file}.js`), textOf(file, modules, files, beforeEach)));
  for (const name of modules.keys()) {
    const up = '../'.repeat(name.split('/').length - 1) || './';
    fs.writeFileSync(path.join(folder, `${name}.js`), `"use strict";\nmodule.exports = require("${up}${files.get(name)}")[${JSON.stringify(name)}]();\n`);
  }
}

/** The modules that a program runs. */
function ranIn(program, folder) {
  const script = 'globalThis.ran = []; require(process.argv[1])(process.argv[2]); console.log(JSON.stringify(ran));';
  return JSON.parse(execFileSync(process.execPath, ['-e', script, program, folder], { encoding: 'utf8' }));
}

/**
 * Rewrites the modules of a folder.
 * @param usual a script that exports a program: what it does not run of the later modules is in a file of its own
 */
function putTogether(folder, usual) {
  const names = loadedWith(folder, ['index', ...SOON]).filter(name => name !== 'index');
  const modules = new Map(names.map(name => [name, parse(folder, name)]));
  const files = filesOf(modules);
  write(folder, modules, files, name => `ran.push(${JSON.stringify(name)});\n`);
  const ran = ranIn(usual, folder);
  names.filter(name => files.get(name) === FILES.later && !ran.includes(name)).forEach(name => files.set(name, FILES.seldom));
  write(folder, modules, files);
}

module.exports = { putTogether };

if (require.main === module) {
  putTogether(path.join(__dirname, '..', 'lib'), USUAL);
}
