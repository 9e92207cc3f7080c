import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallBrowser } from './find-browser';
import { ROOT } from '../generate/page';
import { buildSite } from '../site/build/build-site';

/** The test that is quick enough to run with all others. */
const QUICK = 'browser/quick.browser.ts';

/**
 * Runs the tests in a real browser: every file `browser/*.browser.ts`, `--quick` only one of them. Other arguments are jest's.
 *
 * The tests find the built site in the folder that SITE names, and the browser at CHROMIUM_PATH.
 */
async function main(args: string[]): Promise<number> {
  const browser = findOrInstallBrowser();
  const site = join(ROOT, 'dist', 'site');
  await buildSite(site);
  const { jest } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const config = { ...jest, rootDir: ROOT, testMatch: ['<rootDir>/browser/*.browser.ts'], collectCoverage: false, reporters: ['default'], testTimeout: 180_000 };
  delete config.coverageThreshold;
  const transform = Object.entries<any>(jest.transform).map(([files, use]) => [files, Array.isArray(use) ? use : [use]]);
  config.transform = Object.fromEntries(transform.map(([files, [use, options]]) => [files, [use, files.includes('unbash') ? options : { tsconfig: 'browser/tsconfig.json', diagnostics: false }]]));
  const chosen = args.includes('--quick') ? [QUICK] : [];
  const { status } = spawnSync(process.execPath, [
    join(ROOT, 'node_modules/jest/bin/jest.js'), '--ci', '--runInBand', '--config', JSON.stringify(config), ...chosen, ...args.filter(arg => arg !== '--quick'),
  ], { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: browser, SITE: site } });
  return status ?? 1;
}

main(process.argv.slice(2)).then(code => process.exitCode = code, error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
