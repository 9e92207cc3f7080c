import { differencesBetween } from './differences';
import { givenLayout, givenTitle } from './given-options';
import { drawing } from './lazy';
import { TimelinePictureOptions, TimelineTextOptions } from './picture-options';
import { Timeline } from './timeline';
import { checkValue, having, required } from '../data/arguments';

const TIMELINE = required(having(['eventsOf'], "a Timeline, for example LifecycleTesting.timeline(chart, 'Deployment/web')"));

/** Shows what differs between two timelines of a pod, for example before and after a change. */
export class TimelineComparison {
  /**
   * Compares two timelines.
   * @param before the timeline before the change
   * @param after the timeline after the change
   */
  public static of(before: Timeline, after: Timeline): TimelineComparison {
    checkValue('the timeline before the change', before, TIMELINE);
    checkValue('the timeline after the change', after, TIMELINE);
    return new TimelineComparison(before, after);
  }

  private constructor(
    /** The timeline before the change. */
    public readonly before: Timeline,
    /** The timeline after the change. */
    public readonly after: Timeline,
  ) {}

  /** What differs, in sentences: container by container, then for the pod as a whole. */
  public get differences(): string[] {
    return differencesBetween(this.before._drawn, this.after._drawn).map(({ sentence }) => sentence);
  }

  /**
   * Draws both timelines above one another on one axis, as text, and lists what differs.
   * @param options how wide it is, and with which characters
   */
  public toText(options: TimelineTextOptions = {}): string {
    return drawing().drawTimelines(this.before._drawn, this.after._drawn, givenLayout(options));
  }

  /**
   * Draws both timelines above one another on one axis, as SVG, and marks what differs.
   * @param options its heading
   */
  public toSvg(options: TimelinePictureOptions = {}): string {
    return drawing().drawComparison(this.before._drawn, this.after._drawn, { title: givenTitle(options), subtitle: this.after._subtitle });
  }

  /**
   * Draws both timelines as one Gantt chart of Mermaid.
   * @param options its heading
   */
  public toMermaid(options: TimelinePictureOptions = {}): string {
    return drawing().drawMermaidComparison(this.before._drawn, this.after._drawn, givenTitle(options));
  }
}
