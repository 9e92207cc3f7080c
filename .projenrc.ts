import { cdk8s, javascript, JsonFile, ReleasableCommits } from 'projen';
import { JobPermission } from 'projen/lib/github/workflows-model';
import { ReleaseTrigger } from 'projen/lib/release';
import { holdTheArrows } from './projenrc/rooms';

const project = new cdk8s.ConstructLibraryCdk8s({
  // Identity: what npm and Construct Hub show.
  name: 'cdk8s-sidecars',
  description: 'Kubernetes sidecars that start first, stop last and never keep a Job alive, as cdk8s constructs',
  author: 'cdk8s-sidecars contributors',
  authorAddress: 'cdk8s-sidecars@users.noreply.github.com',
  repositoryUrl: 'https://github.com/cdk8s-sidecars/cdk8s-sidecars.git',
  homepage: 'https://github.com/cdk8s-sidecars/cdk8s-sidecars#readme',
  keywords: ['cdk8s', 'cdk8s-plus', 'constructs', 'istio', 'job', 'jsii', 'k8s', 'kubernetes', 'service-mesh', 'sidecar'],
  license: 'Apache-2.0',
  stability: 'stable',

  // Toolchain: every version is stated; nothing floats to "latest".
  projenrcTs: true,
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.19.0', // the first 20.x that can require() an ES module (unbash)
  workflowNodeVersion: 'lts/*',
  projenVersion: '~0.103.25',
  jsiiVersion: '~6.0.0',
  typescriptVersion: '~6.0.3',
  bumpPackage: 'commit-and-tag-version@^12', // 13 needs node 22
  allowScripts: [],

  // Peers: the floor we support. projen pins the dev dependencies to exactly these floors.
  cdk8sVersion: '2.68.91',
  constructsVersion: '10.3.0',
  peerDeps: ['cdk8s-plus-28@^2.5.6'],
  // Not jsii modules, so they must travel inside our tarball. unbash is ESM-only (see transformIgnorePatterns); commander 15 is too, and wants node 22.
  bundledDeps: ['commander@^14.0.3', 'diff@^8.0.2', 'js-yaml@^4.3.2', 'unbash@~6.0.3', 'yaml@^2.9.1'],
  devDeps: ['@types/js-yaml@^4', 'constructs-mixins@npm:constructs@^10.5.0', 'cdk8s-cli@^2.207.60', 'cdk8s-plus-34@^2', 'ajv@^8.20.0', 'esbuild@~0.28.2', 'fast-check@^4'],

  // Tests: snapshots never update by themselves; tests, examples and benchmarks are type-checked and linted.
  jestOptions: {
    jestVersion: '^30',
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: {
      collectCoverageFrom: ['src/**/*.ts'],
      coverageProvider: 'v8', // instrumented code takes much longer
      maxWorkers: '100%',
      coverageThreshold: { branches: 85, functions: 90, lines: 90, statements: 90 },
      moduleNameMapper: { '^cdk8s-sidecars$': '<rootDir>/src' },
      // jest cannot require() an ES module before node 24.9: compile unbash to CommonJS, in tests only.
      transformIgnorePatterns: ['/node_modules/(?!unbash/)'],
      transform: {
        '^.+/node_modules/unbash/.+\\.js$': new javascript.Transform('ts-jest', {
          tsconfig: { allowJs: true, module: 'commonjs', ignoreDeprecations: '6.0', isolatedModules: true },
          diagnostics: false,
        }),
      },
    },
  },
  typecheckTests: true,
  eslintOptions: { dirs: ['src'], devdirs: ['test', 'generate', 'trials', 'examples', 'bench', 'e2e', 'fuzz', 'projenrc'] },

  // Release: a person starts the workflow; no push publishes anything.
  defaultReleaseBranch: 'main',
  releaseTrigger: ReleaseTrigger.workflowDispatch(),
  releasableCommits: ReleasableCommits.featuresAndFixes(),
  releaseToNpm: true,
  npmTrustedPublishing: true,
  publishToPypi: { distName: 'cdk8s-sidecars', module: 'cdk8s_sidecars' },
  publishToMaven: {
    javaPackage: 'io.github.cdk8ssidecars',
    mavenGroupId: 'io.github.cdk8s-sidecars',
    mavenArtifactId: 'cdk8s-sidecars',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sSidecars', packageId: 'Cdk8sSidecars' },
  publishToGo: { moduleName: 'github.com/cdk8s-sidecars/cdk8s-sidecars-go' },
  githubOptions: { mergify: false },
  pullRequestTemplateContents: [
    '<!-- What changes for users, and why. Link the issue if there is one. -->',
    '',
    '- [ ] `CI=true npx projen build` passes and leaves the tree clean',
    '- [ ] every new behavior has a test that fails without it',
    '- [ ] I have read the diff of generated pages (`npx projen examples:update`)',
    '- [ ] commits are conventional: `feat(job): …`, `fix(rules): …`',
    '',
  ],
});

// node 20 is past jsii's support date; without this every jsii tool prints a ten-line banner.
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');

// unrs-resolver 1.13.0 lacks its per-platform packages on partial registry mirrors, and `npm ci` then refuses the lock file.
project.package.addField('overrides', { 'unrs-resolver': '1.12.2' });

// Examples, benchmarks, end-to-end tests and generators import the library by its published name; tsc and jest map that name to src/.
for (const folder of ['examples', 'bench', 'e2e', 'generate', 'trials', 'fuzz']) {
  new javascript.TypescriptConfig(project, {
    fileName: `${folder}/tsconfig.json`,
    extends: javascript.TypescriptConfigExtends.fromPaths(['../tsconfig.json']),
    compilerOptions: { noEmit: true, rootDir: '..', paths: { [project.name]: ['../src'] } },
    include: ['**/*.ts'],
  });
  project.testTask.prependExec(`tsc --noEmit -p ${folder}/tsconfig.json`, { name: `Type-check ${folder}` });
  project.eslint?.addOverride({ files: [`${folder}/**/*.ts`], rules: { 'import/no-unresolved': 'off' } });
}

if (project.eslint) {
  holdTheArrows(project.eslint);
}

// A new rule is one file: the lists of rules are written from the folders.
project.preCompileTask.exec('node projenrc/list-rules.js');
// Loading the package must stay cheap: most parts are loaded on first use, and no source is shipped twice.
project.compileTask.exec('node projenrc/lazy-index.js');
// The command is one file, which is faster to find and to load than two hundred. Its modules still run when they are first required, and packages stay outside.
project.compileTask.exec('esbuild lib/cli/main.js --bundle --platform=node --packages=external --target=node20.19 --log-level=warning --outfile=lib/cli/bundle.js');
// So is what most programs load of the library.
project.compileTask.exec('node projenrc/at-once.js');
for (const option of ['inlineSourceMap', 'inlineSources']) {
  project.tryFindObjectFile('tsconfig.json')?.addDeletionOverride(`compilerOptions.${option}`);
}

// The tests read the assembly (.jsii) and run the real command, so they need a fresh build.
project.testTask.prependSpawn(project.compileTask);

// Every code sample in README.md and in doc comments must compile.
project.postCompileTask.spawn(project.addTask('rosetta', {
  description: 'Compile the code samples in README.md and doc comments',
  exec: 'jsii-rosetta extract --strict',
}));

// Sources of the other languages; building them needs their tools and registries.
project.addTask('bindings', {
  description: 'Generate the Python, Java, .NET and Go sources, without building them',
  exec: 'jsii-pacmak --code-only --target python --target java --target dotnet --target go --outdir dist/bindings',
});

// What a newcomer runs: npm ci && npm run demo
const demo = project.addTask('demo', { description: 'One example, from construct to timeline' });
demo.spawn(project.compileTask);
demo.exec('node examples/demo.js', { receiveArgs: true });

const update = project.addTask('examples:update', {
  description: 'Write the generated pages: outputs and timelines of the examples, README figures, runs that docs show, rules, presets, migrations; read the diff',
});
update.spawn(project.preCompileTask);
update.exec('ts-node -T -P generate/tsconfig.json generate/main.ts');

// The command from its sources, without a compile.
project.addTask('cli', {
  description: 'Run the command from its sources: npm run cli -- check pod.yaml',
  exec: 'ts-node -T -P generate/tsconfig.json generate/cli.ts',
  receiveArgs: true,
});

// Which files does a change touch? Tried for real, see ARCHITECTURE.md.
project.addTask('trial:changes', {
  description: 'Try the most frequent changes, each in a copy of the repository, and show which files they touch',
  exec: 'ts-node -T -P trials/tsconfig.json trials/main.ts',
  receiveArgs: true,
});

project.addTask('trial:nodes', {
  description: 'Compare what the command prints on several releases of Node.js: npm run trial:nodes -- node20 node22; compile first',
  exec: 'ts-node -T -P trials/tsconfig.json trials/nodes.ts',
  receiveArgs: true,
});

// A short form is part of the tests.
project.addTask('fuzz', {
  description: 'Feed the command hostile and damaged input for a minute: npm run fuzz -- --seconds 600 --seed 1 --only shell',
  exec: 'ts-node -T -P fuzz/tsconfig.json fuzz/main.ts',
  receiveArgs: true,
});

// Measured, not timed in tests.
const bench = project.addTask('bench', { description: 'Measure the library against cdk8s-plus written by hand' });
bench.spawn(project.compileTask);
// What is measured runs as plain JavaScript: a TypeScript compiler inside would be measured too.
bench.exec('tsc -p bench/tsconfig.json --noEmit false --declaration false --rootDir bench --outDir .bench');
bench.exec('node .bench/main.js', { receiveArgs: true });

// A real kubelet is asked: the cluster that E2E_CONTEXT names.
project.addTask('e2e', {
  description: 'Compare what a real kubelet does with what the simulator says; see e2e/README.md',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/main.ts',
  receiveArgs: true,
});
project.addTask('e2e:dry-run', {
  description: 'Ask an API server whether it accepts every manifest below the given folders',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/dry-run.ts',
  receiveArgs: true,
});

project.addTask('e2e:catalog', {
  description: 'Ask an API server whether it accepts every preset of the catalog, also as restricted pods',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/catalog.ts',
  receiveArgs: true,
});

project.addTask('e2e:migrate', {
  description: 'Ask an API server about every manifest of a folder before and after its migration; see e2e/README.md',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/migrate/main.ts',
  receiveArgs: true,
});

project.addTask('test:programs', {
  description: 'Start the real programs with what the presets synthesize; needs Linux and root, see e2e/README.md',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/programs/main.ts',
  receiveArgs: true,
});

project.addTask('e2e:programs', {
  description: 'Run the pods of the presets on a cluster, with images made of the real programs; see e2e/README.md',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/programs/on-cluster.ts',
  receiveArgs: true,
});

const kubelet = project.github?.addWorkflow('e2e');
kubelet?.on({ workflowDispatch: {} });
kubelet?.addJob('kubelet', {
  runsOn: ['ubuntu-latest'],
  permissions: { contents: JobPermission.READ },
  strategy: { matrix: { domain: { node: ['v1.33.4', 'v1.36.1'] } } },
  steps: [
    { name: 'Checkout', uses: 'actions/checkout@v5' },
    { name: 'Setup Node.js', uses: 'actions/setup-node@v5', with: { 'node-version': 'lts/*' } },
    { name: 'Setup Go', uses: 'actions/setup-go@v6', with: { 'go-version': 'stable' } },
    { name: 'Install', run: 'npm ci' },
    { name: 'Start a cluster', run: 'kind create cluster --name e2e --image kindest/node:${{ matrix.node }}' },
    { name: 'Build the test program', run: 'e2e/program/build program.tar' },
    { name: 'Load it', run: 'kind load image-archive program.tar --name e2e' },
    { name: 'Ask the kubelet', run: 'npm run e2e', env: { E2E_CONTEXT: 'kind-e2e' } },
    { name: 'Ask the API server', run: 'npm run e2e:dry-run -- examples/*/output', env: { E2E_CONTEXT: 'kind-e2e' } },
    { name: 'Ask it about the catalog', run: 'npm run e2e:catalog', env: { E2E_CONTEXT: 'kind-e2e' } },
  ],
});

// A tag can be moved to other code, a commit cannot.
const ACTIONS: { readonly [action: string]: string } = {
  'actions/setup-node': '820762786026740c76f36085b0efc47a31fe5020', // v7.0.0
  'actions/setup-go': 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e', // v7.0.0
  'actions/setup-python': '5fda3b95a4ea91299a34e894583c3862153e4b97', // v7.0.0
  'actions/setup-dotnet': 'a98b56852c35b8e3190ac28c8c2271da59106c68', // v6.0.0
  'actions/setup-java': 'b6effb05e454b25005698d916606bdc6ffcbf961', // v5.7.0
  'peter-evans/create-pull-request': '5f6978faf089d4d20b00c7766989d076bb2fc7f1', // v8.1.1
  'actions/checkout': '3d3c42e5aac5ba805825da76410c181273ba90b1', // as projen pins it
  'actions/download-artifact': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c', // as projen pins it
};
Object.entries(ACTIONS).forEach(([action, commit]) => project.github?.actions.set(action, `${action}@${commit}`));

// The package holds what is named here, and nothing that happens to lie about.
project.package.addField('files', ['/lib/', '/bin/', '/.jsii', '/API.md']);

// CHANGELOG.md: the entry that the release made of its conventional commits is added on top, after it is published.
project.addTask('release:changelog', {
  description: 'Add the entry of the release in dist/ to CHANGELOG.md and commit it',
  env: { CHANGELOG: 'dist/changelog.md', VERSION_FILE: 'dist/version.txt', PROJECT_CHANGELOG_FILE: 'CHANGELOG.md' },
  steps: [{ builtin: 'release/update-changelog' }],
});
project.github?.tryFindWorkflow('release')?.addJob('changelog', {
  runsOn: ['ubuntu-latest'],
  needs: ['release', 'release_github'],
  if: '${{ !inputs.dry_run }}',
  permissions: { contents: JobPermission.WRITE },
  steps: [
    { name: 'Checkout', uses: 'actions/checkout@v5', with: { ref: 'main' } },
    { name: 'Set git identity', run: 'git config user.name "github-actions[bot]"\ngit config user.email "41898282+github-actions[bot]@users.noreply.github.com"' },
    { name: 'Setup Node.js', uses: 'actions/setup-node@v5', with: { 'node-version': 'lts/*' } },
    { name: 'Install dependencies', run: 'npm ci' },
    { name: 'Download build artifacts', uses: 'actions/download-artifact@v5', with: { name: 'build-artifact', path: 'dist' } },
    { name: 'Add the entry', run: 'npx projen release:changelog' },
    { name: 'Push it', run: 'git push' },
  ],
});

// The two commands of the README work in this container.
new JsonFile(project, '.devcontainer/devcontainer.json', {
  marker: false, // the schema allows no field of others
  obj: {
    name: project.name,
    image: 'mcr.microsoft.com/devcontainers/typescript-node:22',
    postCreateCommand: 'npm ci',
    customizations: { vscode: { extensions: ['dbaeumer.vscode-eslint', 'editorconfig.editorconfig'] } },
  },
});

const python = project.addTask('test:python', { description: 'Build the Python package and use it as a user would; needs python3' });
python.spawn(project.compileTask);
python.exec('languages/python/run', { receiveArgs: true });

project.addGitIgnore('/.bench/');
project.addGitIgnore('/.jsii.tabl.json');
project.npmignore?.exclude('/.devcontainer/', '/.editorconfig', '/CHANGELOG.md', '/CODE_OF_CONDUCT.md', '/SECURITY.md', '/trials/', '/examples/', '/docs/', '/bench/', '/e2e/', '/generate/', '/fuzz/', '/languages/', '/.bench/', '/rosetta/', '/projenrc/', '/.ci/', '/.jsii.tabl.json', '/CONTRIBUTING.md', '/ARCHITECTURE.md');

project.synth();
