// Runs after the compiler: puts the packages that the library uses into lib/packages, as CommonJS, one file each. Users install none of them, so no package manager can
// find another version, and no Node.js meets an ES module that it cannot require. NOTICE holds their licenses.
const fs = require('fs');
const path = require('path');
const esbuild = require('esbuild');
const ts = require('typescript');

const ROOT = path.join(__dirname, '..');
const FOLDER = 'packages';
const PACKAGES = ['commander', 'diff', 'js-yaml', 'unbash', 'yaml'];

/** A module of Node.js that takes as long to load as the package, for something that nothing here does: a command that is a program of its own. */
const SELDOM = { commander: /(?<==)require\("(?:node:)?child_process"\)/ };
const ON_FIRST_USE = '{get spawn(){return require("node:child_process").spawn}}';

/** Lets a package load such a module on first use. */
function loadLater(file, module) {
  const text = fs.readFileSync(file, 'utf8');
  if (!module.test(text)) {
    throw new Error(`${file} has no ${module.source}: change projenrc/packages.js`);
  }
  fs.writeFileSync(file, text.replace(module, ON_FIRST_USE));
}

/** Bundles a package. Returns the names of all packages that are in the file. */
function bundle(lib, name) {
  const outfile = path.join(lib, FOLDER, `${name}.js`);
  const { metafile } = esbuild.buildSync({
    entryPoints: [require.resolve(name)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    metafile: true,
    outfile,
  });
  if (SELDOM[name]) {
    loadLater(outfile, SELDOM[name]);
  }
  return Object.keys(metafile.inputs).map(file => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)[1]);
}

/** Lets a module take the packages from there. */
function rewrite(lib, file) {
  const text = fs.readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const calls = [];
  const visit = node => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'require' && PACKAGES.includes(node.arguments[0].text)) {
      calls.push(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const up = path.relative(path.dirname(file), path.join(lib, FOLDER));
  const rewritten = calls.reverse().reduce((rest, { pos, end, text: name }) => `${rest.slice(0, pos)}"${up.startsWith('.') ? up : `./${up}`}/${name}"${rest.slice(end)}`, text);
  if (calls.length > 0) {
    fs.writeFileSync(file, rewritten);
  }
}

/** What the license of each package demands: its text. */
function notice(names) {
  const licenses = names.map(name => {
    const folder = path.join(ROOT, 'node_modules', name);
    const { version, license, homepage, repository } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = fs.readdirSync(folder).find(one => /^licen[cs]e(\.(md|txt))?$/i.test(one));
    if (file === undefined) {
      throw new Error(`node_modules/${name} has no license file: NOTICE needs its text`);
    }
    const home = homepage ?? (repository.url ?? repository).replace(/^git\+|\.git$/g, '');
    return [`${name} ${version} (${license}), ${home}`, fs.readFileSync(path.join(folder, file), 'utf8').trim()].join('\n\n');
  });
  const { name, author } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const rule = '-'.repeat(80);
  return [`${name}\nCopyright ${author.name}`, `The folder lib/${FOLDER} holds these packages:`, ...licenses].join(`\n\n${rule}\n\n`) + '\n';
}

const lib = path.join(ROOT, 'lib');
const names = [...new Set(PACKAGES.flatMap(name => bundle(lib, name)))].sort();
fs.readdirSync(lib, { recursive: true }).filter(file => file.endsWith('.js') && !file.startsWith(FOLDER)).forEach(file => rewrite(lib, path.join(lib, file)));
fs.writeFileSync(path.join(ROOT, 'NOTICE'), notice(names));
