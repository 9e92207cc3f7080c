import { Timeline } from './timeline';
import { callersLanguage } from '../caller/language';
import { checkValue } from '../caller/refusal';
import { having, required } from '../data/arguments';
import { ComparedPods } from '../drawing/timeline-comparison';

const TIMELINE = required(having(['eventsOf'], "a Timeline, for example LifecycleTesting.timeline(chart, 'Deployment/web')"));

/** Shows what differs between two timelines of a pod, for example before and after a change. */
export class TimelineComparison extends ComparedPods {
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
  ) {
    super(before, after, callersLanguage);
  }
}
