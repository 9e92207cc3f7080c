import { allImports, directArrows, roomGraph } from './import-graph';
import { Page, read } from './page';

const BEGIN = '<!-- rooms: begin -->';
const END = '<!-- rooms: end -->';

/** ARCHITECTURE.md with the picture of the imports between rooms. */
export function architecturePage(): Page {
  const file = 'ARCHITECTURE.md';
  const text = read(file);
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) {
    throw new Error(`${file} has no place for the rooms: it needs a line '${BEGIN}' and after it a line '${END}'`);
  }
  const arrows = directArrows(roomGraph(allImports())).map(([from, to]) => `  ${from} --> ${to}`);
  const picture = ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
  return { file, text: `${text.slice(0, begin)}${BEGIN}\n${picture}\n${text.slice(end)}` };
}
