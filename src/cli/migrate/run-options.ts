import { CheckSettings } from '../../core/settings';
import { KnownProgram } from '../../knowledge/programs/program';
import { WorkloadKinds } from '../../kubernetes/workload-kinds';
import { MigrationOptions } from '../../migration/draft';
import { FileFilter } from '../io/file-filter';

/** Options for a run of the migration. */
export interface RunOptions extends MigrationOptions {
  readonly programs: readonly KnownProgram[];
  readonly workloads: WorkloadKinds;
  readonly write: boolean;
  readonly out?: string;
  readonly report?: string;
  /** The file of the configuration, if the user names one. */
  readonly config?: string;
  readonly format: MigrateFormat;
  /** What a page needs besides; only if one is wanted. */
  readonly page?: CheckSettings;
  /** Which files of folders are left out. */
  readonly filter: FileFilter;
  /** The patterns of `--exclude`. */
  readonly exclude?: readonly string[];
  /** Whether to list skipped files. */
  readonly verbose: boolean;
}

/** The output formats of `migrate`. */
export type MigrateFormat = 'human' | 'json' | 'html';
