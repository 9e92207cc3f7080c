import { basename, dirname, join } from 'node:path';
import { save } from './save';
import { PodEntry } from '../../core/migrate/pod-entry';
import { SvgOptions } from '../../drawing/svg-document';

/** The pictures of a report in Markdown, in files beside it. */
export class ReportPictures {
  private readonly names = new Set<string>();
  /** Each text of a timeline once: those of many pods are alike. */
  private readonly texts = new Map<string, string>();

  /** @param report the path of the report; undefined if there is none */
  public constructor(private readonly report: string | undefined) {}

  /** How the picture of a pod is drawn; undefined if the report needs none. */
  public get options(): SvgOptions | undefined {
    return this.report !== undefined && /\.md$/i.test(this.report) ? {} : undefined;
  }

  /** Writes the picture of a pod at once if it belongs in a file: thousands of them would fill the memory. */
  public saved(entry: PodEntry): PodEntry {
    const { timelines } = entry;
    if (this.report === undefined || timelines?.svg === undefined) {
      return entry;
    }
    const { svg, before, after } = timelines;
    const picture = `${plain(basename(this.report).replace(/\.md$/i, ''))}-pictures/${this.freeName(entry)}.svg`;
    save(join(dirname(this.report), picture), `${svg}\n`);
    return { ...entry, timelines: { before: this.shared(before), after: this.shared(after), picture } };
  }

  private shared(text: string): string {
    const known = this.texts.get(text) ?? text;
    this.texts.set(known, known);
    return known;
  }

  private freeName({ kind, name }: PodEntry): string {
    const wanted = plain(`${kind}-${name ?? 'unnamed'}`);
    let free = wanted;
    for (let count = 2; this.names.has(free); count++) {
      free = `${wanted}-${count}`;
    }
    this.names.add(free);
    return free;
  }
}

/** A name that is a name everywhere: in a file system, in a link and in Markdown. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 80) || 'report';
}
