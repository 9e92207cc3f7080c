// Writes every generated page: npx projen examples:update
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { architecturePage } from './architecture';
import { catalogPage } from './catalog/page';
import { examplePages, EXAMPLES, outputFolder } from './examples';
import { MIGRATION_FILES, MIGRATION_OUTPUT, migrationDiff, migrationReport } from './migrations';
import { Page, ROOT } from './page';
import { picturePages, PICTURES } from './pictures';
import { readmeWithFigures } from './rolling-updates';
import { rulesPage } from './rules-page';
import { shownRuns } from './shown-runs';

/** Folders that hold generated files only: what is not generated anymore is removed. */
const OWN_FOLDERS = [...EXAMPLES.map(outputFolder), MIGRATION_OUTPUT, PICTURES];

async function main(): Promise<void> {
  process.chdir(ROOT);
  useSourcesAsPackage();
  const pages = [rulesPage(), catalogPage(), readmeWithFigures(), architecturePage(), ...EXAMPLES.flatMap(examplePages)];
  for (const file of MIGRATION_FILES) {
    pages.push(await migrationDiff(file));
  }
  pages.push(await migrationReport(), ...await picturePages());
  const changed = [...removeOthers(pages), ...pages.filter(write).map(page => page.file)];
  // These pages are read again, because others are written above.
  changed.push(...(await shownRuns()).filter(write).map(page => page.file));
  console.log(changed.length === 0 ? `all ${pages.length} pages are current` : `written:\n${changed.map(file => `  ${file}`).join('\n')}\nread the diff before you commit it`);
}

/** The examples import the library by its published name. */
function useSourcesAsPackage(): void {
  const loader = Module as unknown as { _resolveFilename(name: string, ...rest: unknown[]): string };
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (name, ...rest) => resolve.call(loader, name === 'cdk8s-sidecars' ? join(ROOT, 'src') : name, ...rest);
}

function removeOthers(pages: readonly Page[]): string[] {
  const generated = new Set(pages.map(page => page.file));
  const files = OWN_FOLDERS.filter(folder => existsSync(folder)).flatMap(folder => readdirSync(folder).map(file => join(folder, file)));
  const others = files.filter(file => !generated.has(file));
  others.forEach(file => rmSync(file));
  return others;
}

function write({ file, text }: Page): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) {
    return false;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}

void main();
