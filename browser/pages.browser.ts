import { pathToFileURL } from 'node:url';
import { OnSite } from './on-site';
import { barriersOf, LOOKS } from './session';

const PAGES = ['playground.html', 'index.html', 'docs/index.html', 'docs/rules.html', 'docs/check.html', 'api/index.html', 'api/NativeSidecar.html'];

const on = new OnSite();

test.each(Object.keys(LOOKS).flatMap(look => PAGES.map(path => ({ path, look }))))('$path has no barriers ($look)', async ({ path, look }) => {
  const page = await on.session.open(`${on.site.origin}/${path}`, LOOKS[look]);
  await page.locator('main:not([aria-busy=true])').waitFor();

  expect(await barriersOf(page)).toEqual([]);
  await page.context().close();
});

test('the search finds a rule, and a type of the API, from any page', async () => {
  const page = await on.session.open(`${on.site.origin}/docs/check.html`);

  await page.keyboard.press('/');
  await page.keyboard.type('grace-period-too-short');
  await page.locator('#results a').first().click();
  await page.waitForURL('**/docs/rules.html#ns301-grace-period-too-short');
  await page.getByRole('searchbox').fill('NativeSidecarProps');
  await page.locator('#results a').first().click();
  await page.waitForURL('**/api/NativeSidecarProps.html');

  expect(await page.locator('h1').textContent()).toContain('NativeSidecarProps');
});

test('a sample of the documentation opens in the playground', async () => {
  const page = await on.session.open(`${on.site.origin}/docs/check.html`);

  await page.getByRole('link', { name: 'Open in the playground' }).first().click();
  await page.waitForURL('**/playground.html#m=*');

  await page.locator('#picture > svg').waitFor();
  expect(await page.locator('#about').textContent()).toBe('This manifest comes from the link.');
});

test('the site works from a disk', async () => {
  const page = await on.session.open(`${pathToFileURL(process.env.SITE!)}/playground.html`);
  await page.locator('#picture > svg').waitFor();

  await page.getByRole('searchbox').fill('istio');

  await page.locator('#results a').first().waitFor();
});
