import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { DEFAULT_CONFIG } from './config-name';
import { STDIN } from '../io/files';

/** What a repository has at its top, above which no configuration is about it. */
const TOP = '.git';

/**
 * The configurations that the user may expect to be read, but that are not in the working folder: for the working folder and each input, the nearest one in its folder or above.
 *
 * @param paths the input; if there is none, nothing is expected
 */
export function unreadConfigs(paths: readonly string[]): string[] {
  const own = resolve('.');
  const folders = paths.length === 0 ? [] : [own, ...paths.filter(path => path !== STDIN).map(folderOf)];
  const seen = new Set<string>();
  const found = new Set(folders.flatMap(folder => nearest(folder, seen) ?? []));
  return [...found].filter(folder => folder !== own).map(folder => relative(own, join(folder, DEFAULT_CONFIG)));
}

/** The folder of an input: itself, or the one that it is in. */
function folderOf(path: string): string {
  try {
    return statSync(path).isDirectory() ? resolve(path) : dirname(resolve(path));
  } catch {
    // Reading it reports the problem.
    return dirname(resolve(path));
  }
}

/** The nearest folder with a configuration; undefined if there is none, or if the way there was gone before. */
function nearest(folder: string, seen: Set<string>): string | undefined {
  for (let here = folder; !seen.has(here); here = dirname(here)) {
    seen.add(here);
    if (isThere(join(here, DEFAULT_CONFIG))) {
      return here;
    }
    if (isThere(join(here, TOP))) {
      return undefined;
    }
  }
  return undefined;
}

/** Whether a file exists, as far as this process may look: Node.js can be told to refuse it. */
function isThere(file: string): boolean {
  try {
    return existsSync(file);
  } catch {
    return false;
  }
}
