import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSite } from './build-site';
import { ROOT } from '../../generate/page';

/** Builds the site: `npm run site`, or `npm run site -- FOLDER`. */
async function main([folder = join(ROOT, 'dist', 'site')]: string[]): Promise<void> {
  const out = resolve(folder);
  const pages = await buildSite(out);
  const script = gzipSync(readFileSync(join(out, 'playground.js'))).length;
  process.stdout.write(`${pages} pages in ${out}; the script of the playground is ${Math.ceil(script / 1024)} KB compressed\n`);
}

main(process.argv.slice(2)).catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
