/** The widest and the narrowest stretch of a time axis, in shares of it. */
const WIDEST = 24;
const NARROWEST = 3;
/** What takes less than this, in seconds, happens together for a reader: only recordings have such times. */
const INSTANT = 0.2;
const SHARE_OF_INSTANT = 0.4;
/** What a picture adds after the last instant if the pod lives on. */
const OPEN_END = 5;
/** More instants than this do not fit: the middle of a crash loop is left out. */
const MOST_INSTANTS = 36;
const LAST_INSTANTS = 9;

/** A stretch of time that a picture leaves out, in shares of its width. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Maps times to positions on an axis, from 0 to 1.
 *
 * The scale is logarithmic between two instants at which something happens: otherwise a day of work would hide the second that matters.
 */
export class TimeScale {
  /** The instants at which something happens, ascending. */
  public readonly instants: readonly number[];
  /** What the axis leaves out. */
  public readonly gap?: Gap;
  private readonly positions: readonly number[];

  /**
   * @param times when something happens, in seconds
   * @param open whether time goes on after the last instant
   */
  public constructor(times: readonly number[], open: boolean) {
    const all = [...new Set([0, ...times])].sort((a, b) => a - b);
    const first = MOST_INSTANTS - LAST_INSTANTS;
    const cut = all.length > MOST_INSTANTS;
    this.instants = cut ? [...all.slice(0, first), ...all.slice(-LAST_INSTANTS)] : all;
    const ends = [0];
    this.instants.slice(1).forEach((instant, index) => {
      const lasts = instant - this.instants[index];
      ends.push(ends[index] + (lasts < INSTANT ? SHARE_OF_INSTANT : Math.min(WIDEST, Math.max(NARROWEST, NARROWEST * Math.log2(1 + lasts)))));
    });
    const total = ends[ends.length - 1] + (open || ends.length === 1 ? OPEN_END : 0);
    this.positions = ends.map(end => end / total);
    this.gap = cut ? { from: this.positions[first - 1], to: this.positions[first] } : undefined;
  }

  /** The position of a time; times after the last instant are at the end. */
  public at(time: number): number {
    const { instants, positions } = this;
    const next = instants.findIndex(instant => instant >= time);
    if (next < 0) {
      return 1;
    }
    if (instants[next] === time || next === 0) {
      return positions[next];
    }
    const share = (time - instants[next - 1]) / (instants[next] - instants[next - 1]);
    return positions[next - 1] + share * (positions[next] - positions[next - 1]);
  }

  /** Whether a stretch of time is in what the axis leaves out. */
  public hides(from: number, to: number): boolean {
    return this.gap !== undefined && this.at(from) > this.gap.from && this.at(to) < this.gap.to;
  }

  /** Where the last instant is. */
  public get end(): number {
    return this.positions[this.positions.length - 1];
  }
}
