import { existsSync } from 'node:fs';
import { parseConfig } from '../../core/config';
import { GivenSettings } from '../../core/settings';
import { formatProblem } from '../../yaml/problem';
import { CliIo, ExitCode, orStop, Stop } from '../io/io';
import { readSource } from '../io/read';

/** The file that is read if the user names none. */
export const DEFAULT_CONFIG = '.cdk8s-sidecars.yaml';

/**
 * Reads the configuration: the named file, or `.cdk8s-sidecars.yaml` in the working folder if it exists.
 *
 * An invalid configuration is a usage error; the message names the line.
 */
export async function readConfig(file: string | undefined, io: CliIo): Promise<GivenSettings> {
  if (file === undefined && !existsSync(DEFAULT_CONFIG)) {
    return {};
  }
  const name = file ?? DEFAULT_CONFIG;
  const text = await readSource(name, io);
  if (typeof text !== 'string') {
    throw new Stop(ExitCode.USAGE_ERROR, formatProblem(text));
  }
  return orStop(() => parseConfig(name, text));
}
