import { ChildProcess, spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** How a script ended. */
export interface Ended {
  readonly code: number | null;
  /** The time between its stop signal and its end, with everything that it had started. */
  readonly milliseconds: number;
  readonly output: string;
}

/** An ordinary user, as in the preset; whoever runs the tests without being root is one already. */
const USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A folder that every user may write to. */
export function sharedFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'script-'));
  fs.chmodSync(folder, 0o777);
  return folder;
}

const running = new Set<ChildProcess>();

/** Ends what a failed test left behind, with all that it had started: it would keep the tests from ending. */
export function endLeftovers(): void {
  running.forEach(child => process.kill(-child.pid!, 'SIGKILL'));
  running.clear();
}

/** A container's command, run here as it stands in the manifest, except that `/tmp` is another folder. */
export class RunningScript {
  private readonly child: ChildProcess;
  private output = '';

  constructor(container: { readonly command: string[]; readonly args: string[] }, tmp: string) {
    const [shell, ...words] = container.command.map(word => word.replaceAll('/tmp/', `${tmp}/`));
    this.child = spawn(shell, [...words, ...container.args], { ...USER, cwd: tmp, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    running.add(this.child);
    this.child.stdout!.on('data', data => { this.output += data; });
  }

  /** Waits until it has printed something that matches. */
  public async prints(wanted: RegExp): Promise<void> {
    await until(() => wanted.test(this.output));
  }

  /** Sends the stop signal as a kubelet does, to the first process alone, and waits for its end. */
  public async stop(): Promise<Ended> {
    const told = Date.now();
    this.child.kill('SIGTERM');
    // Closed, and not only ended: nothing that it had started holds the output any more.
    const code = await new Promise<number | null>(resolve => this.child.once('close', resolve));
    running.delete(this.child);
    return { code, milliseconds: Date.now() - told, output: this.output };
  }
}

export async function until(happened: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!happened()) {
    if (Date.now() > deadline) {
      throw new Error('it did not happen within 5 s');
    }
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
