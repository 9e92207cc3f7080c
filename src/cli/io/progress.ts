import { CliIo } from './io';

/** A run that is over sooner shows nothing. */
const PATIENCE_MS = 1000;
const INTERVAL_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

/** Shows on standard error how far a long run is; only on a terminal. */
export class Progress {
  private last = Date.now() + PATIENCE_MS - INTERVAL_MS;
  private shown = false;

  public constructor(private readonly io: CliIo) {}

  /** Tells how far the run is. */
  public show(describe: () => string): void {
    if (!this.io.progress || Date.now() - this.last < INTERVAL_MS) {
      return;
    }
    this.last = Date.now();
    this.shown = true;
    this.io.err(`${CLEAR_LINE}${describe()}`);
  }

  /** Takes the line away again. */
  public end(): void {
    if (this.shown) {
      this.io.err(CLEAR_LINE);
      this.shown = false;
    }
  }
}
