import { DrawnPod } from './drawn-pod';
import { extentOf } from './lanes';
import { outcomeSentence } from './sentences';
import { AXIS_HEIGHT, drawAxis } from './svg-axis';
import { describe, drawArea, drawHeader, drawSentences, patternPrefix, svgDocument, SvgOptions } from './svg-document';
import { drawLegend } from './svg-legend';
import { drawPanel, instantsOf } from './svg-panel';
import { TimeScale } from './time-scale';

const TOP = 8;

/**
 * Draws a pod's life as SVG.
 *
 * The picture is as wide as its place: positions are percentages, and text keeps its size. It needs no font, script or file.
 */
export function drawSvg(drawn: DrawnPod, options: SvgOptions = {}): string {
  const { title = drawn.pod.title, subtitle } = options;
  const prefix = patternPrefix(options);
  const scale = new TimeScale(instantsOf(drawn), extentOf(drawn).open);
  const header = drawHeader(title, subtitle);
  const panel = drawPanel(drawn, scale, TOP, prefix);
  const areaHeight = TOP + panel.height + AXIS_HEIGHT;
  const area = drawArea(header.height, areaHeight, drawAxis(scale, TOP, panel.height) + panel.svg);
  const outcome = drawSentences([outcomeSentence(drawn.result)], header.height + areaHeight);
  const legendTop = header.height + areaHeight + outcome.height + 10;
  const legend = drawLegend([drawn], prefix, legendTop);
  return svgDocument(title, describe(drawn), legendTop + legend.height, options, header.svg + area + outcome.svg + legend.svg);
}
