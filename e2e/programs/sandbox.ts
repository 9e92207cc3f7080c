import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESS } from './binaries';

/** Makes a network with an address that is not the loopback's, and prints the number of a process that keeps it. */
const NETWORK = `set -e
ip link set lo up
ip link add eth0 type veth peer name node0
ip address add ${ADDRESS}/24 dev eth0
ip link set node0 up
ip link set eth0 up
sleep infinity </dev/null >/dev/null 2>&1 &
echo $!`;

/** What of a pod outlives a container that crashes: its network, and the volumes that containers may write to. */
export class Sandbox {
  /** The folder with the content of the volumes, each at its path. */
  public readonly volumes: string;
  /** The words before a command that is to run in the network. */
  public readonly enter: readonly string[];
  /** The paths of the volumes, separated by blanks. */
  public readonly writable: string;
  private readonly keeper: number;

  /** @param paths where the container may write */
  public constructor(folder: string, paths: readonly string[]) {
    this.volumes = join(folder, 'volumes');
    this.writable = paths.join(' ');
    for (const path of paths) {
      mkdirSync(join(this.volumes, path), { recursive: true });
      chmodSync(join(this.volumes, path), 0o1777);
    }
    this.keeper = Number(execFileSync('unshare', ['--net', 'sh', '-c', NETWORK], { encoding: 'utf8' }));
    this.enter = ['nsenter', '--target', String(this.keeper), '--net'];
  }

  /** Gives the network up. What runs in it keeps it for as long. */
  public remove(): void {
    try {
      process.kill(this.keeper, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}
