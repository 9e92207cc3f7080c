const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Delays the end of the process by a signal while files are written, so that no temporary file is left behind. */
export class SignalGuard {
  private received?: NodeJS.Signals;
  private readonly listener: (signal: NodeJS.Signals) => void;

  public constructor() {
    this.listener = signal => { this.received ??= signal; };
    SIGNALS.forEach(signal => process.on(signal, this.listener));
  }

  /** Ends the process if a signal has arrived; call it between two files. */
  public async check(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve));
    if (this.received) {
      this.release();
      process.kill(process.pid, this.received);
      // The signal ends the process once it is delivered.
      await new Promise(resolve => setTimeout(resolve, 1000));
    }
  }

  public release(): void {
    SIGNALS.forEach(signal => process.off(signal, this.listener));
  }
}
