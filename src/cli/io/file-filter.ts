import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IgnorePatterns } from '../../data/ignore-patterns';

/** Patterns, and the folder that they are relative to: with forward slashes, and empty for the folder that the user passes. */
interface FolderPatterns {
  readonly folder: string;
  readonly patterns: IgnorePatterns;
}

/** Decides which files of a folder are left out: by `--exclude` and `exclude` of the configuration, and by the `.gitignore` files in the folder. */
export class FileFilter {
  /** Leaves no file out. */
  public static readonly ALL = new FileFilter([], false);

  private readonly excluded: IgnorePatterns;

  /**
   * @param exclude patterns in the language of .gitignore, relative to the working folder or to the folder that the user passes
   * @param readsGitignore whether `.gitignore` files count
   */
  public constructor(
    private readonly exclude: readonly string[], private readonly readsGitignore: boolean,
    private readonly root = '', private readonly ignored: readonly FolderPatterns[] = [], private readonly used = new Set<string>(),
  ) {
    this.excluded = new IgnorePatterns(exclude);
  }

  /** The filter for a folder that the user passes. */
  public in(root: string): FileFilter {
    const from = fromHere(root);
    return new FileFilter(this.exclude, this.readsGitignore, from === '' ? '' : `${from}/`, [], this.used);
  }

  /** Notes on patterns of `--exclude` that left nothing out so far; those of the configuration may be meant for other folders. */
  public notes(patterns: readonly string[] = []): string[] {
    return patterns.filter(pattern => !pattern.startsWith('!') && !this.used.has(pattern))
      .map(pattern => `note: --exclude ${pattern} leaves nothing out: check the pattern; it concerns files of folders, not files that you name`);
  }

  /** The filter with the `.gitignore` file of a folder. */
  public withFolder(path: string, folder: string): FileFilter {
    if (!this.readsGitignore) {
      return this;
    }
    try {
      const patterns = IgnorePatterns.ofText(readFileSync(join(path, '.gitignore'), 'utf8'));
      return new FileFilter(this.exclude, true, this.root, [{ folder, patterns }, ...this.ignored], this.used);
    } catch {
      // A folder of that name, or a file that cannot be read: it ignores nothing.
      return this;
    }
  }

  /** Whether to leave out a file or a folder, given by its path from the folder that the user passes. */
  public ignores(relative: string, isFolder: boolean): boolean {
    const excluding = [relative, `${this.root}${relative}`].map(path => this.excluded.deciding(path, isFolder)).find(pattern => pattern?.isNegated === false);
    if (excluding) {
      this.used.add(excluding.line);
      return true;
    }
    // The file in the nearest folder decides.
    for (const { folder, patterns } of this.ignored) {
      const verdict = patterns.ignores(folder === '' ? relative : relative.slice(folder.length + 1), isFolder);
      if (verdict !== undefined) {
        return verdict;
      }
    }
    return false;
  }
}

/** A path as patterns write it. */
function fromHere(path: string): string {
  return path.split(/[\\/]/).filter(step => step !== '.' && step !== '').join('/');
}
