import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';
const UNITS: { readonly [unit: string]: number } = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** The memory limit of a container, as a control group of this machine. */
export class MemoryLimit {
  /** The limit of a container; undefined if it has none, or if this machine does not let us set one. */
  public static of(container: any, folder: string): MemoryLimit | undefined {
    const [, amount, unit] = /^(\d+)(Ki|Mi|Gi)$/.exec(container.resources?.limits?.memory ?? '') ?? [];
    const isV1 = existsSync(V1);
    const has = isV1 || existsSync(join(V2, 'cgroup.subtree_control')) && readFileSync(join(V2, 'cgroup.subtree_control'), 'utf8').includes('memory');
    return amount && has ? new MemoryLimit(join(isV1 ? V1 : V2, basename(folder)), Number(amount) * UNITS[unit], isV1) : undefined;
  }

  /** Where a container sees the group. */
  public readonly mountPath: string;

  private constructor(public readonly group: string, bytes: number, private readonly isV1: boolean) {
    this.mountPath = isV1 ? V1 : V2;
    mkdirSync(group);
    writeFileSync(join(group, isV1 ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  }

  /** The most memory that was in use, in bytes. */
  public get peak(): number {
    return Number(readFileSync(join(this.group, this.isV1 ? 'memory.max_usage_in_bytes' : 'memory.peak'), 'utf8'));
  }

  /** Forgets the group, once nothing runs in it. */
  public remove(): void {
    try {
      rmdirSync(this.group);
    } catch {
      // Its last process is not gone yet. An empty group does no harm.
    }
  }
}
