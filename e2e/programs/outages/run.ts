import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a command to its end, while the scenarios that are played at the same time go on; what it writes. */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  return (await execute(command, args, { cwd: folder })).stdout.trim();
}
