import { CliIo } from './io';

/** A shorter run shows no progress. */
const PATIENCE_MS = 1000;
const INTERVAL_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

/** Shows the progress of a long run on standard error, only on a terminal. */
export class Progress {
  private last = Date.now() + PATIENCE_MS - INTERVAL_MS;
  private shown = false;

  public constructor(private readonly io: CliIo) {}

  /** Shows the progress. */
  public show(describe: () => string): void {
    if (!this.io.progress || Date.now() - this.last < INTERVAL_MS) {
      return;
    }
    this.last = Date.now();
    this.shown = true;
    this.io.err(`${CLEAR_LINE}${describe()}`);
  }

  /** Clears the progress line. */
  public end(): void {
    if (this.shown) {
      this.io.err(CLEAR_LINE);
      this.shown = false;
    }
  }
}
