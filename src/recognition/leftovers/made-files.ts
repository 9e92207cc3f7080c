import { commandsIn, nodesOf, SimpleCommand, walk, WhileLoop, wordNodes } from './shell-walk';
import type { ShellScript } from '../commands';

/** What a script makes, and where it is, by the time it runs a command. Each question is answered once, however many commands there are. */
export class MadeFiles {
  private readonly made = new Map<string, number>();
  private foundLoops?: readonly WhileLoop[];
  private foundChanges?: readonly SimpleCommand[];
  private foundCode?: string;

  public constructor(private readonly script: ShellScript) {}

  /** Whether a loop runs a command again when it fails. */
  public isRepeated(node: SimpleCommand): boolean {
    return this.loops.some(({ pos, end }) => pos < node.pos && node.end <= end);
  }

  /** Whether the script makes a file, or waits for it in a loop, before it runs a command. */
  public isMadeBefore({ pos }: SimpleCommand, file: string): boolean {
    const known = this.made.get(file) ?? Math.min(this.firstWritten(file), this.firstAwaited(file));
    this.made.set(file, known);
    return known <= pos;
  }

  /** The folder to which the script has changed before it runs a command. */
  public folderAt(node: SimpleCommand | undefined): string | undefined {
    this.foundChanges ??= commandsIn(nodesOf(this.script.tree)).filter(({ name }) => name?.value === 'cd');
    const before = node ? this.foundChanges.filter(({ pos }) => pos < node.pos) : [];
    return before.length === 0 ? undefined : wordNodes(before[before.length - 1])[1]?.value ?? '';
  }

  /** Where the first command ends that writes a file. */
  private firstWritten(file: string): number {
    let behind = 0;
    for (let at = this.code.indexOf(file); at >= 0; at = this.code.indexOf(file, behind)) {
      if (/(\b(touch|tee)\s[^;&|\n]*|>\s*["']?)$/.test(this.code.slice(behind, at))) {
        return at + file.length;
      }
      behind = at + file.length;
    }
    return Infinity;
  }

  private firstAwaited(file: string): number {
    return this.loops.reduce((first, { pos, end }) => end < first && this.script.text.slice(pos, end).includes(file) ? end : first, Infinity);
  }

  private get loops(): readonly WhileLoop[] {
    if (!this.foundLoops) {
      const loops: WhileLoop[] = [];
      walk(nodesOf(this.script.tree), node => {
        if (node.type === 'While') {
          loops.push(node);
        }
      });
      this.foundLoops = loops;
    }
    return this.foundLoops;
  }

  /** The script with spaces for the lines that are only comments, so that all else keeps its place. */
  private get code(): string {
    this.foundCode ??= this.script.text.replace(/^[ \t]*#.*$/gm, comment => ' '.repeat(comment.length));
    return this.foundCode;
  }
}
