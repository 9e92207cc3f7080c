// Looks at every packed package as the release and Construct Hub do: npm run check:packages [-- --wheel]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lackingForHub } from './hub';
import { wrongSamples, wrongWheel } from './samples';

const ROOT = join(__dirname, '..', '..');
/** Below the repository, so that the packages that a package needs are found above it, as in the release. */
const FOLDER = join(ROOT, '.siblings', 'packed');

/** The packages in dist/, of this package and its siblings. */
function tarballs(): string[] {
  const siblings = join(ROOT, 'dist', 'siblings');
  const folders = [join(ROOT, 'dist', 'js'), ...(existsSync(siblings) ? readdirSync(siblings).map(minor => join(siblings, minor, 'js')) : [])];
  return folders.filter(existsSync).flatMap(folder => readdirSync(folder).filter(file => file.endsWith('.tgz')).map(file => join(folder, file)));
}

function problemsOf(tarball: string, isWheel: boolean): string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  execFileSync('tar', ['--strip-components=1', '-xzf', tarball, '-C', FOLDER]);
  const problems = [...lackingForHub(FOLDER), ...wrongSamples(FOLDER), ...(isWheel ? wrongWheel(FOLDER) : [])];
  rmSync(FOLDER, { recursive: true, force: true });
  return problems;
}

function main(args: readonly string[]): number {
  const packed = tarballs();
  const wrong = packed.flatMap(tarball => {
    const problems = problemsOf(tarball, args.includes('--wheel'));
    console.log(`${relative(ROOT, tarball)}: ${problems.length === 0 ? 'ok' : `\n${problems.map(problem => `  ${problem}`).join('\n')}`}`);
    return problems;
  });
  if (packed.length === 0) {
    console.error('dist/ holds no package: run npx projen package:js, and npm run siblings');
  }
  return packed.length > 0 && wrong.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
