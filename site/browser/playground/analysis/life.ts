import { ReadText, FILE } from './source';
import { applyWhatIf, WhatIf } from './what-if';
import { explainedContext, explainedFacts } from '../../../../src/core/explain/explained-context';
import { DrawnPod } from '../../../../src/drawing/drawn-pod';
import { PodModel } from '../../../../src/kubernetes/pod';
import { expectScenario } from '../../../../src/rules/expected-scenario';
import { Scenario } from '../../../../src/simulator/scenario';
import { simulate } from '../../../../src/simulator/simulator';

/** The life of a pod, and what it follows from. */
export interface Life {
  readonly drawn: DrawnPod;
  readonly scenario: Scenario;
  /** Known behavior of its programs, as sentences. */
  readonly known: readonly string[];
  /** Assumptions about the rest, as sentences. */
  readonly assumptions: readonly string[];
}

/** Simulates a pod as it will run, with the proxy of its mesh and with what a person changed. */
export function lifeOf({ world }: ReadText, pod: PodModel, whatIf: WhatIf): Life {
  const context = explainedContext(pod, FILE, world);
  const { scenario: expected, known, assumptions } = expectScenario(context);
  const scenario = applyWhatIf(expected, whatIf);
  const notes = world.notesOnMesh(pod);
  return {
    drawn: { pod: context.pod, result: simulate(context.pod, scenario), ...explainedFacts(context, pod) },
    scenario,
    known: [...notes.known, ...known],
    assumptions: [...notes.assumptions, ...assumptions],
  };
}
