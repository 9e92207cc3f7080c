import { element } from './page-elements';
import { detailsHtml } from '../html/details';
import { rowHtml } from '../html/row';
import type { ReportData } from '../report-data';
import { count, grouped } from '../workloads';

/** How many workloads are added at a time: a list of thousands would take seconds. */
const STEP = 100;
/** Of more workloads than this, nobody reads a print. */
const MOST_PRINTED = 200;

/** The list of workloads. Rows are added when the reader gets near the end, and a row gets its content when it is opened. */
export class List {
  private readonly rows = element('list');
  private readonly more = element<HTMLButtonElement>('more');
  private found: readonly number[] = [];
  private shown = 0;

  public constructor(private readonly data: ReportData) {
    this.more.addEventListener('click', () => this.addRows(STEP));
    new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        this.addRows(STEP);
      }
    }, { rootMargin: '600px' }).observe(this.more);
    // `toggle` does not bubble.
    this.rows.addEventListener('toggle', event => this.fill(event.target as HTMLDetailsElement), true);
    this.rows.addEventListener('keydown', event => this.move(event));
    element('open').addEventListener('click', () => this.openAll());
    element('close').addEventListener('click', () => this.details().forEach(one => { one.open = false; }));
    this.watchPrinting();
  }

  /** Shows the workloads at these positions. */
  public show(found: readonly number[]): void {
    this.found = found;
    this.shown = 0;
    this.rows.replaceChildren();
    this.addRows(STEP);
  }

  private addRows(amount: number): void {
    const next = this.found.slice(this.shown, this.shown + amount);
    if (next.length > 0) {
      this.rows.insertAdjacentHTML('beforeend', next.map(index => rowHtml(index, this.data)).join(''));
    }
    this.shown += next.length;
    const left = this.found.length - this.shown;
    this.more.hidden = left === 0;
    this.more.textContent = `Show ${Math.min(STEP, left)} more of ${grouped(left)}`;
  }

  private details(): HTMLDetailsElement[] {
    return [...this.rows.querySelectorAll<HTMLDetailsElement>(':scope > li > details')];
  }

  private fill(details: HTMLDetailsElement): void {
    const { index } = details.dataset;
    const body = details.querySelector('.body');
    if (index !== undefined && details.open && body?.childElementCount === 0) {
      body.innerHTML = detailsHtml(Number(index), this.data).toString();
    }
  }

  private openAll(): void {
    for (const details of this.details()) {
      details.open = true;
      this.fill(details);
    }
  }

  /** The arrow keys go from one workload to the next. */
  private move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const details = (event.target as HTMLElement).parentElement as HTMLDetailsElement;
    if (step === undefined || !(event.target as HTMLElement).matches('.list > li > details > summary')) {
      return;
    }
    const all = this.details();
    const next = all[all.indexOf(details) + step];
    if (next) {
      event.preventDefault();
      next.querySelector('summary')?.focus();
    }
  }

  /** A print has the workloads that are found, opened. */
  private watchPrinting(): void {
    let closed: HTMLDetailsElement[] = [];
    let before = '';
    window.addEventListener('beforeprint', () => {
      before = element('count').textContent ?? '';
      this.addRows(MOST_PRINTED - this.shown);
      closed = this.details().filter(({ open }) => !open);
      this.openAll();
      if (this.found.length > this.shown) {
        element('count').textContent = `The first ${grouped(this.shown)} of ${count(this.found.length, 'workload')}: filter the page to print the others.`;
      }
    });
    window.addEventListener('afterprint', () => {
      element('count').textContent = before;
      closed.forEach(details => { details.open = false; });
    });
  }
}
