import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What each Node.js runs. */
const RUNS: readonly (readonly string[])[] = [
  ['--help'],
  ['check', 'test/fixtures/check', '--format', 'json'],
  ['check', 'test/fixtures/check'],
  ['migrate', 'test/fixtures/migrate'],
  ['migrate', 'test/fixtures/migrate', '--format', 'json'],
  ['explain', 'test/fixtures/manifests/web.yaml'],
  ['rules', 'NS303'],
  ['check', 'missing.yaml'],
];

/**
 * Compares what the command prints on several releases of Node.js, and sees that no run leaves a file behind: `npm run trial:nodes -- node20 node22 node24`.
 *
 * @param nodes the paths of the programs
 */
function main(nodes: readonly string[]): number {
  if (nodes.length === 0) {
    console.error('pass the paths of the Node.js programs to compare');
    return 2;
  }
  const [first, ...others] = nodes.map(resultsOf);
  const wrong = [
    ...[first, ...others].flatMap(({ node, left, unknown }) => [
      ...left.map(file => `${node} leaves ${file} behind`),
      ...unknown.map(flag => `${node} does not know ${flag}, which the command sets there`),
    ]),
    ...others.flatMap(({ node, outputs }) => RUNS.flatMap((run, index) =>
      outputs[index] === first.outputs[index] ? [] : [`${node} prints something else than ${first.node} for ${run.join(' ')}: ${outputs[index].slice(0, 300)}`])),
  ];
  wrong.forEach(line => console.error(line));
  console.log(`${nodes.length} releases, ${RUNS.length} runs each: ${wrong.length === 0 ? 'all the same' : `${wrong.length} differences`}`);
  return wrong.length > 0 ? 1 : 0;
}

interface Results {
  readonly node: string;
  readonly outputs: readonly string[];
  /** The files in the temporary folder after all runs. */
  readonly left: readonly string[];
  /** The flags of V8 that the command sets there, but that this release does not know. */
  readonly unknown: readonly string[];
}

function resultsOf(program: string): Results {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-'));
  const ask = (args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8', env: { PATH: process.env.PATH, TMPDIR: folder } });
  const outputs = RUNS.map(args => {
    const { status, stdout, stderr } = ask(['bin/cdk8s-sidecars', ...args]);
    return JSON.stringify({ status, stdout, stderr });
  });
  const known = ask(['--v8-options']).stdout;
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true });
  const { v8, node } = JSON.parse(ask(['-p', 'JSON.stringify(process.versions)']).stdout);
  return { node: `Node.js ${node}`, outputs, left, unknown: flagsFor(v8).filter(flag => !known.includes(`  ${flag} `)) };
}

/** The sources that set flags of V8, each for the releases that it names. */
const SETTERS: readonly string[] = ['bin/cdk8s-sidecars', 'src/cli/migrate/memory.ts', 'src/cli/check/compile-at-once.ts'];

/** The flags that the command sets for a release of V8. */
function flagsFor(v8: string): string[] {
  return SETTERS.map(file => readFileSync(file, 'utf8')).flatMap(source => {
    const knowing = /KNOWING_V8 = \/(.*)\/;/.exec(source)?.[1] ?? `^${/v8\.startsWith\('(.*)'\)/.exec(source)![1]}`;
    return new RegExp(knowing).test(v8) ? [...source.matchAll(/setFlagsFromString\('--(?:no-)?([\w-]+)/g)].map(([, flag]) => `--${flag}`) : [];
  });
}

process.exitCode = main(process.argv.slice(2));
