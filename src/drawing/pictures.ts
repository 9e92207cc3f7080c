// Everything that draws a timeline. Synth and check do not need it: lazy.ts loads it on first use.
export { drawMermaid, drawMermaidComparison } from './mermaid';
export { drawSvg } from './svg';
export { drawComparison } from './svg-comparison';
export { drawTimeline, drawTimelines } from './timeline-text';
