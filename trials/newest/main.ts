// Follows the README from an empty folder, with the newest version of everything, for this package and each sibling: npm run trial:newest [-- 33]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { follow, Followed } from './follow-readme';
import { packages, PackedPackage } from './packages';
import { Project } from '../compatibility/project';

const PAGE = join(__dirname, '..', '..', 'docs', 'compatibility.md');
const TABLE = /(<!-- newest: begin -->\n)[^]*?(<!-- newest: end -->)/;

/** What a newer cdk8s-plus writes by itself; a build step, in plain JavaScript. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { withDifferences } = require('../../projenrc/siblings/differences') as { withDifferences(minor: string, file: string, text: string): string };

function attempt(one: PackedPackage): Followed {
  const project = new Project();
  try {
    return follow(project, one);
  } finally {
    project.remove();
  }
}

/** Whether a package synthesizes what the first one does, except for the lines that its cdk8s-plus writes by itself. */
function isSame(first: Followed, { minor }: PackedPackage, { yaml, findings }: Followed): boolean {
  return yaml === withDifferences(minor, 'examples/readme/output/shop.k8s.yaml', first.yaml) && findings === first.findings;
}

function main(wanted: readonly string[]): number {
  const all = packages();
  const first = attempt(all[0]);
  const tried = all.filter(({ minor }, index) => index === 0 || wanted.length === 0 || wanted.includes(minor)).map(one => {
    const followed = one === all[0] ? first : attempt(one);
    const same = isSame(first, one, followed);
    const row = `| ${one.name} | ${followed.versions.join(', ')} | ${followed.init} | ${followed.seconds} s | ${same ? 'yes' : 'no'} |`;
    console.log(`${followed.commands.map(command => `$ ${command}`).join('\n')}\n${row}\n`);
    return { row, same };
  });
  if (wanted.length === 0) {
    const table = ['| package | with | `cdk8s init` | time | same YAML and findings |', '|---|---|---|---|---|', ...tried.map(({ row }) => row), ''].join('\n');
    writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, (_all, begin, end) => `${begin}${table}${end}`));
  }
  return tried.every(({ same }) => same) ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
