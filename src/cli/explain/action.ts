import type { ExplainFormat } from './formats';
import { runExplain } from './run';
import { parseWhatIf } from '../../core/explain/what-if-text';
import { CliIo, orUsageError, usageError } from '../io/io';
import { givenSettings, PodOptions } from '../settings/options';

/** The options of `explain`. */
export interface ExplainOptions extends PodOptions {
  readonly scenario?: string;
  readonly format: ExplainFormat;
  readonly workload?: string;
  readonly compare?: string;
  readonly slow?: string[];
  readonly drain?: string[];
  readonly crash?: string[];
  readonly ignoreSigterm?: string[];
  readonly delete?: string;
  readonly width?: number;
  readonly ascii?: boolean;
  readonly watch?: boolean;
}

/** What `explain` does; its help does not need it. */
export async function explainPath(path: string | undefined, options: ExplainOptions, io: CliIo): Promise<number> {
  if (path === undefined) {
    throw usageError('nothing to explain: pass a manifest file, a folder of manifests, or - for standard input');
  }
  const { scenario, workload, config, format, compare, width, ascii, watch = false, gitignore, verbose } = options;
  const whatIf = orUsageError(() => parseWhatIf(options));
  const settings = givenSettings(options);
  return runExplain({ path, compare, scenario, whatIf, workload, config, format, layout: { width, ascii }, watch, settings, gitignore, verbose }, io);
}
