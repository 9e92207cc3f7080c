import { PlaygroundPage } from './playground-page';
import { ServedFolder } from './serve';
import { Session } from './session';

/** The pauses between keys, in milliseconds: of somebody who types, and of somebody who looks at the picture, the findings and the migration. */
const PAUSES = [...Array<number>(20).fill(100), ...Array<number>(20).fill(600)];

/** How long each key takes from its event until the browser has painted the picture that follows from it, in milliseconds. */
async function typed({ page }: PlaygroundPage): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    document.addEventListener('keydown', event => pressed = event.timeStamp, true);
    new MutationObserver(() => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - pressed);
      port2.postMessage(undefined);
    })).observe(document.getElementById('picture')!, { childList: true });
    Object.assign(window, { times });
  });
  for (const pause of PAUSES) {
    await page.keyboard.type('x');
    await page.waitForTimeout(pause);
  }
  return page.evaluate(() => (window as unknown as { times: number[] }).times);
}

test('a usual manifest is drawn within 50 ms of a key', async () => {
  const site = await ServedFolder.start(process.env.SITE!);
  const session = await Session.start();
  try {
    const playground = new PlaygroundPage(await session.open(`${site.origin}/playground.html#example=pre-stop-stops-sidecar`));
    await playground.settled();
    // The end of the value of an environment variable: every key changes the manifest.
    await playground.page.locator('.cm-content').focus();
    await playground.page.keyboard.press('Control+End');
    await playground.page.keyboard.press('ArrowLeft');

    const times = (await typed(playground)).sort((one, other) => one - other);

    const [median, high] = [0.5, 0.95].map(part => Math.round(times[Math.floor(times.length * part)] * 10) / 10);
    process.stdout.write(`type to picture: median ${median} ms, 95 of 100 keys within ${high} ms\n`);
    expect(times.length).toBe(PAUSES.length);
    expect(median).toBeLessThan(50);
  } finally {
    await session.stop();
    await site.stop();
  }
});
