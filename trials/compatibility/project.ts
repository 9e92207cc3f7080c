import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** The packed library. */
export function tarball(): string {
  const folder = join(ROOT, 'dist', 'js');
  const found = readdirSync(folder).filter(file => file.endsWith('.tgz'));
  if (found.length !== 1) {
    throw new Error(`dist/js holds ${found.length} packages: remove dist, and run npx projen compile && npx projen post-compile && npx projen package:js`);
  }
  return join(folder, found[0]);
}

/** The floors of what users install beside the library. */
export function peers(): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).peerDependencies;
}

/** The first TypeScript program of the README. */
export function readmeProgram(): string {
  return /^```ts\n([^]*?)^```/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))![1];
}

/** A project of a user, in an empty folder. */
export class Project {
  public readonly folder = mkdtempSync(join(tmpdir(), 'compatibility-'));

  public write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  public read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Runs a line of a shell, and returns what it prints; throws with the end of the output when it fails. */
  public run(line: string): string {
    const env = { ...process.env, CI: 'true', COREPACK_ENABLE_STRICT: '0', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false', YARN_ENABLE_TELEMETRY: '0' };
    const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: this.folder, encoding: 'utf8', maxBuffer: 1e8, env });
    if (status !== 0) {
      throw new Error(`${line}: ${`${stdout}\n${stderr}`.trim().split('\n').slice(-6).join(' / ')}`);
    }
    return stdout;
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
