import { createHash } from 'node:crypto';
import { MigratedText } from '../../core/migrate/migrate-text';
import { ReportCollector, problemTexts } from '../../core/report/report-collector';
import { CheckSettings } from '../../core/settings';
import { Passed, Skipped } from '../../core/skipped';
import { World } from '../../core/world';
import { chosenMeshes } from '../../knowledge/meshes/two-meshes';
import { reportPage } from '../../report/html/page';
import { InputProblem } from '../../yaml/problem';
import { packageFile, packageVersion } from '../package-version';

/** Builds the page of a report, file by file. */
export class PageBuilder {
  private readonly collector: ReportCollector;

  /**
   * @param unmigrated why the migration is not tried, if it is not
   * @param onWorkload gets how many workloads are done
   */
  public constructor(
    private readonly settings: CheckSettings, world: World,
    private readonly unmigrated?: string, onWorkload?: (done: number) => void,
  ) {
    this.collector = new ReportCollector(settings, world, onWorkload);
  }

  /** Adds a file, as `ReportCollector` does. */
  public add(file: string, text: string, migrated: MigratedText | undefined, skipped: Skipped, passed: Passed): void {
    this.collector.add(file, text, migrated, skipped, passed);
  }

  /** What was collected so far. */
  public get collected() {
    return this.collector.result;
  }

  /**
   * The page, as HTML.
   *
   * @param files how many files were read
   * @param others problems that the files themselves do not show
   */
  public page(files: number, others: readonly InputProblem[]): string {
    const { data, requests, owned, problems } = this.collector.result;
    const { kubernetes, mesh } = this.settings;
    const meshes = chosenMeshes(mesh).map(({ facts, version }) => `${facts.name} ${version.text}`).join(' and ');
    return reportPage(data, {
      version: packageVersion(),
      kubernetes: kubernetes.toString(),
      mesh: meshes === '' ? undefined : meshes,
      files,
      requests,
      owned,
      problems: problemTexts([...others, ...problems]),
      unmigrated: this.unmigrated,
    }, { script: packageFile('lib', 'report', 'page-script.js'), hashOf });
  }
}

/** The hash of a text as a Content Security Policy names it. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
