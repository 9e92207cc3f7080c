import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Page, ROOT } from '../generate/page';

/** Expects a generated file to be current; `npx projen examples:update` writes it. */
export function expectCurrent({ file, text }: Page): void {
  const path = join(ROOT, file);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : `${file} does not exist: run npx projen examples:update`).toBe(text);
}
