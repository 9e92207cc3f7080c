// jsii-rosetta, with the names that it does not know: node projenrc/rosetta.js extract --strict
const { spawnSync } = require('child_process');
const path = require('path');
const { knowInheritedMembers, neverDereferenceMethods } = require('./rosetta-names');

const ROSETTA = path.dirname(require.resolve('jsii-rosetta/package.json'));

if (require.main === module) {
  // Its workers load this file too, before they start.
  const { status } = spawnSync(process.execPath, ['--require', __filename, path.join(ROSETTA, 'bin', 'jsii-rosetta'), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  knowInheritedMembers(require(path.join(ROSETTA, 'lib', 'jsii', 'assemblies')));
  neverDereferenceMethods(require(path.join(ROSETTA, 'lib', 'languages', 'go')));
}
