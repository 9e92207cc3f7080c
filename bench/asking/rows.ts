import * as path from 'path';
import type { AskingTimes } from './worker';
import { median, runFresh } from '../fresh';
import { Row } from '../table';

/** What questions about all workloads of an app may cost, against the synth of that app. */
const LIMIT = 3;
/** Each question looks whether the Services of the app still select the same, which takes little, so a little more than linear is in order. */
const NEARLY_LINEAR = 1.5;
/** What is asked, and how a row names it. */
const QUESTIONS = { timeline: 'timeline', findings: 'findings', testing: 'LifecycleTesting.timeline' } as const;

/** What it costs to ask each workload of an app, each with a Service: a question must not look at all the others. */
export function askingRows(quick: boolean): Row[] {
  const [few, many] = quick ? [100, 400] : [250, 1_000];
  const [small, large] = [few, many].map(count => medianTimes(quick ? 1 : 3, count));
  return (['timeline', 'findings', 'testing'] as const).flatMap(question => [
    { measure: `asking: ${QUESTIONS[question]} of ${many} workloads against their synth`, unit: 'ms', ours: large[question], theirs: large.synth, limit: LIMIT },
    {
      measure: `asking: ${QUESTIONS[question]}, time per workload, ${many} workloads against ${few}`,
      unit: 'ms',
      ours: large[question] / many,
      theirs: small[question] / few,
      limit: NEARLY_LINEAR,
    },
  ]);
}

function medianTimes(rounds: number, count: number): AskingTimes {
  const runs = Array.from({ length: rounds }, () => runFresh<AskingTimes>(path.join('asking', 'worker.js'), String(count)));
  const of = (name: keyof AskingTimes) => median(runs.map(run => run[name]));
  return { synth: of('synth'), timeline: of('timeline'), findings: of('findings'), testing: of('testing') };
}
