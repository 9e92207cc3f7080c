// Runs after the compiler: writes the command as two files, which are faster to find and to load than two hundred. lib/cli/bundle.js holds `check`, and lib/cli/more.js what
// only other commands need: V8 reads a whole file before it runs the first line. Modules still run when they are first required, and packages stay outside. It is made from
// the sources: among CommonJS modules, each call of another module would first look for its function.
const fs = require('fs');
const path = require('path');
const esbuild = require('esbuild');

const ROOT = path.join(__dirname, '..');
const [BUNDLE, MORE] = ['bundle', 'more'];

/** What loads modules on first use that `check` seldom or never needs, and which of them it does need. */
const LOADERS = /[\\/]src[\\/](cli[\\/](actions|lazy|report[\\/]lazy)|drawing[\\/]lazy)\.ts$/;
const NEEDED = './check/command';

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  packages: 'external',
  target: 'node20',
  logLevel: 'warning',
  metafile: true,
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
};

const nameOf = file => path.relative(ROOT, file).replaceAll(path.sep, '/');

/** Takes what is seldom needed from the other file, and collects its names. */
const fromMore = names => ({
  name: 'from-more',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\./ }, ({ path: module, importer, kind, resolveDir }) => {
      if (kind !== 'require-call' || !LOADERS.test(importer) || module === NEEDED) {
        return undefined;
      }
      const name = nameOf(path.join(resolveDir, `${module}.ts`));
      names.add(name);
      return { path: name, namespace: MORE };
    });
    onResolve({ filter: /^\./, namespace: MORE }, () => ({ path: `./${MORE}`, external: true }));
    onLoad({ filter: /./, namespace: MORE }, ({ path: name }) => ({ contents: `module.exports = require('./${MORE}').modules[${JSON.stringify(name)}]();` }));
  },
});

/** Takes modules of the bundle from there, so that each exists once. */
const fromBundle = contentsOf => ({
  name: 'from-bundle',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${BUNDLE}$`) }, () => ({ path: `./${BUNDLE}`, external: true }));
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => {
      const contents = contentsOf(nameOf(file));
      return contents === undefined ? undefined : { contents };
    });
  },
});

/** A module of the bundle, for the other file. It has constants, because a call of what is exported should not look for it each time. */
function constantsOf(name, module) {
  return `import { modules } from '${BUNDLE}'; export const { ${Object.keys(module).join(', ')} } = modules[${JSON.stringify(name)}]();`;
}

/** A list of modules, each of which runs when it is asked for. */
function listOf(names) {
  return `export const modules = { ${[...names].sort().map(name => `${JSON.stringify(name)}: () => require('./${name}')`).join(', ')} };`;
}

function build(contents, file, plugins, more = {}) {
  return esbuild.build({ ...OPTIONS, ...more, stdin: { contents, resolveDir: ROOT }, outfile: file, plugins });
}

const inputsOf = ({ metafile }) => new Set(Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)));

/** Writes both files into a folder. */
async function bundleCommand(folder) {
  const [bundle, more] = [BUNDLE, MORE].map(name => path.join(folder, `${name}.js`));
  const command = "export { main, validator } from './src/cli/main';";
  const wanted = new Set();
  const first = inputsOf(await build(command, bundle, [fromMore(wanted)]));

  // What the second file takes from the first one must be listed there, and then tells its names.
  const taken = new Set();
  await build(listOf(wanted), more, [fromBundle(name => first.has(name) && taken.add(name) ? 'module.exports = {};' : undefined)]);
  await build(`${command}\n${listOf(taken)}`, bundle, [fromMore(wanted)]);
  const { modules } = require(bundle);
  // Short names make the package smaller. In the first file, which most runs load, they would only make the traces of errors hard to read.
  await build(listOf(wanted), more, [fromBundle(name => taken.has(name) ? constantsOf(name, modules[name]()) : undefined)], { minifyIdentifiers: true });
}

module.exports = { bundleCommand };

if (require.main === module) {
  bundleCommand(path.join(ROOT, 'lib', 'cli')).catch(error => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
