// Runs after the compiler: rewrites lib/index.js so that requiring the package loads what most programs use, and everything else on first use. Otherwise every
// program would load the forty files of the catalog, the meshes, the simulator and the workloads.
const fs = require('fs');
const path = require('path');
const ts = require('typescript');

/** Loaded at once: the modules that nearly every program uses. */
const AT_ONCE = ['./sidecars/native-sidecar', './sidecars/pod-lifecycle'];
/** The object whose getters load the other modules. */
const PARTS = 'parts';

const { factory } = ts;

/** Rewrites what the compiler wrote. Each statement has one of a few known forms; any other is refused, because it might load something that nobody sees. */
function lazyIndex(text) {
  const source = ts.createSourceFile('index.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const statements = source.statements.map(classify);
  const modules = new Map(statements.filter(({ form }) => form === 'load').map(({ variable, module }) => [variable, module]));
  const parts = statements.flatMap(statement => partOf(statement, modules));
  expectComplete(statements, modules);
  const lazy = new Set(parts.map(({ name }) => name.text));
  const rewritten = statements.flatMap(statement => rewrite(statement, lazy));
  return ts.createPrinter().printFile(factory.updateSourceFile(source, [...rewritten, partsObject(parts)]));
}

/** The form of a statement, with the names in it. */
function classify(node) {
  if (ts.isVariableStatement(node)) {
    return { node, ...(load(node) ?? helper(node)) };
  }
  const { expression } = node;
  if (!ts.isExpressionStatement(node)) {
    refuse(node);
  }
  if (ts.isStringLiteral(expression) && expression.text === 'use strict') {
    return { node, form: 'other' };
  }
  return { node, ...(definition(expression) ?? assignment(expression) ?? refuse(node)) };
}

/** `var x_1 = require("./x");` */
function load(node) {
  const [{ name, initializer }] = node.declarationList.declarations;
  const module = required(initializer);
  return module === undefined ? undefined : { form: 'load', variable: name.text, module };
}

/** `var __importStar = (this && this.__importStar) || …;` */
function helper(node) {
  const [{ name }] = node.declarationList.declarations;
  return name.text.startsWith('__') ? { form: 'other' } : refuse(node);
}

/** `Object.defineProperty(exports, "X", { enumerable: true, get: function () { return x_1.X; } });` */
function definition(expression) {
  if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'Object.defineProperty') {
    return undefined;
  }
  const [target, { text: name }, { properties }] = expression.arguments;
  if (target.getText() === 'exports' && name === '__esModule') {
    return { form: 'other' };
  }
  const getter = properties.find(property => property.name.text === 'get')?.initializer;
  const [returned] = getter?.body?.statements ?? [];
  const value = returned && ts.isReturnStatement(returned) ? returned.expression : undefined;
  if (target.getText() !== 'exports' || value === undefined || !ts.isPropertyAccessExpression(value) || !ts.isIdentifier(value.expression)) {
    return undefined;
  }
  return { form: 'getter', name, variable: value.expression.text, member: value.name.text };
}

/** `exports.a = exports.b = void 0;` or `exports.x = __importStar(require("./x"));` */
function assignment(expression) {
  const names = [];
  let value = expression;
  while (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken && value.left.expression?.getText() === 'exports') {
    names.push(value.left.name.text);
    value = value.right;
  }
  if (names.length > 0 && ts.isVoidExpression(value)) {
    return { form: 'names', names };
  }
  const module = ts.isCallExpression(value) && value.expression.getText() === '__importStar' ? required(value.arguments[0]) : undefined;
  return names.length === 1 && module !== undefined ? { form: 'submodule', name: names[0], module } : undefined;
}

function required(node) {
  return node && ts.isCallExpression(node) && node.expression.getText() === 'require' && node.arguments[0].text.startsWith('./') ? node.arguments[0].text : undefined;
}

function refuse(node) {
  throw new Error(`lib/index.js has a statement of an unknown form, so its parts cannot be loaded on first use: teach projenrc/lazy-index.js this form:\n${node.getText()}`);
}

/** Every name that is announced must be exported once and from a module that is loaded, and the modules to load at once must be there. */
function expectComplete(statements, modules) {
  const missing = AT_ONCE.find(module => ![...modules.values()].includes(module));
  if (missing !== undefined) {
    throw new Error(`lib/index.js does not load '${missing}', which projenrc/lazy-index.js loads at once: change AT_ONCE there`);
  }
  const announced = statements.flatMap(({ form, names }) => form === 'names' ? names : []).sort();
  const exported = statements.flatMap(({ form, name, variable }) => form === 'submodule' || (form === 'getter' && modules.has(variable)) ? [name] : []).sort();
  if (announced.length === 0 || announced.join() !== exported.join()) {
    throw new Error(`lib/index.js announces ${announced.join(', ')} but exports ${exported.join(', ')}: see how the compiler exports, and change projenrc/lazy-index.js`);
  }
}

/** The getter that loads an export on first use. */
function partOf({ form, name, module, variable, member }, modules) {
  if (form === 'submodule') {
    return [getter(name, factory.createCallExpression(factory.createIdentifier('__importStar'), undefined, [requireCall(module)]))];
  }
  const from = form === 'getter' ? modules.get(variable) : undefined;
  return from === undefined || AT_ONCE.includes(from) ? [] : [getter(name, factory.createPropertyAccessExpression(requireCall(from), member))];
}

function rewrite({ node, form, name, module }, lazy) {
  if (form === 'load') {
    return AT_ONCE.includes(module) ? [node] : [];
  }
  return lazy.has(name) ? [exportOf(name)] : [node];
}

/** Node.js finds the names of exports without running the file, for `import { X } from`: it knows exactly this form. */
function exportOf(name) {
  const value = factory.createPropertyAccessExpression(factory.createIdentifier(PARTS), name);
  const body = factory.createBlock([factory.createReturnStatement(value)]);
  const property = factory.createObjectLiteralExpression([
    factory.createPropertyAssignment('enumerable', factory.createTrue()),
    factory.createPropertyAssignment('get', factory.createFunctionExpression(undefined, undefined, undefined, undefined, [], undefined, body)),
  ]);
  const define = factory.createPropertyAccessExpression(factory.createIdentifier('Object'), 'defineProperty');
  return factory.createExpressionStatement(factory.createCallExpression(define, undefined, [factory.createIdentifier('exports'), factory.createStringLiteral(name), property]));
}

function getter(name, value) {
  return factory.createGetAccessorDeclaration(undefined, name, [], undefined, factory.createBlock([factory.createReturnStatement(value)]));
}

function requireCall(module) {
  return factory.createCallExpression(factory.createIdentifier('require'), undefined, [factory.createStringLiteral(module)]);
}

function partsObject(parts) {
  const object = factory.createObjectLiteralExpression(parts, true);
  return factory.createVariableStatement(undefined, factory.createVariableDeclarationList([factory.createVariableDeclaration(PARTS, undefined, undefined, object)], ts.NodeFlags.Const));
}

module.exports = { AT_ONCE, lazyIndex };

if (require.main === module) {
  const file = path.join(__dirname, '..', 'lib', 'index.js');
  fs.writeFileSync(file, lazyIndex(fs.readFileSync(file, 'utf8')));
}
