import { RepositoryCopy } from './copy';

/** A mark before a block of code, and the block. */
const STEP = /(?:<!-- (file|add to): (.+?)(?:, after: (.+?))? -->\n)?```(\w+)\n([^]*?)```/g;

/** Does what a page tells its reader: writes the files, adds the lines, runs the commands, and expects the output that the page shows. Returns the files that the page names. */
export function followPage(copy: RepositoryCopy, page: string): string[] {
  const named = new Set<string>();
  let output = '';
  for (const [, mark, file, after, language, code] of copy.read(page).matchAll(STEP)) {
    if (mark === 'file') {
      copy.write(file, code);
      named.add(file);
    } else if (mark === 'add to') {
      copy.addAfter(file, after, code.trimEnd());
      named.add(file);
    } else if (language === 'sh') {
      output = code.trim().split('\n').map(command => copy.run(command)).join('');
    } else if (language === 'text') {
      expectLines(page, code, output);
    }
  }
  return [...named].sort();
}

function expectLines(page: string, shown: string, output: string): void {
  const missing = shown.trim().split('\n').find(line => !output.includes(line.trim()));
  if (missing !== undefined) {
    throw new Error(`${page} shows '${missing}', but the command prints\n${output}`);
  }
}
