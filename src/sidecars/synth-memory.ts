/**
 * Remembers what was computed, for as long as one synth lasts.
 *
 * cdk8s validates the whole app once for each chart, and renders each object after that: without a memory, everything that a validation looks at would be
 * rendered charts × workloads times. Between two synths anything may have changed, so nothing is kept.
 */
export class SynthMemory {
  private depth = 0;
  private answering = false;
  private readonly remembered = new Map<unknown, unknown>();

  /** Whether a synth has begun and not ended. */
  public get isRunning(): boolean {
    return this.depth > 0;
  }

  /** Whether it remembers for a question between two synths. */
  public get isAnswering(): boolean {
    return this.answering;
  }

  /** Remembers while a question is answered; within a synth, as for the synth. */
  public answer<T>(question: () => T): T {
    if (this.isRunning) {
      return this.during(question);
    }
    this.answering = true;
    try {
      return this.during(question);
    } finally {
      this.answering = false;
    }
  }

  public during<T>(work: () => T): T {
    this.depth++;
    try {
      return work();
    } finally {
      this.depth--;
      if (this.depth === 0) {
        this.remembered.clear();
      }
    }
  }

  public remember<T>(key: unknown, compute: () => T): T {
    if (this.depth === 0) {
      return compute();
    }
    if (!this.remembered.has(key)) {
      this.remembered.set(key, compute());
    }
    return this.remembered.get(key) as T;
  }

  /** What was remembered; undefined when nothing was. */
  public recall(key: unknown): unknown {
    return this.remembered.get(key);
  }
}
