// Writes the tree of a sibling: every file of this repository as it reads there. Nothing in it is committed, and nobody edits it.
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { withDifferences } = require('./differences');
const { namesFor, packageFor, textFor } = require('./rewrite');

const ROOT = path.join(__dirname, '..', '..');
/** What a build writes, or what only the repository needs: a sibling has no siblings. */
const LEFT_OUT = ['API.md', 'package-lock.json', 'test/house/siblings.test.ts'];
const BINARY = /\.(gz|png|tgz|zip)$/;

const manifestOf = folder => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const treeOf = minor => path.join(ROOT, '.siblings', minor);

/** Writes the tree and returns its folder. */
function makeTree(minor) {
  const folder = treeOf(minor);
  const manifest = manifestOf(ROOT);
  const names = namesFor(minor, manifest);
  fs.rmSync(folder, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  for (const file of files.filter(one => one !== '' && !LEFT_OUT.includes(one) && fs.existsSync(path.join(ROOT, one)))) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.cpSync(path.join(ROOT, file), target);
    if (!BINARY.test(file) && fs.lstatSync(target).isFile()) {
      fs.writeFileSync(target, withDifferences(minor, file, textFor(file, fs.readFileSync(target, 'utf8'), names)));
    }
  }
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageFor(minor, manifest), undefined, 2)}\n`);
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

module.exports = { ROOT, makeTree, manifestOf, treeOf };
