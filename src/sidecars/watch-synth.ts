import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { isPlainChart, rememberValidation, renderInValidatedApp } from './charts-once';
import { swapClass } from './class-swap';
import { withQuickYaml } from './quick-yaml';
import { SynthMemory } from './synth-memory';
import { withSynthSteps } from './synth-steps';

const memories = new WeakMap<IConstruct, SynthMemory>();
const watched = new WeakSet<IConstruct>();

/** The memory of the app that a construct belongs to. */
export function synthMemory(construct: IConstruct): SynthMemory {
  const root = rootOf(construct);
  const known = memories.get(root);
  if (known) {
    return known;
  }
  const memory = new SynthMemory();
  memories.set(root, memory);
  return memory;
}

/** Makes the app and the chart of a construct remember while they synthesize; the app itself has no chart. Returns their memory. */
export function rememberWhileSynthesizing(construct: IConstruct): SynthMemory {
  const root = rootOf(construct);
  const memory = synthMemory(root);
  if ('synth' in root && 'synthYaml' in root && isNew(root)) {
    rememberValidation(root, memory);
    swapClass(root, 'synth-memory', { synth: synthesize, synthYaml: synthesize });
  }
  const chart = chartAround(construct);
  if (chart && isNew(chart)) {
    swapClass(chart, 'synth-memory', { toJson: isPlainChart(chart) ? renderPlainChart : rememberDuring });
  }
  return memory;
}

function isNew(construct: IConstruct): boolean {
  const isKnown = watched.has(construct);
  watched.add(construct);
  return !isKnown;
}

function synthesize(app: IConstruct, original: () => unknown): unknown {
  return rememberDuring(app, () => withQuickYaml(original));
}

function rememberDuring(self: IConstruct, original: () => unknown): unknown {
  const root = rootOf(self);
  return withSynthSteps(root, self, () => synthMemory(self).during(original));
}

function renderPlainChart(self: Chart, original: () => unknown): unknown {
  const memory = synthMemory(self);
  return (memory.isRunning ? renderInValidatedApp(self, rootOf(self), memory) : undefined) ?? rememberDuring(self, original);
}

/** The nearest chart; undefined when there is none. */
function chartAround(construct: IConstruct): IConstruct | undefined {
  let scope: IConstruct | undefined = construct;
  while (scope && !Chart.isChart(scope)) {
    scope = scope.node.scope;
  }
  return scope;
}

/** As `node.root`, but without a list of all scopes for each question. */
function rootOf(construct: IConstruct): IConstruct {
  let root = construct;
  while (root.node.scope) {
    root = root.node.scope;
  }
  return root;
}
