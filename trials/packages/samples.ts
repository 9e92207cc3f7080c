import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const PACMAK = join(ROOT, 'node_modules', '.bin', 'jsii-pacmak');
/** What `npm run package:python` runs. */
const PYTHON_PACMAK = join(ROOT, 'projenrc', 'pacmak.js');
/** The languages of the generated packages: the ending of their sources, what stands before a sample there, and whether their README shows samples. */
const LANGUAGES = [
  { target: 'python', ending: '.py', sample: /Example::/g, hasReadme: true },
  { target: 'go', ending: '.go', sample: /^\/\/ Example:/gm, hasReadme: true },
  { target: 'java', ending: '.java', sample: /\* Example:/g, hasReadme: false },
  { target: 'dotnet', ending: '.cs', sample: /<example>/g, hasReadme: false },
] as const;
/** A line that only TypeScript has: a declaration or an import, also in a comment. */
const TYPESCRIPT = /^\s*(?:\*|\/\/+|#)?\s*(?:(?:const|let) \w+ = |import .* from ').*$/m;
/** What no Go program has: a member in lower case that belongs to a package, and a pointer to a method. */
const NOT_GO = /[\w)]\.[a-z]\w*\(|\w_\*\w/;
const TEXT_OR_COMMENT = /"[^"\n]*"|\/\/.*/g;
/** The types that people meet first have a sample each: see test/house/api.test.ts. */
const FEWEST_SAMPLES = 20;
const FEWEST_IN_README = 4;

/** Makes the sources for every language from an unpacked package, as the jobs of the release do, and tells which of their samples are not in that language. */
export function wrongSamples(packed: string): string[] {
  const targets = LANGUAGES.flatMap(({ target }) => ['--target', target]);
  execFileSync(PACMAK, ['--code-only', '--no-npmignore', ...targets], { cwd: packed, stdio: ['ignore', 'ignore', 'inherit'] });
  return LANGUAGES.flatMap(({ target, ending, sample, hasReadme }) => {
    const folder = join(packed, 'dist', target);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = files.filter(file => file.endsWith(ending)).map(file => readFileSync(join(folder, file), 'utf8'));
    const samples = sources.reduce((sum, text) => sum + (text.match(sample) ?? []).length, 0);
    const readme = hasReadme ? readFileSync(join(folder, files.filter(file => file.endsWith('README.md')).sort((a, b) => a.length - b.length)[0]), 'utf8') : undefined;
    return [
      ...(samples >= FEWEST_SAMPLES ? [] : [`the ${target} sources have ${samples} samples`]),
      ...sources.flatMap(text => TYPESCRIPT.exec(text)?.[0] ?? []).map(line => `a sample in the ${target} sources is TypeScript: ${line.trim()}`),
      ...(readme === undefined ? [] : wrongReadme(target, readme)),
    ];
  });
}

/** Builds the wheel, and tells what is wrong with the README in it. */
export function wrongWheel(packed: string): string[] {
  // Not among the sources for other checks: the build also looks at the files beside the wheel.
  const folder = join(packed, 'built');
  execFileSync(process.execPath, [PYTHON_PACMAK, '--target', 'python', '--no-npmignore', '--outdir', folder], { cwd: packed, stdio: ['ignore', 'ignore', 'inherit'] });
  const built = join(folder, 'python');
  const [wheel] = readdirSync(built).filter(file => file.endsWith('.whl'));
  const unpacked = join(packed, 'wheel');
  execFileSync('python3', ['-m', 'zipfile', '-e', join(built, wheel), unpacked]);
  return wrongReadme('python', readFileSync(join(unpacked, readdirSync(unpacked).find(file => file.endsWith('.dist-info'))!, 'METADATA'), 'utf8'));
}

/** What is wrong with the samples of a README for a language. */
export function wrongReadme(language: string, readme: string): string[] {
  const samples = [...readme.matchAll(/^```(\w+)\n([^]*?)^```/gm)].filter(([, fence]) => [language, 'ts', 'typescript'].includes(fence));
  return [
    ...(samples.length >= FEWEST_IN_README ? [] : [`the ${language} README has ${samples.length} samples`]),
    ...samples.filter(([, fence, text]) => fence !== language || TYPESCRIPT.test(text)).map(([, , text]) => `a sample of the ${language} README is TypeScript: ${text.split('\n')[0]}`),
    ...samples.filter(([, fence]) => fence === 'go').flatMap(([, , text]) => text.split('\n').filter(line => NOT_GO.test(line.replace(TEXT_OR_COMMENT, ''))))
      .map(line => `a sample of the go README has a wrong name: ${line.trim()}`),
  ];
}
