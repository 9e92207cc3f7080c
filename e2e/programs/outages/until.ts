import { setTimeout as sleep } from 'node:timers/promises';

/** The seconds until a condition holds; an error if that takes too long. */
export async function until(seconds: number, what: string, holds: () => boolean | Promise<boolean>): Promise<number> {
  const began = Date.now();
  while (!await holds()) {
    if (Date.now() - began > seconds * 1000) {
      throw new Error(`waited ${seconds} s for ${what}`);
    }
    await sleep(50);
  }
  return (Date.now() - began) / 1000;
}
