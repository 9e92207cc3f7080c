import { build } from 'esbuild';
import { ROOT } from '../../generate/page';
import { SMALL } from '../../site/build/scripts';

// Run by a test, because the bundler does not run inside of jest: bundles what the playground computes, as the site does, but for Node.js.
const FOLDER = './site/browser/playground/analysis';
const contents = ['findings', 'migration', 'picture'].map(name => `export * from '${FOLDER}/${name}';`).join('\n');

build({ stdin: { contents, resolveDir: ROOT }, outfile: process.argv[2], bundle: true, format: 'cjs', platform: 'node', mainFields: ['browser', 'module', 'main'], conditions: ['browser'], plugins: [...SMALL] })
  .catch(() => process.exit(1));
