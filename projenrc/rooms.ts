import { javascript } from 'projen';

/**
 * The rooms of src/ and, for each, the rooms it may import. Arrows point down only; see ARCHITECTURE.md.
 */
const ROOMS: Record<string, string[]> = {
  data: [],
  shell: [],
  kubernetes: ['shell', 'data'],
  simulator: ['kubernetes', 'data'],
  drawing: ['simulator', 'kubernetes', 'data'],
  knowledge: ['kubernetes', 'data'],
  recognition: ['knowledge', 'kubernetes', 'shell', 'data'],
  rules: ['recognition', 'knowledge', 'simulator', 'kubernetes', 'data'],
  edits: ['data'],
  migration: ['rules', 'recognition', 'knowledge', 'simulator', 'edits', 'kubernetes', 'data'],
  yaml: ['edits', 'data'],
  report: ['migration', 'drawing', 'rules', 'simulator', 'kubernetes', 'data'],
  core: ['report', 'yaml', 'migration', 'drawing', 'rules', 'recognition', 'knowledge', 'simulator', 'edits', 'kubernetes', 'data'],
  caller: ['data'],
  meshes: ['caller', 'knowledge', 'kubernetes', 'data'],
  sidecars: ['caller', 'meshes', 'drawing', 'rules', 'recognition', 'knowledge', 'simulator', 'kubernetes', 'data'],
  workloads: ['caller', 'sidecars', 'meshes', 'rules', 'recognition', 'knowledge', 'simulator', 'kubernetes', 'data'],
  catalog: ['caller', 'sidecars', 'meshes', 'rules', 'recognition', 'knowledge', 'simulator', 'kubernetes', 'data'],
  cli: ['core', 'report', 'yaml', 'migration', 'drawing', 'rules', 'recognition', 'knowledge', 'simulator', 'edits', 'kubernetes', 'data'],
};

/** Rooms that know neither constructs nor the machine they run on: same input, same output, also in a browser. */
const PURE = ['data', 'shell', 'kubernetes', 'simulator', 'drawing', 'knowledge', 'recognition', 'rules', 'edits', 'migration', 'report', 'core'];

/** The room of YAML text: as pure as those, but for the libraries that parse and compare text. */
const YAML = 'yaml';

/** Rooms of constructs: they may know cdk8s, but no file system and none of the command's libraries. */
const CONSTRUCTS = ['sidecars', 'workloads', 'catalog'];

const PURE_MESSAGE = 'a pure room knows neither packages nor the machine: no cdk8s, fs, clock, randomness, console or process';

/** The files of a pure room that load something on first use: the shell parser, a package that is only needed when a pod holds a script, and what a synth seldom needs. */
const LATE = ['src/shell/parse-shell.ts', 'src/drawing/lazy.ts', 'src/recognition/lazy.ts', 'src/rules/lazy.ts', 'src/yaml/lazy.ts'];

/** The files of the command that load its commands and what few runs need, each on first use. */
const LAZY = ['src/cli/lazy.ts', 'src/cli/actions.ts', 'src/cli/report/lazy.ts', 'src/cli/settings/lazy.ts'];

/** Holds the arrows between the rooms, and the purity of the pure ones. */
export function holdTheArrows(eslint: javascript.Eslint): void {
  for (const [room, allowed] of Object.entries(ROOMS)) {
    eslint.addOverride({
      files: [`src/${room}/**/*.ts`],
      rules: {
        'import/no-restricted-paths': ['error', {
          basePath: '.',
          zones: [{
            target: `./src/${room}`,
            from: './src',
            except: [room, ...allowed].map(name => `./${name}`),
            message: `src/${room} may only import ${['itself', ...allowed].join(', ')}`,
          }],
        }],
      },
    });
  }
  eslint.addOverride({ files: PURE.map(room => `src/${room}/**/*.ts`), rules: pureRules('^[^.]') });
  eslint.addOverride({ files: [`src/${YAML}/**/*.ts`], rules: pureRules('^(?!(js-yaml|yaml|diff)$)[^.]') });
  eslint.addOverride({
    files: CONSTRUCTS.map(room => `src/${room}/**/*.ts`),
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', {
        patterns: [{
          regex: '^((node:)?(fs|child_process|path|os)|js-yaml|yaml|commander|diff)(/|$)',
          message: 'constructs touch no files and no YAML text: that is what src/cli is for',
        }],
      }],
    },
  });
  eslint.addOverride({
    files: ['src/meshes/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', {
        patterns: [{ regex: '^(?!cdk8s$)[^.]', message: 'a mesh yields data and knows no construct; of cdk8s it may use units such as Duration' }],
      }],
    },
  });
  eslint.addOverride({
    files: LATE,
    rules: { '@typescript-eslint/no-require-imports': 'off', 'no-restricted-globals': 'off', 'no-restricted-syntax': 'off' },
  });
  eslint.addOverride({ files: LAZY, rules: { '@typescript-eslint/no-require-imports': 'off' } });
}

/** @param packages the imports that are forbidden */
function pureRules(packages: string) {
  const globals = [
    'process', 'console', 'require', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask',
    'fetch', 'performance', 'crypto', 'globalThis', 'global',
  ];
  return {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ regex: packages, message: PURE_MESSAGE }] }],
    'no-restricted-globals': ['error', ...globals.map(name => ({ name, message: PURE_MESSAGE }))],
    'no-restricted-properties': ['error',
      { object: 'Math', property: 'random', message: PURE_MESSAGE },
      { object: 'Date', property: 'now', message: PURE_MESSAGE }],
    'no-restricted-syntax': ['error',
      { selector: 'ImportExpression', message: PURE_MESSAGE },
      { selector: "NewExpression[callee.name='Date']", message: PURE_MESSAGE }],
  };
}
