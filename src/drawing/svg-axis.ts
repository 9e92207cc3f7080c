import { seconds } from './drawn-pod';
import { element, text, upright } from './svg-element';
import { Row } from './svg-row';
import { TimeScale } from './time-scale';

/** How much room the axis takes below the lanes. */
export const AXIS_HEIGHT = 36;

/** The axis below the lanes, and a thin line up from each instant. */
export function drawAxis(scale: TimeScale, y: number, height: number): string {
  const bottom = y + height;
  const row = new Row(bottom + 18);
  const [first, ...others] = scale.instants;
  const last = others.pop();
  const label = (time: number) => `${seconds(time)}${time === last ? ' s' : ''}`;
  return [
    element('line', { class: 'gr', x1: 0, y1: bottom + 3, x2: '100%', y2: bottom + 3 }),
    ...scale.instants.map(instant => upright(scale.at(instant), y, bottom + 6, 'gr')),
    row.write(label(first), 0, 'm'),
    ...(last === undefined ? [] : [row.writeAt(label(last), scale.at(last), 'm', ['middle', 'end'])]),
    ...others.map(instant => row.write(label(instant), scale.at(instant), 'm', 'middle')),
    text('seconds; long stretches are shortened', '100%', bottom + 34, 'm e'),
  ].join('');
}
