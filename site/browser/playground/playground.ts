import { findingsIn } from './analysis/findings';
import { Migration, migrationOf } from './analysis/migration';
import { pictureOf, ShownText } from './analysis/picture';
import { Example } from './example';
import { PagePlaces } from './page';
import { Schedule } from './schedule';
import { EMPTY_STATE, PlaygroundState } from './state';
import { choose, fillChoices } from './view/choices';
import { Editor } from './view/editor';
import { showFindings } from './view/findings-list';
import { showMigration } from './view/migration-panel';
import { showPicture, showReasons } from './view/picture-panel';
import { Sliders } from './view/sliders';
import { messageOf } from '../../../src/data/error-message';

const NO_MIGRATION: Migration = { text: '', diff: [], workloads: [] };

/** The playground: its state, and the views that follow it. */
export class Playground {
  private current: PlaygroundState = EMPTY_STATE;
  private shown: ShownText = { workloads: [], workload: 0 };
  private migration: Migration = NO_MIGRATION;
  /** The line of the cursor, since it moved last; absent after somebody chose a workload. */
  private cursorLine?: number;
  private readonly editor: Editor;
  private readonly sliders: Sliders;
  private readonly schedule: Schedule;

  public constructor(private readonly page: PagePlaces) {
    this.schedule = new Schedule(page.whole, () => this.draw(), () => this.review());
    this.editor = new Editor(page.editor, { changed: text => this.change({ text }), moved: line => this.follow(line) });
    this.sliders = new Sliders(page.sliders, whatIf => this.change({ whatIf }));
    page.kubernetes.addEventListener('change', () => this.change({ kubernetes: page.kubernetes.value }));
    page.mesh.addEventListener('change', () => this.change({ mesh: page.mesh.value }));
    page.workload.addEventListener('change', () => this.choose(Number(page.workload.value)));
    page.compare.addEventListener('change', () => this.draw());
    page.reset.addEventListener('click', () => this.change({ whatIf: EMPTY_STATE.whatIf }));
    page.migration.apply.addEventListener('click', () => this.apply());
  }

  /** What the page holds. */
  public get state(): PlaygroundState {
    return this.current;
  }

  /** Shows an example, or what a link holds. */
  public open(state: PlaygroundState): void {
    choose(this.page.kubernetes, state.kubernetes);
    choose(this.page.mesh, state.mesh);
    this.page.compare.checked = false;
    this.current = state;
    this.editor.open(state.text);
    this.choose(state.workload);
  }

  /** Shows an example. */
  public openExample({ about, state }: Example): void {
    this.page.about.textContent = about;
    this.open(state);
  }

  private change(change: Partial<PlaygroundState>): void {
    this.current = { ...this.current, ...change };
    this.schedule.changed(this.current.text.length);
  }

  /** The picture shows the workload in which the cursor is. */
  private follow(line: number): void {
    this.cursorLine = line;
    if (this.shown.workloads.length > 1) {
      this.change({});
    }
  }

  private choose(workload: number): void {
    this.cursorLine = undefined;
    this.change({ workload });
  }

  /** What must follow each key: the picture and the sliders. */
  private draw(): void {
    const { text, workload, whatIf } = this.current;
    const migrated = this.page.compare.checked ? migrationOf(text, this.current).text : undefined;
    const choice = this.cursorLine === undefined ? { position: workload } : { line: this.cursorLine };
    this.shown = pictureOf(text, this.current, choice, whatIf, migrated);
    this.current = { ...this.current, workload: this.shown.workload };
    const { picture, workloads } = this.shown;
    showPicture(this.page.picture, this.shown);
    this.sliders.show(picture?.controls, whatIf);
    this.page.reset.hidden = !picture?.controls.isChanged;
    this.page.workloadRow.hidden = workloads.length < 2;
    fillChoices(this.page.workload, workloads.map(({ name }, index) => ({ value: String(index), label: name })));
    this.page.workload.value = String(this.shown.workload);
  }

  /** What may come a moment later: findings, reasons and the migration. */
  private review(): void {
    const { text } = this.current;
    showReasons(this.page.reasons, this.shown);
    try {
      const findings = text.trim() === '' ? [] : findingsIn(text, this.current);
      this.editor.underline(findings);
      showFindings(this.page.findings, this.page.findingCount, findings, ({ from, to }) => this.editor.select(from, to));
    } catch (error) {
      showFindings(this.page.findings, this.page.findingCount, [{ severity: 'error', line: 1, from: 0, to: 0, message: messageOf(error) }], () => this.editor.select(0, 0));
    }
    this.migration = text.trim() === '' ? NO_MIGRATION : migrationOf(text, this.current);
    this.page.compareRow.hidden = this.migration.diff.length === 0;
    showMigration(this.page.migration, this.migration);
  }

  private apply(): void {
    this.page.compare.checked = false;
    this.editor.replace(migrationOf(this.current.text, this.current).text);
  }
}
