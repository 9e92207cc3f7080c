// Compares the API of the package in the current folder with that of its last release: node projenrc/compare-api.js [package or tarball]
// jsii-diff alone installs the last release with the newest peers, and misses here what those have added to every construct. Without --error-on, it only warns as long as a package
// is experimental.
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const IGNORE_FILE = '.compatignore';
/** In the package, so that the last release finds the same peers. */
const FOLDER = path.join('.siblings', 'last-release');
const JSII_DIFF = path.join(__dirname, '..', 'node_modules', '.bin', 'jsii-diff');

/** Unpacks a package of npm, or a tarball, and tells whether there is one. */
function unpack(wanted) {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const { status, stderr } = spawnSync('npm', ['pack', wanted, '--ignore-scripts', '--pack-destination', FOLDER], { encoding: 'utf8' });
  if (status !== 0 && /\bE404\b/.test(stderr)) {
    return false;
  }
  const [tarball] = fs.readdirSync(FOLDER);
  if (status !== 0 || tarball === undefined) {
    throw new Error(`npm cannot download ${wanted}: ${stderr}`);
  }
  execFileSync('tar', ['--strip-components=1', '-xzf', path.join(FOLDER, tarball), '-C', FOLDER]);
  return true;
}

function main(wanted) {
  if (!unpack(wanted)) {
    console.log(`${wanted} has no release to compare with`);
    return 0;
  }
  const { status } = spawnSync(JSII_DIFF, [FOLDER, '.', '--keys', '--error-on', 'all', '--ignore-file', IGNORE_FILE], { stdio: 'inherit' });
  console.log(status === 0 ? `the API is compatible with ${wanted}` : `the API breaks that of ${wanted}: see docs/publishing.md`);
  return status ?? 1;
}

process.exitCode = main(process.argv[2] ?? JSON.parse(fs.readFileSync('package.json', 'utf8')).name);
