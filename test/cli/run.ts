import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export { run, type Run } from '../../generate/run-command';

/** The folder of this library's own small manifests. */
export const MANIFESTS = 'test/fixtures/manifests';

/** Makes a folder with files in it for as long as a test needs it. */
export async function inFolder<T>(files: { readonly [name: string]: string | Uint8Array }, use: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sidecars-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
