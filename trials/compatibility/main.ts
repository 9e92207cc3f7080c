// Uses the packed library as a user would, with each Node.js, package manager, bundler and compiler: npm run trial:compatibility [-- text in a case]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Case, CASES } from './cases';
import { Project } from './project';

const PAGE = join(__dirname, '..', '..', 'docs', 'compatibility.md');
const TABLE = /(<!-- tried: begin -->\n)[^]*?(<!-- tried: end -->)/;

interface Tried { readonly row: string; readonly result?: string; readonly problem?: string }

function attempt({ subject, what, try: trial }: Case): Tried {
  const project = new Project();
  const row = `| ${subject} | ${what} |`;
  try {
    return { row, result: trial(project) };
  } catch (error) {
    return { row, problem: (error as Error).message };
  } finally {
    project.remove();
  }
}

function main(wanted: string | undefined): number {
  const cases = CASES.filter(({ subject, what }) => wanted === undefined || `${subject} ${what}`.includes(wanted));
  const [first] = CASES;
  const expected = attempt(first).result;
  const tried = cases.map(one => {
    const { row, result, problem } = attempt(one);
    const verdict = problem ?? (result === expected ? 'ok' : 'other output');
    console.log(`${row} ${verdict}`);
    return { row: `${row} ${verdict === 'ok' ? 'yes' : 'no'} |`, isWell: verdict === 'ok' };
  });
  if (wanted === undefined) {
    const table = ['| | | works |', '|---|---|---|', ...tried.map(({ row }) => row), ''].join('\n');
    writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, (_all, begin, end) => `${begin}${table}${end}`));
  }
  return expected !== undefined && tried.every(({ isWell }) => isWell) ? 0 : 1;
}

process.exitCode = main(process.argv[2]);
