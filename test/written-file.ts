import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Expects a file to hold a text; a change that is meant is written by `npx projen examples:update`. */
export function expectWritten(file: string, text: string): void {
  if (process.env.UPDATE_EXAMPLES) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(readFileSync(file, 'utf8')).toBe(text);
}
