import { differencesBetween } from './differences';
import { givenLayout, givenTitle } from './given-options';
import { drawing } from './lazy';
import { TimelinePictureOptions, TimelineTextOptions } from './picture-options';
import { PodTimeline } from './timeline';
import { Caller, inTypeScript } from '../data/language';

/**
 * What differs between two timelines of a pod. `TimelineComparison` is its public form.
 * @internal
 */
export class ComparedPods {
  /** @param caller whose words errors use */
  public constructor(private readonly one: PodTimeline, private readonly other: PodTimeline, private readonly caller: Caller = inTypeScript) {
  }

  /** What differs, in sentences: container by container, then for the pod as a whole. */
  public get differences(): string[] {
    return differencesBetween(this.one._drawn, this.other._drawn).map(({ sentence }) => sentence);
  }

  /**
   * Draws both timelines above one another on one axis, as text, and lists what differs.
   * @param options how wide it is, and with which characters
   */
  public toText(options: TimelineTextOptions = {}): string {
    return drawing().drawTimelines(this.one._drawn, this.other._drawn, givenLayout(options, this.caller));
  }

  /**
   * Draws both timelines above one another on one axis, as SVG, and marks what differs.
   * @param options its heading
   */
  public toSvg(options: TimelinePictureOptions = {}): string {
    return drawing().drawComparison(this.one._drawn, this.other._drawn, { title: givenTitle(options, this.caller), subtitle: this.other._subtitle });
  }

  /**
   * Draws both timelines as one Gantt chart of Mermaid.
   * @param options its heading
   */
  public toMermaid(options: TimelinePictureOptions = {}): string {
    return drawing().drawMermaidComparison(this.one._drawn, this.other._drawn, givenTitle(options, this.caller));
  }
}
