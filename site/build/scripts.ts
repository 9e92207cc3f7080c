import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, Plugin } from 'esbuild';
import { leftOut } from './left-out';
import { loadedAtOnce } from './loaded-at-once';
import { withoutDocumentation } from './without-documentation';
import { withoutUnused } from './without-unused';
import { read, ROOT } from '../../generate/page';
import { SVG_STYLE } from '../../src/drawing/svg-style';

/** What the bundler takes instead of a whole library. */
const SMALLER: { readonly [library: string]: string } = {
  'diff': 'site/browser/libraries/diff.ts',
  'js-yaml': 'node_modules/js-yaml/index.js',
  'unbash': 'site/browser/libraries/unbash.ts',
  'yaml': 'site/browser/libraries/yaml.ts',
};

const smaller: Plugin = {
  name: 'smaller',
  setup: ({ onResolve }) => onResolve({ filter: new RegExp(`^(${Object.keys(SMALLER).join('|')})$`) }, ({ path, importer }) => {
    const instead = join(ROOT, SMALLER[path]);
    return importer === instead ? undefined : { path: instead };
  }),
};

/** What makes the script of the playground small. */
export const SMALL: readonly Plugin[] = [smaller, loadedAtOnce, leftOut, withoutDocumentation, withoutUnused];

/** Bundles the scripts. They are classic scripts, so that the site also works from a disk. */
export async function writeScripts(out: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { playground: 'site/browser/playground/main.ts', page: 'site/browser/page/main.ts' },
    outdir: out,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['es2022'],
    legalComments: 'linked',
    logLevel: 'warning',
    plugins: [...SMALL],
  });
}

/** Writes the styles as one file, with that of the pictures. */
export async function writeStyles(out: string): Promise<void> {
  const files = readdirSync(join(ROOT, 'site/style')).sort();
  const contents = [...files.map(file => read(`site/style/${file}`)), SVG_STYLE].join('\n');
  await build({ stdin: { contents, loader: 'css' }, outfile: join(out, 'style.css'), minify: true, logLevel: 'warning' });
}
