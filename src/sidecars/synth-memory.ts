import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { swapClass } from './class-swap';
import { withSynthSteps } from './synth-steps';

/**
 * Remembers what was computed, for as long as one synth lasts.
 *
 * cdk8s validates the whole app once for each chart, and renders each object after that: without a memory, everything that a validation looks at would be
 * rendered charts × workloads times. Between two synths anything may have changed, so nothing is kept.
 */
export class SynthMemory {
  private depth = 0;
  private readonly remembered = new Map<unknown, unknown>();

  public during<T>(work: () => T): T {
    this.depth++;
    try {
      return work();
    } finally {
      this.depth--;
      if (this.depth === 0) {
        this.remembered.clear();
      }
    }
  }

  public remember<T>(key: unknown, compute: () => T): T {
    if (this.depth === 0) {
      return compute();
    }
    if (!this.remembered.has(key)) {
      this.remembered.set(key, compute());
    }
    return this.remembered.get(key) as T;
  }
}

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
  const { scopes } = construct.node;
  const [root] = scopes;
  if ('synth' in root && 'synthYaml' in root) {
    watch(root, ['synth', 'synthYaml']);
  }
  const chart = [...scopes].reverse().find(scope => Chart.isChart(scope));
  if (chart) {
    watch(chart, ['toJson']);
  }
  return synthMemory(root);
}

function watch(construct: IConstruct, methods: readonly string[]): void {
  if (!watched.has(construct)) {
    watched.add(construct);
    const wrapper = (self: IConstruct, original: () => unknown) => withSynthSteps(rootOf(self), self, () => synthMemory(self).during(original));
    swapClass(construct, 'synth-memory', Object.fromEntries(methods.map(method => [method, wrapper])));
  }
}

/** As `node.root`, but without a list of all scopes for each question. */
function rootOf(construct: IConstruct): IConstruct {
  let root = construct;
  while (root.node.scope) {
    root = root.node.scope;
  }
  return root;
}
