import * as fc from 'fast-check';
import { edit } from './edits';
import { applyToData } from '../../../src/edits/apply-to-data';
import { Edit } from '../../../src/edits/edit';
import { applyEdits } from '../../../src/yaml/edit/apply';
import { parseText } from '../../../src/yaml/parse';
import { forAll } from '../../for-all';

type Pick = fc.GeneratorValue;

/** How a part is commented out, and how it is switched on again; each switched-off line ends with `~`, so that it is found again. */
interface Manner {
  readonly off: (line: string) => string;
  readonly on: (line: string) => string;
}

const indented = (mark: string): Manner => ({
  off: line => line.replace(/^ */, pad => pad + mark),
  on: line => line.replace(mark, ''),
});

const MANNERS: readonly Manner[] = [
  indented('# '),
  indented('#'),
  { off: line => `#${line}`, on: line => line.replace('#', '') },
  { off: line => `# ${line}`, on: line => line.replace('# ', '') },
  { off: line => line.replace(/^ {6}/, '#PROD#'), on: line => line.replace('#PROD#', '      ') },
];

/** Writes a Deployment in which anything may be commented out. */
class Writer {
  public readonly lines: string[] = [];
  private readonly dash: number;
  private readonly isUneven: boolean;
  private readonly manner: Manner;
  private count = 0;

  public constructor(private readonly pick: Pick) {
    this.dash = pick(fc.constantFrom, 0, 2);
    this.isUneven = pick(fc.boolean);
    this.manner = pick(fc.constantFrom, ...MANNERS);
  }

  public get switchOn(): (text: string) => string {
    return text => text.split('\n').map(line => line.endsWith('~') ? this.manner.on(line).replace(/ # ~$/, '') : line).join('\n');
  }

  public write(): string {
    this.lines.push('kind: Deployment', 'spec:', '  template:', '    spec:');
    const keys = this.pick(fc.shuffledSubarray, ['initContainers', 'containers', 'volumes', 'hostNetwork'], { minLength: 2 });
    for (const key of [...new Set([...keys, 'containers'])]) {
      if (key === 'hostNetwork') {
        this.maybeOff(() => this.add(6, 'hostNetwork: true'));
      } else {
        this.list(6, key, key === 'volumes' ? column => this.volume(column) : column => this.container(column), key === 'containers' ? 2 : 1);
      }
    }
    return this.lines.map(line => `${line}\n`).join('');
  }

  /** A list of which the first items, `least` of them, are there for sure. */
  private list(column: number, key: string, item: (column: number) => void, least: number): void {
    this.prose(column);
    this.add(column, `${key}:`);
    const dash = this.isUneven ? this.pick(fc.constantFrom, 0, 2) : this.dash;
    const count = this.pick(fc.integer, { min: least, max: 3 });
    for (let index = 0; index < count; index++) {
      this.prose(column + dash);
      if (index < least) {
        item(column + dash);
      } else {
        this.maybeOff(() => item(column + dash));
      }
      if (this.pick(fc.boolean)) {
        this.off(() => item(column + dash));
      }
    }
  }

  private container(column: number): void {
    this.add(column, `- name: c${this.count++}`);
    this.add(column + 2, 'image: some/image:1');
    if (this.pick(fc.boolean)) {
      this.list(column + 2, 'args', at => this.add(at, `- --flag${this.count++}`), 1);
    }
    if (this.pick(fc.boolean)) {
      this.maybeOff(() => this.add(column + 2, 'tty: true'));
    }
    if (this.pick(fc.boolean)) {
      this.list(column + 2, 'env', at => this.variable(at), 1);
    }
    if (this.pick(fc.boolean)) {
      this.off(() => this.add(column + 2, 'stdin: true'));
    }
  }

  private variable(column: number): void {
    this.add(column, `- name: V${this.count++}`);
    this.add(column + 2, 'value: some text');
  }

  private volume(column: number): void {
    this.add(column, `- name: v${this.count++}`);
    this.add(column + 2, 'emptyDir: {}');
  }

  private prose(column: number): void {
    if (this.pick(fc.nat, { max: 4 }) === 0) {
      this.add(column, `# Comment ${this.count++} is about what follows.`);
    }
  }

  private maybeOff(write: () => void): void {
    if (this.pick(fc.boolean)) {
      this.off(write);
    } else {
      write();
    }
  }

  /** What is off inside of what is off is off once. */
  private off(write: () => void): void {
    const first = this.lines.length;
    write();
    this.lines.splice(first, this.lines.length, ...this.lines.slice(first).map(line => line.includes('~') || line.includes('# C') ? line : `${this.manner.off(line)} # ~`));
  }

  private add(column: number, text: string): void {
    this.lines.push(' '.repeat(column) + text);
  }
}

function read(text: string): any {
  const { documents, problems } = parseText('deployment.yaml', text);
  expect(problems).toEqual([]);
  return documents[0].value;
}

function commentsOf(text: string): string[] {
  return text.split('\n').filter(line => line.includes('#')).map(line => line.replaceAll(' ', '')).sort();
}

function movesOf(value: any, names: readonly string[]): Edit[] {
  return value.spec.template.spec.containers.flatMap(({ name }: any, index: number) => {
    const path = ['spec', 'template', 'spec', 'containers', index];
    return names.includes(name) ? [edit('move', { path, to: 'initContainers' }), edit('set', { path: [...path, 'restartPolicy'], value: 'Always', after: ['image'] })] : [];
  });
}

test('what is switched on after the migration is where it is when it is switched on before', () => {
  forAll(fc.property(fc.gen(), pick => {
    const writer = new Writer(pick);
    const text = writer.write();
    const before = read(text);
    const full = read(writer.switchOn(text));
    const names = before.spec.template.spec.containers.map(({ name }: any) => name);
    const moved = names.slice(pick(fc.constantFrom, 0, 1)).slice(0, names.length - 1);
    const grace = edit('set', { path: ['spec', 'template', 'spec', 'terminationGracePeriodSeconds'], value: 60, after: pick(fc.constantFrom, undefined, ['containers'], ['volumes']) });

    const result = applyEdits(text, new Map([[0, [...movesOf(before, moved), grace]]]));

    expect(read(writer.switchOn(result))).toEqual(applyToData(full, [...movesOf(full, moved), grace]));
    expect(commentsOf(result)).toEqual(commentsOf(text));
  }), { numRuns: 300 });
});
