import type { ExplainFormat } from './formats';
import { explainJson, explanationData } from './json';
import { comparedSources, explainText, timelineText } from './text';
import { compareHtml, explainHtml } from '../../core/explain/explain-html';
import { Explanation } from '../../core/explain/explanation';
import { safeJson, safeLine, safeLines } from '../../data/safe-text';
import { TimelineTextOptions } from '../../drawing/picture-options';
import { ComparedPods } from '../../drawing/timeline-comparison';

/** An explanation, and what the user should know about the options and the input. */
export interface Explained {
  readonly explanation: Explanation;
  readonly notes: readonly string[];
}

/** Renders the explanation of a pod. */
export function renderExplanation({ explanation, notes }: Explained, format: ExplainFormat, layout: TimelineTextOptions): string {
  switch (format) {
    case 'json': return explainJson(explanation, notes);
    case 'svg': return `${explanation.timeline.toSvg()}\n`;
    case 'mermaid': return `${explanation.timeline.toMermaid()}\n`;
    case 'html': return explainHtml(explanation);
    case 'text': return safeLines(explainText(explanation, layout));
  }
}

/** Renders what differs between two pods. */
export function renderComparison(before: Explained, after: Explained, format: ExplainFormat, layout: TimelineTextOptions): string {
  const comparison = new ComparedPods(before.explanation.timeline, after.explanation.timeline);
  switch (format) {
    case 'json': return `${safeJson({
      before: explanationData(before.explanation, before.notes),
      after: explanationData(after.explanation, after.notes),
      differences: comparison.differences,
    })}\n`;
    case 'svg': return `${comparison.toSvg()}\n`;
    case 'mermaid': return `${comparison.toMermaid()}\n`;
    case 'html': return compareHtml(before.explanation, after.explanation);
    case 'text': return safeLines([
      `Before: ${safeLine(timelineText(before.explanation))}`,
      `After: ${safeLine(timelineText(after.explanation))}`,
      '',
      comparison.toText(layout),
      ...comparedSources(before.explanation, after.explanation, layout),
      '',
    ].join('\n'));
  }
}
