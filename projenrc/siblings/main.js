// The other packages of the family, from the source of this one: node projenrc/siblings/main.js build|quick|test|languages|first-steps [minor…]
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { minorsOf } = require('./rewrite');
const { ROOT, makeTree, manifestOf, treeOf } = require('./tree');

/** Tests that use most of what is built upon cdk8s-plus. */
const QUICK = ['test/workloads', 'test/readme.test.ts', 'test/platform-package.test.ts', 'test/sidecars/(native-sidecar|volumes|sidecar-access|startup-gate)', 'test/catalog/(samples|gallery|additions)'];

const BUILD = ['projen pre-compile', 'projen compile', 'projen post-compile', 'projen package:js'];
const TYPES = ['tsc --noEmit -p test/tsconfig.json', 'tsc --noEmit -p examples/tsconfig.json', 'tsc --noEmit -p generate/tsconfig.json'];
const LANGUAGES = ['python', 'go', 'java'];
const COMMANDS = {
  'build': BUILD,
  'quick': ['projen pre-compile', 'projen compile', 'projen rosetta', `jest --ci --coverage=false ${QUICK.map(one => `'${one}'`).join(' ')}`],
  'languages': ['projen pre-compile', 'projen compile', 'languages/python/run floor newest', 'languages/go/run floor newest', 'languages/java/run floor newest'],
  'first-steps': ['projen pre-compile', 'projen compile', 'projen rosetta', ...LANGUAGES.map(language => `projen package:${language}`), `languages/first-steps ${LANGUAGES.join(' ')}`],
  'test': [...BUILD, ...TYPES, 'jest --ci --coverage=false'],
};

function main(what, minors) {
  const known = minorsOf(manifestOf(ROOT));
  const unknown = minors.find(minor => !known.includes(minor));
  if (COMMANDS[what] === undefined || unknown !== undefined) {
    console.error(`usage: node projenrc/siblings/main.js ${Object.keys(COMMANDS).join('|')} [${known.join('|')}…]`);
    return 2;
  }
  for (const minor of minors.length > 0 ? minors : known) {
    const folder = makeTree(minor);
    for (const command of COMMANDS[what]) {
      const { status } = run(command, folder);
      if (status !== 0) {
        console.error(`cdk8s-sidecars-${minor}: '${command}' failed in ${path.relative(ROOT, folder)}`);
        return 1;
      }
    }
    collect(minor);
  }
  return 0;
}

function run(command, cwd) {
  const started = Date.now();
  console.log(`${path.relative(ROOT, cwd)}$ ${command}`);
  const result = spawnSync('bash', ['-c', command], { cwd, stdio: 'inherit', env: { ...process.env, PATH: `${path.join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` } });
  console.log(`${path.relative(ROOT, cwd)}$ ${command}: ${Math.round((Date.now() - started) / 1000)} s`);
  return result;
}

/** The tarball goes where the release finds it. */
function collect(minor) {
  const built = path.join(treeOf(minor), 'dist', 'js');
  if (fs.existsSync(built)) {
    fs.cpSync(built, path.join(ROOT, 'dist', 'siblings', minor, 'js'), { recursive: true });
  }
}

const [what, ...minors] = process.argv.slice(2);
process.exitCode = main(what, minors);
