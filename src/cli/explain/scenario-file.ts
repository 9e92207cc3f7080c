import { messageOf } from '../../data/error-message';
import { pathOfError } from '../../data/input-error';
import { JsonObject } from '../../data/json';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Pod } from '../../kubernetes/pod';
import { validateScenario, Scenario, scenarioFromData } from '../../simulator/scenario';
import { ManifestDocument, parseText, Wanted } from '../../yaml/parse';
import { problemAt } from '../../yaml/places';
import { formatProblem } from '../../yaml/problem';
import { STDIN, STDIN_NAME } from '../io/files';
import { CliIo, ExitCode, Stop } from '../io/io';
import { readSource } from '../io/read';

/** A scenario that was read from a file, not yet validated against a pod. */
export interface ScenarioFile {
  /** The Kubernetes version that it specifies. */
  readonly kubernetes?: KubernetesVersion;
  /** The scenario for a pod; stops if the scenario does not match the pod. */
  readonly forPod: (pod: Pod, kubernetes: KubernetesVersion) => Scenario;
}

const WANTED: Wanted = {
  must: 'a scenario must be an object with the keys kubernetes, deleteAt, containers',
  advice: "for example 'deleteAt: 60'",
};

/**
 * Reads a scenario from a YAML or JSON file, or from standard input.
 *
 * An invalid scenario is a usage error: it is an argument, not input.
 */
export async function readScenario(path: string, io: CliIo): Promise<ScenarioFile> {
  const document = await readDocument(path, io);
  const scenario = located(document, () => scenarioFromData(withVersionAsText(document.value)));
  return {
    kubernetes: scenario.kubernetes,
    forPod: (pod, kubernetes) => {
      located(document, () => validateScenario(pod, scenario));
      return { ...scenario, kubernetes };
    },
  };
}

async function readDocument(path: string, io: CliIo): Promise<ManifestDocument> {
  const file = path === STDIN ? STDIN_NAME : path;
  const text = await readSource(path, io);
  if (typeof text !== 'string') {
    throw stop(formatProblem(text));
  }
  const { documents, problems } = parseText(file, text, WANTED);
  if (problems.length > 0) {
    throw stop(problems.map(formatProblem).join('\n'));
  }
  if (documents.length !== 1) {
    throw stop(documents.length === 0
      ? `${file}: the scenario is empty: write at least 'deleteAt: 60'`
      : `${file}: found ${documents.length} documents: a scenario must be a single document`);
  }
  return documents[0];
}

/** Runs what may throw a sentence about the scenario, and adds the file and the line to it. */
function located<T>(document: ManifestDocument, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw stop(formatProblem(problemAt(document, pathOfError(error), messageOf(error))));
  }
}

/** YAML reads an unquoted 1.30 as the number 1.3. No supported version has a minor number with one digit, so 1.3 means 1.30. */
function withVersionAsText(data: JsonObject): JsonObject {
  return typeof data.kubernetes === 'number' ? { ...data, kubernetes: data.kubernetes.toFixed(2) } : data;
}

function stop(message: string): Stop {
  return new Stop(ExitCode.USAGE_ERROR, message);
}
