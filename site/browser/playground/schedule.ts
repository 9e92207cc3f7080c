/** A text up to this length is drawn with each key, in characters; a longer one when no key was pressed for a moment. */
const SHORT = 40_000;
const PAUSE = 250;
/** Longer than the pause between two keys of somebody who types, who does not have to wait for findings then, in milliseconds. */
const REVIEW_AFTER = 200;

/** Decides when the views follow: the picture at once, everything else when nobody types. */
export class Schedule {
  private drawing = 0;
  private reviewing = 0;

  /**
   * @param place the part of the page that says whether it still follows
   * @param draw what must follow each change
   * @param review what may follow a moment later
   */
  public constructor(private readonly place: HTMLElement, private readonly draw: () => void, private readonly review: () => void) {}

  /** Something changed. Changes of one moment are drawn once. */
  public changed(length: number): void {
    window.clearTimeout(this.drawing);
    window.clearTimeout(this.reviewing);
    this.place.ariaBusy = 'true';
    this.drawing = window.setTimeout(() => this.drawThenReview(), length > SHORT ? PAUSE : 0);
  }

  private drawThenReview(): void {
    performance.mark('draw');
    this.draw();
    performance.measure('picture', 'draw');
    this.reviewing = window.setTimeout(() => {
      performance.mark('review');
      this.review();
      performance.measure('review', 'review');
      this.place.ariaBusy = 'false';
    }, REVIEW_AFTER);
  }
}
