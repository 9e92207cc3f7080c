import { PlaygroundPage } from './playground-page';
import { ServedFolder } from './serve';
import { Session } from './session';

test('the playground shows a Job that never ends, and how it ends once it is migrated', async () => {
  const site = await ServedFolder.start(process.env.SITE!);
  const session = await Session.start();
  try {
    const playground = new PlaygroundPage(await session.open(`${site.origin}/playground.html#example=job-never-ends`));
    await playground.settled();
    expect(await playground.picture()).toContain('the Job never completes');
    expect(await playground.underlined()).toEqual(['error: name: db']);

    await playground.page.getByRole('button', { name: 'Apply' }).click();
    await playground.settled();
    expect(await playground.picture()).toContain('Outcome: the pod completes');
    expect(session.complaints).toEqual([]);
  } finally {
    await session.stop();
    await site.stop();
  }
});
