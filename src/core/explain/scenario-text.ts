import { ScenarioSource } from './explain-pod';
import { messageOf } from '../../data/error-message';
import { pathOfError } from '../../data/input-error';
import { JsonObject } from '../../data/json';
import { scenarioFromData, validateScenario } from '../../simulator/scenario-input';
import { ManifestDocument, parseText, Wanted } from '../../yaml/parse';
import { problemAt } from '../../yaml/places';
import { formatProblem } from '../../yaml/problem';
import { InvalidInput } from '../invalid-input';
import { versionText } from '../version-text';

const WANTED: Wanted = {
  must: 'a scenario must be an object with keys such as kubernetes, deleteAt, containers',
  advice: "for example 'deleteAt: 60'",
};

/**
 * Reads the text of a scenario, YAML or JSON.
 *
 * Throws `InvalidInput` with the line of the first mistake; so does `forPod` if the scenario does not match the pod.
 *
 * @param file the name of its file, for messages
 */
export function parseScenario(file: string, text: string): ScenarioSource {
  const document = onlyDocument(file, text);
  const scenario = located(document, () => scenarioFromData(withVersionAsText(document.value)));
  return {
    kubernetes: scenario.kubernetes,
    featureGates: scenario.featureGates,
    forPod: (pod, kubernetes) => {
      const settled = { ...scenario, kubernetes };
      located(document, () => validateScenario(pod, settled));
      return settled;
    },
  };
}

function onlyDocument(file: string, text: string): ManifestDocument {
  const { documents, problems } = parseText(file, text, WANTED);
  if (problems.length > 0) {
    throw new InvalidInput(problems.map(formatProblem).join('\n'));
  }
  if (documents.length !== 1) {
    throw new InvalidInput(documents.length === 0
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
    throw new InvalidInput(formatProblem(problemAt(document, pathOfError(error), messageOf(error))));
  }
}

function withVersionAsText(data: JsonObject): JsonObject {
  return data.kubernetes === undefined ? data : { ...data, kubernetes: versionText(data.kubernetes) };
}
