import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Measured } from './scenario';
import { Stage } from './stage';

/** Lets clients ask questions from before the stop signal until the program has ended. */
export async function underLoad(stage: Stage, url: string, clients: number): Promise<Measured> {
  const counted = stage.call(process.execPath, join(__dirname, 'load.mjs'), url, String(clients));
  await stage.connected(Number(new URL(url).port), clients);
  await sleep(2000);
  const stopped = await stage.stop();
  return { ...JSON.parse(await counted), ...stopped };
}
