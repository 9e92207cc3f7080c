import { existsSync } from 'node:fs';
import { DEFAULT_CONFIG } from './config-name';
import { unreadConfigs } from './unread-configs';
import { parseConfig } from '../../core/config';
import { GivenSettings } from '../../core/settings';
import { safeLine } from '../../data/safe-text';
import { formatProblem } from '../../yaml/problem';
import { identityOf } from '../io/file-kind';
import { STDIN } from '../io/files';
import { CliIo, ExitCode, orStop, Stop, usageError } from '../io/io';
import { readSource } from '../io/read';

/** The file of the configuration: the named one, or the default if it exists. */
export function configFile(file: string | undefined): string | undefined {
  return file ?? (existsSync(DEFAULT_CONFIG) ? DEFAULT_CONFIG : undefined);
}

/** Rejects, before anything is written, an output that would replace the configuration. */
export function rejectOverConfig(option: string, output: string, config: string | undefined): void {
  const file = configFile(config);
  if (file !== undefined && file !== STDIN && identityOf(file) === identityOf(output)) {
    throw usageError(`${option} would overwrite ${file}, which is the configuration: pass another path`);
  }
}

/**
 * Reads the configuration: the named file, or `.cdk8s-sidecars.yaml` in the working folder if it exists.
 *
 * An invalid configuration is a usage error; the message names the line.
 *
 * @param paths the input; a note names a configuration beside or above it, or above the working folder, that is not read
 */
export async function readConfig(file: string | undefined, io: CliIo, paths: readonly string[] = []): Promise<GivenSettings> {
  const name = configFile(file);
  if (file === undefined) {
    io.err(unreadConfigs(paths).map(one => `note: ${safeLine(noteOnUnread(one))}\n`).join(''));
  }
  if (name === undefined) {
    return {};
  }
  const text = await readSource(name, io);
  if (typeof text !== 'string') {
    throw new Stop(ExitCode.USAGE_ERROR, formatProblem(text));
  }
  return orStop(() => parseConfig(name, text));
}

function noteOnUnread(file: string): string {
  return `${file} is not used, because the command reads only the configuration in the working directory: pass --config ${file}`;
}
