import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HelmCall, HelmMajor } from './ways';
import { JsonObject } from '../../src/data/json';
import { find } from '../programs/binaries';

const run = promisify(execFile);

const MAJORS: readonly HelmMajor[] = [3, 4];

/** How long a single call may take. */
const CALL_SECONDS = 120;

/** The binaries of Helm, by major version. */
export class Helm {
  /** Finds both; fails where one is missing, because the record has both. */
  public static async find(context: string): Promise<Helm> {
    const binaries = MAJORS.map(major => find(`helm${major}`));
    if (binaries.includes(undefined)) {
      throw new Error('helm3 or helm4 is missing: run e2e/apply/install-helm FOLDER, and name the folder in PROGRAMS_PATH');
    }
    const versions = await Promise.all(binaries.map(async binary => (await run(binary!, ['version', '--template', '{{.Version}}'])).stdout.trim()));
    return new Helm(context, new Map(MAJORS.map((major, index) => [major, binaries[index]!])), versions);
  }

  private constructor(
    private readonly context: string, private readonly binaries: ReadonlyMap<HelmMajor, string>, public readonly versions: readonly string[],
  ) {}

  /** Installs an object as a release of its name, or upgrades the release to it. */
  public async deploy({ helm, flags }: HelmCall, namespace: string, object: JsonObject): Promise<{ readonly error: string }> {
    const { name } = object.metadata as { readonly name: string };
    const chart = mkdtempSync(join(tmpdir(), 'chart-'));
    try {
      mkdirSync(join(chart, 'templates'));
      writeFileSync(join(chart, 'Chart.yaml'), JSON.stringify({ apiVersion: 'v2', name, version: '1.0.0' }));
      writeFileSync(join(chart, 'templates', 'object.yaml'), JSON.stringify(object));
      await run(this.binaries.get(helm)!, ['upgrade', '--install', name, chart, '--kube-context', this.context, '-n', namespace, ...flags], { timeout: CALL_SECONDS * 1000 });
      return { error: '' };
    } catch (error: any) {
      return { error: String(error.stderr || error.message) };
    } finally {
      rmSync(chart, { recursive: true });
    }
  }
}
