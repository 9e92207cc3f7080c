import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { main } from '../../src/cli/main';

/** What a run of the command leaves behind. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The folder of this library's own small manifests. */
export const MANIFESTS = 'test/fixtures/manifests';

/** Runs the command, with a text on standard input. */
export async function run(args: readonly string[], stdin: string | Uint8Array = ''): Promise<Run> {
  let out = '';
  let err = '';
  const code = await main(args, {
    out: text => { out += text; },
    err: text => { err += text; },
    stdin: async () => Buffer.from(stdin as string),
  });
  return { code, out, err };
}

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
