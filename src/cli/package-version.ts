import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(packageFile('package.json')).version;
}

/** The text of a file of this package. */
export function packageFile(...path: readonly string[]): string {
  return readFileSync(join(__dirname, '..', '..', ...path), 'utf8');
}
