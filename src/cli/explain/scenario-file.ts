import { ScenarioSource } from '../../core/explain/explain-pod';
import { parseScenario } from '../../core/explain/scenario-text';
import { formatProblem } from '../../yaml/problem';
import { STDIN, STDIN_NAME } from '../io/files';
import { CliIo, ExitCode, orStop, Stop } from '../io/io';
import { readSource } from '../io/read';

/**
 * Reads a scenario from a YAML or JSON file, or from standard input.
 *
 * An invalid scenario is a usage error: it is an argument, not input.
 */
export async function readScenario(path: string, io: CliIo): Promise<ScenarioSource> {
  const text = await readSource(path, io);
  if (typeof text !== 'string') {
    throw new Stop(ExitCode.USAGE_ERROR, formatProblem(text));
  }
  const { kubernetes, featureGates, forPod } = orStop(() => parseScenario(path === STDIN ? STDIN_NAME : path, text));
  return { kubernetes, featureGates, forPod: (pod, version) => orStop(() => forPod(pod, version)) };
}
