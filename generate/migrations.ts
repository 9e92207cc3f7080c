import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Page, ROOT } from './page';
import { run } from './run-command';

/** Manifests to migrate. */
export const MIGRATION_INPUT = 'test/fixtures/migrate';
/** What `migrate` reports about each, and the report about all: read these when they change. */
export const MIGRATION_OUTPUT = 'test/fixtures/migrate-expected';
export const MIGRATION_FILES = readdirSync(join(ROOT, MIGRATION_INPUT));

/** The options of the fixtures that need some. */
export const MIGRATION_FLAGS: { readonly [file: string]: readonly string[] } = {
  'await.yaml': ['--mesh', 'linkerd@2.19'],
  'hold.yaml': ['--mesh', 'istio@1.27', '--kubernetes-version', '1.31'],
};

/** The diff and the notes for one manifest. */
export async function migrationDiff(file: string): Promise<Page> {
  const { code, out, err } = await run(['migrate', join(MIGRATION_INPUT, file), ...MIGRATION_FLAGS[file] ?? []]);
  if (code !== 0) {
    throw new Error(`${join(MIGRATION_INPUT, file)}: the migration ends with exit code ${code}: ${err}`);
  }
  return { file: join(MIGRATION_OUTPUT, `${file}.diff`), text: `${out}\n${err}` };
}

/** The report about all manifests. */
export async function migrationReport(): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  try {
    await run(['migrate', MIGRATION_INPUT, '--report', join(folder, 'report.md')]);
    return { file: join(MIGRATION_OUTPUT, 'report.md'), text: readFileSync(join(folder, 'report.md'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
