import { readlinkSync, realpathSync, Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** What a path that is neither a file nor a folder is; undefined for those. */
export function oddKind(stats: Stats): string | undefined {
  return stats.isFIFO() ? 'a FIFO'
    : stats.isSocket() ? 'a socket'
      : stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : undefined;
}

/** Paths of what a process has open. A redirection may have made it a regular file, but a rename must not replace it. */
const DESCRIPTOR = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Whether a path stands for what a process has open, such as `/dev/stdout`. */
export function isDescriptor(file: string): boolean {
  return DESCRIPTOR.test(file);
}

/** Whether a path stands for standard output: `-` or one of its names on Unix. */
export function isStandardOutput(file: string): boolean {
  return ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(file);
}

/** As many as Linux follows before it calls them a circle. */
const LINKS = 40;

/** The path without symbolic links. Of a path that does not exist, the part that does has none, and it is where a new file would be. */
export function realPath(file: string, links: number = LINKS): string {
  try {
    return realpathSync(file);
  } catch {
    const path = resolve(file);
    const parent = dirname(path);
    if (parent === path) {
      return path;
    }
    const folder = realPath(parent, links);
    const target = links > 0 ? linkTarget(path) : undefined;
    return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target), links - 1);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link, or in a folder that does not exist.
    return undefined;
  }
}

/** What makes two paths one file, also through links: by the file system where the file exists, or else by its path. */
export function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return realPath(file);
  }
}

/** Whether a path is a folder or below it. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
