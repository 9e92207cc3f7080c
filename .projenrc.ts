import { cdk8s, javascript, JsonFile, ReleasableCommits } from 'projen';
import { JobPermission } from 'projen/lib/github/workflows-model';
import { ReleaseTrigger } from 'projen/lib/release';
import { ReleaseSiblings } from './projenrc/release-siblings';
import { holdTheArrows } from './projenrc/rooms';

/** The other packages of the family: the minor of cdk8s-plus that each is for, with the oldest version of it that we support. `npm run siblings` makes them. */
const SIBLINGS = { 33: '2.3.5', 34: '2.0.20' };

// The rooms that the constructs use. The command and its plugin are one file, which holds the others.
const SHIPPED_ROOMS = [
  'caller', 'catalog', 'data', 'drawing', 'knowledge', 'kubernetes', 'meshes', 'packages', 'recognition', 'rules', 'shell', 'sidecars', 'simulator', 'workloads',
];

// The site and the tests in a browser; nothing of it is published.
const SITE_DEPS = [
  '@codemirror/commands@^6', '@codemirror/language@^6', '@codemirror/lint@^6', '@codemirror/state@^6', '@codemirror/view@^6', '@lezer/highlight@^1',
  'axe-core@^4.14.0', 'markdown-it@^15', 'minisearch@^7', 'playwright-core@^1.65.0',
];

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
  stability: 'experimental', // until a first release is declared stable
  bugsUrl: 'https://github.com/cdk8s-sidecars/cdk8s-sidecars/issues',

  // Toolchain: every version is stated; nothing floats to "latest".
  projenrcTs: true,
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.0.0',
  workflowNodeVersion: '24.21.0', // its npm can publish without a token
  projenVersion: '~0.103.25',
  jsiiVersion: '~6.0.0',
  typescriptVersion: '~6.0.3',
  bumpPackage: 'commit-and-tag-version@^12', // 13 needs node 22
  allowScripts: [],

  // Peers: the floor we support. projen pins the dev dependencies to exactly these floors.
  cdk8sVersion: '2.68.91',
  constructsVersion: '10.3.0',
  peerDeps: ['cdk8s-plus-28@^2.5.6'],
  devDeps: ['@types/js-yaml@^4', 'constructs-mixins@npm:constructs@^10.5.0', 'cdk8s-cli@^2.207.60', 'ajv@^8.20.0', 'esbuild@~0.28.2', 'fast-check@^4',
    'commander@^14.0.3', 'diff@^8.0.2', 'js-yaml@^4.3.2', 'unbash@~6.0.3', 'yaml@^2.9.1', // in lib/packages: see projenrc/packages.js
    ...Object.entries(SIBLINGS).map(([minor, floor]) => `cdk8s-plus-${minor}@${floor}`), ...SITE_DEPS],

  // Tests: snapshots never update by themselves; tests, examples and benchmarks are type-checked and linted.
  jestOptions: {
    jestVersion: '^30',
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    jestConfig: {
      collectCoverage: false, // it doubles the time of the tests: see test:coverage
      collectCoverageFrom: ['src/**/*.ts'],
      coverageProvider: 'v8', // instrumented code takes much longer
      maxWorkers: '100%',
      modulePathIgnorePatterns: ['<rootDir>/.siblings/'],
      coverageThreshold: { branches: 85, functions: 90, lines: 90, statements: 90 },
      moduleNameMapper: { '^cdk8s-sidecars$': '<rootDir>/src' },
      // jest cannot require() an ES module before node 24.9: compile unbash to CommonJS, in tests only.
      transformIgnorePatterns: ['/node_modules/(?!unbash/)'],
      transform: {
        // Tests are type-checked once before they run, and not again by each worker.
        '^.+\\.[t]sx?$': new javascript.Transform('ts-jest', { tsconfig: 'test/tsconfig.json', isolatedModules: true, diagnostics: { ignoreCodes: [151001] } }),
        '^.+/node_modules/unbash/.+\\.js$': new javascript.Transform('ts-jest', {
          tsconfig: { allowJs: true, module: 'commonjs', ignoreDeprecations: '6.0', isolatedModules: true },
          diagnostics: false,
        }),
      },
    },
  },
  typecheckTests: true,
  eslintOptions: { dirs: ['src'], devdirs: ['test', 'generate', 'trials', 'examples', 'bench', 'e2e', 'fuzz', 'projenrc', 'site', 'browser'] },

  // Release: a person starts the workflow; no push publishes anything.
  defaultReleaseBranch: 'main',
  releaseTrigger: ReleaseTrigger.workflowDispatch(),
  releasableCommits: ReleasableCommits.featuresAndFixes(),
  nextVersionCommand: '[ -n "$LATEST_TAG" ] || echo 0.1.0', // the first release
  jsiiReleaseVersion: '0.2.1061', // publib
  releaseToNpm: true,
  npmTrustedPublishing: true,
  publishToPypi: { distName: 'cdk8s-sidecars', module: 'cdk8s_sidecars', trustedPublishing: true },
  publishToMaven: {
    javaPackage: 'io.github.cdk8ssidecars',
    mavenGroupId: 'io.github.cdk8s-sidecars',
    mavenArtifactId: 'cdk8s-sidecars',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sSidecars', packageId: 'Cdk8sSidecars', trustedPublishing: true },
  publishToGo: { moduleName: 'github.com/cdk8s-sidecars/cdk8s-sidecars-go', packageName: 'cdk8ssidecars', githubUseSsh: true },
  githubOptions: {
    mergify: false,
    pullRequestLintOptions: { semanticTitleOptions: { types: ['feat', 'fix', 'docs', 'refactor', 'perf', 'test', 'style', 'build', 'ci', 'chore', 'revert'] } },
  },
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

// What runs in a browser knows the DOM; the libraries there are those of a bundler.
for (const { folder, up, ...options } of [
  { folder: 'site/browser', up: '../..', module: 'preserve', moduleResolution: javascript.TypeScriptModuleResolution.BUNDLER, lib: ['es2022', 'dom', 'dom.iterable'] },
  { folder: 'site/build', up: '../..' },
  { folder: 'browser', up: '..', lib: ['es2022', 'dom', 'dom.iterable'], isolatedModules: true },
]) {
  new javascript.TypescriptConfig(project, {
    fileName: `${folder}/tsconfig.json`,
    extends: javascript.TypescriptConfigExtends.fromPaths([`${up}/tsconfig.json`]),
    compilerOptions: { noEmit: true, rootDir: up, ...options },
    include: ['**/*.ts'],
  });
  project.testTask.prependExec(`tsc --noEmit -p ${folder}/tsconfig.json`, { name: `Type-check ${folder}` });
}

// The playground and the documentation, for any web server.
project.addTask('site', {
  description: 'Build the playground and the documentation in dist/site',
  exec: 'ts-node -T -P site/build/tsconfig.json site/build/main.ts',
  receiveArgs: true,
});

project.addTask('test:browser', {
  description: 'Test the site in Chromium, which is installed if it is absent: npm run test:browser -- --quick',
  exec: 'ts-node -T -P browser/tsconfig.json browser/main.ts',
  receiveArgs: true,
});

project.addTask('site:screenshots', {
  description: 'Take the screenshots of docs/playground.md again',
  exec: 'ts-node -T -P browser/tsconfig.json browser/screenshots.ts',
});

const pages = project.github?.addWorkflow('pages');
pages?.on({ workflowDispatch: {} });
pages?.addJob('site', {
  runsOn: ['ubuntu-latest'],
  permissions: { contents: JobPermission.READ, pages: JobPermission.WRITE, idToken: JobPermission.WRITE },
  environment: { name: 'github-pages', url: '${{ steps.deploy.outputs.page_url }}' },
  concurrency: { 'group': 'pages', 'cancel-in-progress': false },
  steps: [
    { name: 'Checkout', uses: 'actions/checkout@v5' },
    { name: 'Setup Node.js', uses: 'actions/setup-node@v5', with: { 'node-version': '24.21.0' } },
    { name: 'Install', run: 'npm ci' },
    { name: 'Build', run: 'npm run site' },
    { name: 'Upload', uses: 'actions/upload-pages-artifact@v4', with: { path: 'dist/site' } },
    { id: 'deploy', name: 'Deploy', uses: 'actions/deploy-pages@v4' },
  ],
});

if (project.eslint) {
  holdTheArrows(project.eslint);
}

// What runs in a browser knows the document; nothing else does. The compiler of the library leaves it to esbuild.
const BROWSER = 'src/report/browser';
new javascript.TypescriptConfig(project, {
  fileName: `${BROWSER}/tsconfig.json`,
  extends: javascript.TypescriptConfigExtends.fromPaths(['../../../tsconfig.json']),
  compilerOptions: { noEmit: true, rootDir: '../../..', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  include: ['*.ts'],
  exclude: ['node_modules'],
});
project.testTask.prependExec(`tsc --noEmit -p ${BROWSER}/tsconfig.json`, { name: 'Type-check the script of the report page' });
project.tryFindObjectFile('tsconfig.json')?.addToArray('exclude', BROWSER);

// A new rule is one file: the lists of rules are written from the folders.
project.preCompileTask.exec('node projenrc/list-rules.js');
// No file of an earlier build gets into the package.
project.compileTask.prependExec('node -e "fs.rmSync(\'lib\', { recursive: true, force: true })"');
// Loading the package must stay cheap: most parts are loaded on first use, and no source is shipped twice.
project.compileTask.exec('node projenrc/lazy-index.js');
// The command is two files: what `check` needs, and the rest.
project.compileTask.exec('node projenrc/bundle-command.js');
// What users need not install is in lib/packages, as CommonJS: not every supported Node.js can require an ES module.
project.compileTask.exec('node projenrc/packages.js');
// A house test sees that the library requires nothing else that users do not have.
project.eslint?.allowDevDeps('src/**');
// The script of the report page runs in a browser, with the same pictures as the command draws.
project.compileTask.exec('esbuild src/report/browser/main.ts --bundle --minify --format=iife --target=es2022 --log-level=warning --outfile=lib/report/page-script.js');
// So is what most programs load of the library.
project.compileTask.exec('node projenrc/at-once.js');
// The plugin of cdk8s-cli needs most of what the command needs.
project.compileTask.exec('node projenrc/plugin-in-bundle.js');
// Declarations hold what users may use, and nothing that is internal.
project.compileTask.exec('node projenrc/public-types.js');
for (const option of ['inlineSourceMap', 'inlineSources']) {
  project.tryFindObjectFile('tsconfig.json')?.addDeletionOverride(`compilerOptions.${option}`);
}

// The tests read the assembly (.jsii) and run the real command, so they need a fresh build.
project.testTask.prependSpawn(project.compileTask);

// Every code sample in README.md and in doc comments must compile.
project.postCompileTask.spawn(project.addTask('rosetta', {
  description: 'Compile and translate the code samples in README.md and doc comments',
  exec: 'node projenrc/rosetta.js extract --strict',
}));

// Sources of the other languages; building them needs their tools and registries.
project.addTask('bindings', {
  description: 'Generate the Python, Java, .NET and Go sources, without building them',
  exec: 'jsii-pacmak --code-only --target python --target java --target dotnet --target go --outdir dist/bindings',
});

// The Python package refuses dictionaries where jsii would drop their keys.
project.tasks.tryFind('package:python')!.reset('node projenrc/pacmak.js -v --target python');

// The other packages of the family: the same source, for another minor of cdk8s-plus.
for (const [name, what, description] of [
  ['siblings', 'build', 'Make, compile and pack the packages for other minors of cdk8s-plus: npm run siblings -- 33'],
  ['siblings:quick', 'quick', 'Make and compile a package for another minor of cdk8s-plus, and run a part of its tests'],
  ['test:siblings', 'test', 'Run all tests and the samples of the README against the packages for other minors of cdk8s-plus'],
  ['test:siblings:languages', 'languages', 'Build the Python, Go and Java packages for other minors of cdk8s-plus, and use them as test:languages does: npm run test:siblings:languages -- 33'],
  ['siblings:first-steps', 'first-steps', 'Build those packages as the release does, and type what a new user types in an empty folder: npm run siblings:first-steps -- 33'],
]) {
  project.addTask(name, { description, exec: `node projenrc/siblings/main.js ${what}`, receiveArgs: true });
}
project.addGitIgnore('/.siblings/');
project.packageTask.spawn(project.tasks.tryFind('siblings')!, { condition: '[ -n "$RELEASE" ]' });
// A release publishes only what Construct Hub lists and shows well.
project.packageTask.spawn(project.addTask('check:packages', {
  description: 'Check every package in dist/ against the criteria of Construct Hub, and that its packages for other languages show their samples; --wheel builds the wheel',
  exec: 'ts-node -T -P trials/tsconfig.json trials/packages/main.ts',
  receiveArgs: true,
}), { condition: '[ -n "$RELEASE" ]' });
new ReleaseSiblings(project.github!.tryFindWorkflow('release')!, Object.keys(SIBLINGS));

project.tasks.tryFind('bump')!.exec('node projenrc/first-changelog.js', { condition: '[ -z "$LATEST_TAG" ]' });
// A release stops at a break of the API that .compatignore does not list.
const compat = project.tasks.tryFind('compat')!;
compat.reset('node projenrc/compare-api.js', { receiveArgs: true });
project.addPackageIgnore('/.compatignore');
project.postCompileTask.spawn(compat, { condition: '[ -n "$RELEASE" ]' });

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

project.addTask('trial:compatibility', {
  description: 'Use the packed library with each supported Node.js, package manager, bundler and TypeScript; needs Linux and a registry',
  exec: 'ts-node -T -P trials/tsconfig.json trials/compatibility/main.ts',
  receiveArgs: true,
});

project.addTask('trial:newest', {
  description: 'Follow the README from an empty folder with the newest of everything, for this package and its siblings: npm run trial:newest -- 33; needs a registry',
  exec: 'ts-node -T -P trials/tsconfig.json trials/newest/main.ts',
  receiveArgs: true,
});

// A short form is part of the tests.
project.addTask('fuzz', {
  description: 'Feed the command hostile and damaged input for a minute: npm run fuzz -- --seconds 600 --seed 1 --only shell',
  exec: 'ts-node -T -P fuzz/tsconfig.json fuzz/main.ts',
  receiveArgs: true,
});

// CI tries the same cases every time: see test/for-all.ts.
project.addTask('test:properties', {
  description: 'Try twenty times as many cases of every property, and new ones; a failure prints its seed and its path',
  env: { PROPERTY_TIMES: '20', CI: '' },
  exec: 'jest --ci --testTimeout=3600000 --findRelatedTests test/for-all.ts',
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

project.addTask('e2e:apply', {
  description: 'Apply migrated manifests to live objects that were made in every way; see e2e/README.md',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/apply/main.ts',
  receiveArgs: true,
});

project.addTask('e2e:features', {
  description: 'Ask an API server what it does with every field of the table of features; see e2e/README.md',
  exec: 'ts-node -T -P e2e/tsconfig.json e2e/features/main.ts',
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
    { name: 'Setup Node.js', uses: 'actions/setup-node@v5', with: { 'node-version': '24.21.0' } },
    { name: 'Setup Go', uses: 'actions/setup-go@v6', with: { 'go-version': 'stable' } },
    { name: 'Install', run: 'npm ci' },
    { name: 'Start a cluster', run: 'kind create cluster --name e2e --image kindest/node:${{ matrix.node }}' },
    { name: 'Build the test program', run: 'e2e/program/build program.tar' },
    { name: 'Load it', run: 'kind load image-archive program.tar --name e2e' },
    { name: 'Ask the kubelet', run: 'npm run e2e', env: { E2E_CONTEXT: 'kind-e2e' } },
    { name: 'Ask the API server', run: 'npm run e2e:dry-run -- examples/*/output', env: { E2E_CONTEXT: 'kind-e2e' } },
    { name: 'Ask it about fields', run: 'npm run e2e:features', env: { E2E_CONTEXT: 'kind-e2e' } },
    { name: 'Ask it about the catalog', run: 'npm run e2e:catalog', env: { E2E_CONTEXT: 'kind-e2e' } },
  ],
});

const languageTests = project.github?.addWorkflow('languages');
languageTests?.on({ push: { branches: ['main'] }, workflowDispatch: {} });
const BEFORE_LANGUAGES = [
  { name: 'Checkout', uses: 'actions/checkout@v5' },
  { name: 'Setup Node.js', uses: 'actions/setup-node@v5', with: { 'node-version': '24.21.0' } },
  { name: 'Setup Python', uses: 'actions/setup-python@v6', with: { 'python-version': '3.x' } },
  { name: 'Setup Go', uses: 'actions/setup-go@v6', with: { 'go-version': 'stable' } },
  { name: 'Setup Java', uses: 'actions/setup-java@v5', with: { 'distribution': 'temurin', 'java-version': '17' } },
  { name: 'Setup .NET', uses: 'actions/setup-dotnet@v5', with: { 'dotnet-version': '8.x' } },
  { name: 'Install', run: 'npm ci' },
];
languageTests?.addJob('languages', {
  runsOn: ['ubuntu-latest'],
  permissions: { contents: JobPermission.READ },
  steps: [
    ...BEFORE_LANGUAGES,
    { name: 'Test Python, Go and Java', run: 'npm run test:languages' },
    { name: 'Compile .NET', run: 'npx projen package:dotnet' },
  ],
});

languageTests?.addJob('siblings', {
  runsOn: ['ubuntu-latest'],
  permissions: { contents: JobPermission.READ },
  strategy: { matrix: { domain: { sibling: Object.keys(SIBLINGS) } } },
  steps: [
    ...BEFORE_LANGUAGES,
    { name: 'Test the package for another cdk8s-plus', run: 'npm run test:siblings -- ${{ matrix.sibling }}' },
    { name: 'Test its Python, Go and Java', run: 'npm run test:siblings:languages -- ${{ matrix.sibling }}' },
    { name: 'Compile its .NET', run: 'cd .siblings/${{ matrix.sibling }} && npx projen package:dotnet' },
  ],
});

// A tag can be moved to other code, a commit cannot.
const ACTIONS: { readonly [action: string]: string } = {
  'actions/setup-node': '820762786026740c76f36085b0efc47a31fe5020', // v7.0.0
  'actions/setup-go': 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e', // v7.0.0
  'actions/setup-python': '5fda3b95a4ea91299a34e894583c3862153e4b97', // v7.0.0
  'actions/setup-dotnet': 'a98b56852c35b8e3190ac28c8c2271da59106c68', // v6.0.0
  'actions/setup-java': 'b6effb05e454b25005698d916606bdc6ffcbf961', // v5.7.0
  'actions/upload-pages-artifact': '7b1f4a764d45c48632c6b24a0339c27f5614fb0b', // v4.0.0
  'actions/deploy-pages': 'd6db90164ac5ed86f2b6aed7e0febac5b3c0c03e', // v4.0.5
  'peter-evans/create-pull-request': '5f6978faf089d4d20b00c7766989d076bb2fc7f1', // v8.1.1
  'actions/checkout': '3d3c42e5aac5ba805825da76410c181273ba90b1', // as projen pins it
  'actions/download-artifact': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c', // as projen pins it
};
Object.entries(ACTIONS).forEach(([action, commit]) => project.github?.actions.set(action, `${action}@${commit}`));

// The package holds what is named here, and nothing that happens to lie about.
// The tablet has the samples in all languages, for the packages that are made from this one.
project.package.addField('files', ['/lib/*.js', ...SHIPPED_ROOMS.map(room => `/lib/${room}/**/*.js`), '/lib/cli/bundle.js', '/lib/cli/more.js', '/lib/report/page-script.js', '/lib/**/*.d.ts', '/bin/', '/.jsii', '/.jsii.tabl.json', '/NOTICE']);

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
    { name: 'Setup Node.js', uses: 'actions/setup-node@v5', with: { 'node-version': '24.21.0' } },
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

const languages = project.addTask('test:languages', { description: 'Build the packages for Python, Go and Java, and use them with the oldest and the newest peers; needs python3, go, java and mvn' });
languages.spawn(project.compileTask);
languages.exec('languages/python/run floor newest');
languages.exec('languages/go/run floor newest');
languages.exec('languages/java/run floor newest');

project.addTask('test:coverage', { description: 'Run the tests, and hold how much of the sources they cover', exec: 'jest --ci --coverage' });
project.buildWorkflow?.addPostBuildSteps({ name: 'Test coverage', run: 'npx projen test:coverage' });
project.addGitIgnore('/.bench/');
project.addGitIgnore('/examples/java/target/');
project.addGitIgnore('/.jsii.tabl.json');
project.npmignore?.exclude('/.devcontainer/', '/.editorconfig', '/CHANGELOG.md', '/CODE_OF_CONDUCT.md', '/SECURITY.md', '/trials/', '/examples/', '/docs/', '/bench/', '/e2e/', '/generate/', '/fuzz/', '/languages/', '/site/', '/browser/', '/.bench/', '/.siblings/', '/rosetta/', '/projenrc/', '/.ci/', '/CONTRIBUTING.md', '/ARCHITECTURE.md', '/API.md');

project.synth();
