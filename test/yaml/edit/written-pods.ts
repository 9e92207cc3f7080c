import * as fc from 'fast-check';

/** A line of a manifest, and which container it belongs to. */
export interface WrittenLine {
  readonly text: string;
  readonly container?: number;
}

/** A manifest as somebody might write it. */
export interface WrittenPod {
  readonly lines: WrittenLine[];
  readonly text: string;
}

type Pick = fc.GeneratorValue;

/** Writes a pod by hand, in any style: every comment is unique, so that it can be found again. */
export function writePod(pick: Pick, hasAnchors = false): WrittenPod {
  const lines = new PodWriter(pick, hasAnchors).write();
  const eol = pick(fc.constantFrom, '\n', '\n', '\r\n');
  const end = pick(fc.constantFrom, eol, eol, '');
  return { lines, text: lines.map(line => line.text).join(eol) + end };
}

class PodWriter {
  private readonly lines: WrittenLine[] = [];
  private readonly indent: number;
  private readonly dashIndent: number;
  private readonly isChatty: boolean;
  private comments = 0;
  private container: number | undefined;
  private anchors = 0;

  public constructor(private readonly pick: Pick, private readonly hasAnchors: boolean) {
    this.indent = pick(fc.constantFrom, 2, 2, 4);
    this.dashIndent = pick(fc.constantFrom, 0, 2, this.indent);
    this.isChatty = pick(fc.boolean);
  }

  public write(): WrittenLine[] {
    if (this.chance(4)) {
      this.add(0, `---${this.trailing()}`);
    }
    this.add(0, 'apiVersion: v1');
    this.comment(0);
    this.add(0, `kind: Pod${this.trailing()}`);
    this.add(0, 'spec:');
    const before = this.pick(fc.boolean);
    if (before) {
      this.other();
    }
    this.initContainers();
    this.comment(this.indent);
    this.list('containers', this.pick(fc.integer, { min: 2, max: 4 }), true);
    if (!before || this.chance(3)) {
      this.add(this.indent, 'volumes:');
      this.add(this.indent + this.dashIndent, '- name: v');
    }
    this.comment(0);
    return this.lines;
  }

  private initContainers(): void {
    const kind = this.pick(fc.constantFrom, 'none', 'none', 'empty', 'null', 'some');
    if (kind === 'some') {
      this.list('initContainers', this.pick(fc.integer, { min: 1, max: 2 }), false);
    } else if (kind !== 'none') {
      this.add(this.indent, `initContainers:${kind === 'empty' ? ' []' : ''}${this.trailing()}`);
    }
  }

  private other(): void {
    this.comment(this.indent);
    this.add(this.indent, `nodeName: x${this.trailing()}`);
  }

  private list(key: string, count: number, owned: boolean): void {
    this.add(this.indent, `${key}:${this.trailing()}`);
    const column = this.indent + this.dashIndent;
    const isSpaced = this.chance(4);
    for (let index = 0; index < count; index++) {
      if (isSpaced && index > 0) {
        this.lines.push({ text: '' });
      }
      this.container = owned ? index : undefined;
      this.comment(column);
      this.item(column, `${key[0]}${index}`);
      this.container = undefined;
    }
  }

  private item(column: number, name: string): void {
    const inner = column + 2;
    if (this.chance(8)) {
      this.add(column, `- {name: ${name}, image: "x:1", args: ["--a", b]}${this.trailing()}`);
      return;
    }
    if (this.chance(6)) {
      this.add(column, `-${this.trailing()}`);
      this.add(inner, `name: ${name}${this.trailing()}`);
    } else {
      this.add(column, `- name: ${name}${this.trailing()}`);
    }
    this.comment(inner);
    this.add(inner, `image: ${this.pick(fc.constantFrom, 'x:1', '"x:1"', "'x:1'", '<x>', '${X}', 'x:1  ', 'x:1\t')}`);
    this.part(inner, this.pick(fc.constantFrom, 'none', 'flow', 'lines', 'block', 'spread'), 'args');
    this.part(inner, this.pick(fc.constantFrom, 'none', 'literal', 'folded', 'keep', 'object'), 'command');
    this.anchored(inner);
    this.comment(inner);
  }

  /** A part that is written once and repeated by aliases. */
  private anchored(column: number): void {
    if (!this.hasAnchors) {
      return;
    }
    if (this.anchors > 0 && this.chance(2)) {
      this.add(column, this.chance(2) ? `securityContext: *a${this.anchors}` : `securityContext: {<<: *a${this.anchors}, more: 1}`);
    } else {
      this.add(column, `securityContext: &a${++this.anchors}`);
      this.add(column + this.indent, `runAsUser: ${this.anchors}${this.trailing()}`);
    }
  }

  private part(column: number, style: string, key: string): void {
    const dash = column + this.dashIndent;
    switch (style) {
      case 'flow': return this.add(column, `${key}: ["--a", '--b', c]${this.trailing()}`);
      case 'lines': return this.all(column, `${key}: ["--a",`, '  "--b"]');
      case 'spread': return this.all(column, `${key}: [`, `  "--a",${this.trailing()}`, `  "--b"${this.trailing()}`, ']');
      case 'block':
        this.add(column, `${key}:${this.trailing()}`);
        this.comment(dash);
        this.add(dash, `- --a${this.trailing()}`);
        this.comment(dash);
        return this.add(dash, '- "--b"');
      case 'literal': return this.script(column, dash, key, '|', 'one', '# no comment', '', '  two');
      case 'folded': return this.script(column, dash, key, '>-', 'one', 'two', '', 'three');
      case 'keep': return this.script(column, dash, key, '|+', 'one', '', '');
      case 'object':
        this.add(column, 'resources:');
        this.add(column + this.indent, `limits: {cpu: 1, memory: 1Gi}${this.trailing()}`);
        this.comment(column + this.indent);
        return this.all(column + this.indent, 'requests:', `${' '.repeat(this.indent)}cpu: 1`);
      default: return undefined;
    }
  }

  private script(column: number, dash: number, key: string, header: string, ...body: string[]): void {
    this.add(column, `${key}:`);
    this.add(dash, `- ${header}`);
    body.forEach(line => this.add(line === '' ? 0 : dash + 3, line));
  }

  private all(column: number, ...lines: string[]): void {
    lines.forEach(line => this.add(column, line));
  }

  private comment(column: number): void {
    if (this.isChatty && this.chance(3)) {
      this.add(column, this.newComment());
      if (this.chance(6)) {
        this.lines.push({ text: '' });
      }
    }
  }

  private trailing(): string {
    return this.isChatty && this.chance(4) ? ` ${this.newComment()}` : '';
  }

  private newComment(): string {
    return `# c${this.comments++};`;
  }

  private add(column: number, text: string): void {
    this.lines.push({ text: ' '.repeat(column) + text, container: this.container });
  }

  private chance(of: number): boolean {
    return this.pick(fc.integer, { min: 1, max: of }) === of;
  }
}
