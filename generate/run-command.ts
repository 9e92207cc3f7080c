import { main } from '../src/cli/main';

/** The result of a run of the command. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command in this process, with a text on standard input. */
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

/** Works in another folder for a while. */
export async function workingIn<T>(folder: string, use: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await use();
  } finally {
    process.chdir(before);
  }
}
