// Looks at every packed package as the release and Construct Hub do: npm run check:packages [-- --wheel]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lackingForHub } from './hub';

const ROOT = join(__dirname, '..', '..');
/** Below the repository, so that the packages that a package needs are found above it, as in the release. */
const FOLDER = join(ROOT, '.siblings', 'packed');

/** The packages in dist/, of this package and its siblings. */
function tarballs(): string[] {
  const siblings = join(ROOT, 'dist', 'siblings');
  const folders = [join(ROOT, 'dist', 'js'), ...(existsSync(siblings) ? readdirSync(siblings).map(minor => join(siblings, minor, 'js')) : [])];
  return folders.filter(existsSync).flatMap(folder => readdirSync(folder).filter(file => file.endsWith('.tgz')).map(file => join(folder, file)));
}

/** Makes the Python package from an unpacked package, as the job of the release does, and returns its README; only its sources unless a wheel is wanted. */
function pythonReadme(packed: string, isWheel: boolean): string {
  const pacmak = join(ROOT, 'node_modules', '.bin', 'jsii-pacmak');
  execFileSync(pacmak, ['--target', 'python', '--no-npmignore', ...(isWheel ? [] : ['--code-only'])], { cwd: packed, stdio: ['ignore', 'ignore', 'inherit'] });
  const built = join(packed, 'dist', 'python');
  if (!isWheel) {
    return readFileSync(join(built, 'README.md'), 'utf8');
  }
  const [wheel] = readdirSync(built).filter(file => file.endsWith('.whl'));
  return execFileSync('python3', ['-m', 'zipfile', '-e', join(built, wheel), join(packed, 'wheel')], { encoding: 'utf8' })
    + readFileSync(join(packed, 'wheel', readdirSync(join(packed, 'wheel')).find(file => file.endsWith('.dist-info'))!, 'METADATA'), 'utf8');
}

/** What is wrong with the samples of a Python README. */
function wrongSamples(readme: string): string[] {
  const samples = [...readme.matchAll(/^```(\w+)\n([^]*?)^```/gm)].filter(([, language]) => ['python', 'ts', 'typescript'].includes(language));
  return [
    ...(samples.length > 3 ? [] : [`the Python README has ${samples.length} samples`]),
    ...samples.filter(([, language, text]) => language !== 'python' || /\b(const|new|import .* from) /.test(text)).map(([, , text]) => `a sample of the Python README is TypeScript: ${text.split('\n')[0]}`),
  ];
}

function problemsOf(tarball: string, isWheel: boolean): string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  execFileSync('tar', ['--strip-components=1', '-xzf', tarball, '-C', FOLDER]);
  const problems = [...lackingForHub(FOLDER), ...wrongSamples(pythonReadme(FOLDER, isWheel))];
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
