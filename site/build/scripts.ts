import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, Plugin } from 'esbuild';
import { withoutDocumentation } from './without-documentation';
import { read, ROOT } from '../../generate/page';
import { SVG_STYLE } from '../../src/drawing/svg-style';

/** What the bundler takes instead of a whole library. */
const SMALLER: { readonly [library: string]: string } = {
  diff: 'site/browser/libraries/diff.ts',
  unbash: 'site/browser/libraries/unbash.ts',
  yaml: 'site/browser/libraries/yaml.ts',
};

const smaller: Plugin = {
  name: 'smaller',
  setup: ({ onResolve }) => onResolve({ filter: new RegExp(`^(${Object.keys(SMALLER).join('|')})$`) }, ({ path, importer }) => {
    const instead = join(ROOT, SMALLER[path]);
    return importer === instead ? undefined : { path: instead };
  }),
};

/** Nothing in the page writes YAML with the library that reads it. */
const withoutDumper: Plugin = {
  name: 'without-dumper',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]js-yaml[\\/]lib[\\/]dumper\.js$/ }, () => ({ contents: '', loader: 'js' })),
};

/** Nor does it with the one that reads places: what writes texts, lists and maps has one export of its own name a file. */
const withoutWriter: Plugin = {
  name: 'without-writer',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]yaml[\\/]browser[\\/]dist[\\/]stringify[\\/]stringify(String|Collection|Pair|Document)\.js$/ }, ({ path }) => ({
    contents: `export const ${basename(path, '.js')} = undefined;`, loader: 'js',
  })),
};

/** Nothing in the page draws a diagram for Markdown, or a timeline as text. */
const withoutMermaid: Plugin = {
  name: 'without-mermaid',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]src[\\/]drawing[\\/](mermaid|timeline-text)\.ts$/ }, () => ({ contents: 'module.exports = {};', loader: 'js' })),
};

/** No rule looks into arithmetic, which the library reads only if it is asked for; and no message shows the line that the other one quotes. */
const withoutUnread: Plugin = {
  name: 'without-unread',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]unbash[\\/]dist[\\/]arithmetic-parts\.js$/ }, () => ({ contents: 'export const parseArithmeticWithParts = () => undefined;', loader: 'js' }));
    onLoad({ filter: /[\\/]js-yaml[\\/]lib[\\/]snippet\.js$/ }, () => ({ contents: 'module.exports = () => undefined;', loader: 'js' }));
    // The schema of Kubernetes has types of its own for these.
    onLoad({ filter: /[\\/]js-yaml[\\/]lib[\\/]type[\\/](omap|pairs|set|timestamp)\.js$/ }, () => ({ contents: '', loader: 'js' }));
    onLoad({ filter: /[\\/]js-yaml[\\/]lib[\\/]schema[\\/]default\.js$/ }, () => ({ contents: "module.exports = require('./core');", loader: 'js' }));
  },
};

/** The page takes no configuration. */
const withoutConfiguration: Plugin = {
  name: 'without-configuration',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]src[\\/]core[\\/]config\.ts$/ }, () => ({ contents: 'export const parseConfig = undefined;', loader: 'js' })),
};

/** The page does not show how to change a live object. */
const withoutLiveObjects: Plugin = {
  name: 'without-live-objects',
  setup: ({ onLoad }) => onLoad({ filter: /[\\/]src[\\/]migration[\\/]live-object\.ts$/ }, () => ({
    contents: 'export const SOURCES = {}; export const commandFor = undefined; export const liveObject = () => undefined;', loader: 'js',
  })),
};

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
    plugins: [smaller, withoutDumper, withoutWriter, withoutMermaid, withoutUnread, withoutConfiguration, withoutLiveObjects, withoutDocumentation],
  });
}

/** Writes the styles as one file, with that of the pictures. */
export async function writeStyles(out: string): Promise<void> {
  const files = readdirSync(join(ROOT, 'site/style')).sort();
  const contents = [...files.map(file => read(`site/style/${file}`)), SVG_STYLE].join('\n');
  await build({ stdin: { contents, loader: 'css' }, outfile: join(out, 'style.css'), minify: true, logLevel: 'warning' });
}
