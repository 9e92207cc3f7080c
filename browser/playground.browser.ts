import { OnSite } from './on-site';
import { PlaygroundPage } from './playground-page';
import { LOOKS } from './session';

const SERVER = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  template:
    spec:
      initContainers:
        - name: cache
          image: ghcr.io/acme/cache:1.0.0
          restartPolicy: Always
          startupProbe:
            tcpSocket: { port: 11211 }
      containers:
        - name: shop
          image: ghcr.io/acme/shop:1.0.0
  selector: { matchLabels: { app: shop } }
`;

/** A startup probe passes at one of its checks, which are ten seconds apart by default. */
const PROBED_EACH_SECOND = SERVER.replace('startupProbe:\n', 'startupProbe:\n            periodSeconds: 1\n            failureThreshold: 61\n');

const SECOND = `---
apiVersion: batch/v1
kind: Job
metadata:
  name: tidy
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: tidy
          image: ghcr.io/acme/tidy:1.0.0
`;

const on = new OnSite();

async function open(fragment = '', look = LOOKS.light): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(await on.session.open(`${on.site.origin}/playground.html${fragment}`, look));
  await playground.settled();
  return playground;
}

test('a pasted manifest is drawn, and its findings are underlined at their place and listed', async () => {
  const playground = await open();

  await playground.paste(SERVER.replace(/ {10}startupProbe:\n.*\n/, ''));

  expect(await playground.picture()).toContain('Deployment/shop');
  expect(await playground.underlined()).toContain('warning: name: cache');
  expect(await playground.rules()).toContain('NS101');
});

test('the place of a finding is shown by a click, and its rule is a page of the site', async () => {
  const { page } = await open('#example=grace-period-too-short');

  await page.getByRole('button', { name: 'line 16' }).click();
  const selected = await page.evaluate(() => window.getSelection()!.toString());
  const [response] = await Promise.all([page.waitForNavigation(), page.getByRole('link', { name: 'NS301' }).click()]);

  expect(selected).toBe('terminationGracePeriodSeconds: 30');
  expect(response?.ok()).toBe(true);
  expect(await page.locator('h3:has(#ns301)').textContent()).toBe('NS301 grace-period-too-short');
});

test('text that is not YAML is underlined, and nothing is drawn', async () => {
  const playground = await open();

  await playground.paste('kind: Pod\nmetadata: [unclosed\n');

  expect(await playground.page.locator('#finding-count').textContent()).toBe('1 error');
  expect(await playground.page.locator('#picture > svg').count()).toBe(0);
});

test('the sliders change drain, gate, crash and deletion, and reset takes it back', async () => {
  const playground = await open();
  await playground.paste(PROBED_EACH_SECOND);
  const before = await playground.picture();

  await playground.slide('drain after SIGTERM', 'shop', 120);
  expect(await playground.picture()).toContain('shop is killed with SIGKILL');
  await playground.slide('gate opens after', 'cache', 7);
  expect(await playground.picture()).toContain('7 s: cache is up');
  await playground.slide('crashes at', 'cache', 20);
  expect(await playground.picture()).toContain('20 s: cache exits with code 1');
  await playground.slide('the pod is deleted at', undefined, 100);
  expect(await playground.picture()).toContain('100 s: shop receives SIGTERM');

  await playground.page.getByRole('button', { name: 'Reset' }).click();
  await playground.settled();
  expect(await playground.picture()).toBe(before);
});

test('the version and the mesh change the picture', async () => {
  const playground = await open();
  await playground.paste(SERVER);

  await playground.page.getByLabel('Mesh').selectOption('linkerd@2.20');
  await playground.settled();
  expect(await playground.picture()).toContain('linkerd-proxy');
  await playground.page.getByLabel('Mesh').selectOption('');
  await playground.page.getByLabel('Kubernetes').selectOption('1.27');
  await playground.settled();
  expect(await playground.rules()).toContain('NS601');
});

test('a migration is shown as a diff, compared, applied, and undone with one key', async () => {
  const playground = await open('#example=job-never-ends');
  const { page } = playground;
  const before = await playground.text();
  expect(await page.locator('.diff-added').allTextContents()).toContain('+          restartPolicy: Always\n');

  await page.getByLabel('compare with the migrated manifest').check();
  expect(await playground.picture()).toContain('the Job completes (before: is stuck)');

  await page.getByRole('button', { name: 'Apply' }).click();
  await playground.settled();
  expect(await playground.text()).toContain('          restartPolicy: Always\n');
  expect(await playground.rules()).not.toContain('NS401');
  expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(false);

  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await playground.settled();
  expect(await playground.text()).toBe(before);
});

test('a link holds the manifest and the settings, and nothing of them reaches a server', async () => {
  const playground = await open();
  await playground.paste(SERVER);
  await playground.slide('drain after SIGTERM', 'shop', 11);
  await playground.page.getByLabel('Mesh').selectOption('istio@1.29');
  await playground.settled();

  await playground.page.getByRole('button', { name: 'Copy a link' }).click();
  await playground.page.waitForFunction(() => window.location.hash.startsWith('#m='));
  const address = playground.page.url();
  const other = await open(address.slice(address.indexOf('#')));

  expect(await other.text()).toBe(await playground.text());
  expect(await other.picture()).toBe(await playground.picture());
  expect(await other.page.getByLabel('Mesh').inputValue()).toBe('istio@1.29');
  expect(on.site.asked.filter(path => !/^\/[a-z-]+\.(html|js|css)$/.test(path) && !path.startsWith('/docs/'))).toEqual([]);
});

test('a damaged link is reported, and the page still works', async () => {
  const { page } = await open('#m=AAAA');

  expect(await page.locator('#told').textContent()).toBe('Error: the link is damaged or incomplete: copy it again.');
  expect(await page.locator('#picture > svg').count()).toBe(1);
});

test('names in a manifest are never read as HTML', async () => {
  const playground = await open();

  await playground.paste(SERVER.replaceAll('shop', '"<img src=x onerror=window.wasRun=1>"'));

  expect(await playground.page.evaluate(() => 'wasRun' in window || document.querySelector('main img') !== null)).toBe(false);
});

test('of several workloads, the picture shows the one in which the cursor is, or the chosen one', async () => {
  const playground = await open();
  await playground.paste(SERVER + SECOND);

  await playground.page.keyboard.press('Control+Home');
  await playground.settled();
  expect(await playground.picture()).toContain('Deployment/shop');
  await playground.page.getByLabel('Workload').selectOption({ label: 'Job/tidy' });
  await playground.settled();
  expect(await playground.picture()).toContain('Job/tidy');
});

test('after it is loaded, the playground requests nothing', async () => {
  const playground = await open();
  const before = on.session.requests.length;

  await playground.paste(SERVER + SECOND);
  await playground.slide('drain after SIGTERM', 'tidy', 3);
  await playground.page.getByRole('button', { name: 'Copy a link' }).click();
  await playground.page.waitForTimeout(200);

  expect(on.session.requests.slice(before)).toEqual([]);
});

test('on a phone nothing is wider than the screen', async () => {
  const { page } = await open('#example=pre-stop-stops-sidecar', LOOKS.phone);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await page.locator('#picture > svg').isVisible()).toBe(true);
});

test('the editor can be left with the keyboard', async () => {
  const { page } = await open();

  await page.locator('.cm-content').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');

  expect(await page.evaluate(() => document.activeElement?.closest('#editor'))).toBeNull();
});
