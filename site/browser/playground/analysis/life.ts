import { ReadText, FILE } from './source';
import { explainedContext, explainedFacts } from '../../../../src/core/explain/explained-context';
import { DrawnPod } from '../../../../src/drawing/drawn-pod';
import { PodModel } from '../../../../src/kubernetes/pod';
import { expectScenario } from '../../../../src/rules/expected-scenario';
import { describeCloseCalls, isTelling } from '../../../../src/simulator/close-call';
import { Scenario } from '../../../../src/simulator/scenario';
import { simulate } from '../../../../src/simulator/simulator';
import { fittingChanges, WhatIf } from '../../../../src/simulator/what-if';

/** The life of a pod, and what it follows from. */
export interface Life {
  readonly drawn: DrawnPod;
  readonly scenario: Scenario;
  /** Known behavior of its programs, as sentences. */
  readonly known: readonly string[];
  /** What goes well with little time to spare, as sentences. */
  readonly closeCalls: readonly string[];
  /** Assumptions about the rest, as sentences. */
  readonly assumptions: readonly string[];
}

/** Simulates a pod as it will run, with the proxy of its mesh and with what a person changed. */
export function lifeOf({ world }: ReadText, pod: PodModel, whatIf: WhatIf): Life {
  const context = explainedContext(pod, FILE, world);
  const { scenario, known, assumptions, assumesStops } = expectScenario(context, fittingChanges(context.pod, whatIf));
  const notes = world.notesOnMesh(pod, FILE);
  const result = simulate(context.pod, scenario);
  return {
    drawn: { pod: context.pod, result, ...explainedFacts(context, pod) },
    scenario,
    known: [...notes.known, ...known],
    closeCalls: describeCloseCalls((result.closeCalls ?? []).filter(isTelling(assumesStops))),
    assumptions: [...notes.assumptions, ...assumptions],
  };
}
