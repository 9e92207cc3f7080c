import { join } from 'node:path';
import { findOrInstallBrowser } from './find-browser';
import { PlaygroundPage } from './playground-page';
import { ServedFolder } from './serve';
import { LOOKS, Session } from './session';
import { ROOT } from '../generate/page';
import { buildSite } from '../site/build/build-site';

const FOLDER = join(ROOT, 'docs', 'screenshots');

/** Takes the screenshots of docs/playground.md again: `npm run site:screenshots`. */
async function main(): Promise<void> {
  process.env.CHROMIUM_PATH = findOrInstallBrowser();
  const folder = join(ROOT, 'dist', 'site');
  await buildSite(folder);
  const site = await ServedFolder.start(folder);
  const session = await Session.start();

  const computer = new PlaygroundPage(await session.open(`${site.origin}/playground.html#example=job-never-ends`, LOOKS.light));
  await computer.settled();
  await computer.page.getByLabel('compare with the migrated manifest').check();
  await computer.page.screenshot({ path: join(FOLDER, 'playground.png') });

  const phone = new PlaygroundPage(await session.open(`${site.origin}/playground.html#example=grace-period-too-short`, { ...LOOKS.phone, colorScheme: 'dark' }));
  await phone.settled();
  await phone.page.locator('#picture-title').evaluate(title => title.scrollIntoView());
  await phone.page.screenshot({ path: join(FOLDER, 'playground-phone.png') });

  await session.stop();
  await site.stop();
}

main().catch(error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
