import { meshOf, RuleContext } from './engine/rule';
import { knownShutdown } from './known-shutdowns';
import { obstaclesOf } from './obstacles';
import { annotatedShutdowns, SHUTDOWN_ANNOTATION } from '../kubernetes/shutdown-annotation';
import { AssumedScenario, assumeScenario } from '../simulator/assumptions';
import { simulate } from '../simulator/simulator';
import { PodOutcome } from '../simulator/timeline-event';
import { WhatIf, withWhatIf } from '../simulator/what-if';

/** The most likely behavior of the programs of a pod, and its sources. */
export interface ExpectedScenario extends AssumedScenario {
  /** The known facts about the programs of the pod, as sentences. */
  readonly known: readonly string[];
}

/**
 * The most likely behavior of the programs of a pod: declared or known facts, and assumptions for the rest.
 *
 * A shutdown time comes from the code or the scenario, otherwise from the annotation of the pod, otherwise from the known program (image, version and flags), otherwise
 * from the mesh. A startup probe that never passes according to the rules stays failed, and a container that is known to run forever does not exit.
 */
export function expectScenario(context: RuleContext, whatIf?: WhatIf): ExpectedScenario {
  const { pod, kubernetes } = context;
  const { shutdowns, sentences } = knownShutdowns(context);
  const { expected, reasons } = obstaclesOf(context);
  const expectations = { ...expected, shutdowns, whatIf };
  const known = [...reasons, ...sentences];
  const complete = (assumed: AssumedScenario) => whatIf ? { ...assumed, scenario: withWhatIf(pod, assumed.scenario, whatIf) } : assumed;
  // An assumed deletion would hide that the pod never starts.
  const undeleted = complete(assumeScenario(pod, kubernetes, { ...expectations, stays: true }));
  const isStuck = simulate(pod, undeleted.scenario).outcome === PodOutcome.STUCK;
  return { ...(isStuck ? undeleted : complete(assumeScenario(pod, kubernetes, expectations))), known };
}

/** Every known shutdown time, and its source. */
function knownShutdowns(context: RuleContext) {
  const { pod, stops: times, recognition } = context;
  const annotated = annotatedShutdowns(pod).seconds;
  const shutdowns: { [container: string]: number } = {};
  const sentences: string[] = [];
  for (const container of [...pod.mains, ...pod.sidecars]) {
    const { name } = container;
    const mesh = meshOf(context, name);
    const known = knownShutdown(times, recognition, container);
    if (!known) {
      continue;
    }
    const { seconds, program } = known;
    const stops = seconds === 0 ? 'stops at once' : `stops within ${seconds} s`;
    shutdowns[name] = seconds;
    if (program) {
      sentences.push(`'${name}' (${program.program}) ${stops}`);
    } else if (annotated.get(name) === seconds) {
      sentences.push(`'${name}' ${stops}, as the annotation ${SHUTDOWN_ANNOTATION} declares`);
    } else if (mesh) {
      sentences.push(`'${name}' (${mesh.name} ${mesh.version}) ${stops}`);
    }
  }
  return { shutdowns, sentences };
}
