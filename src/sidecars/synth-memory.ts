import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { swapClass } from './class-swap';

/**
 * Remembers what was computed, for as long as one synth lasts.
 *
 * cdk8s validates the whole app once for each chart, and renders each object after that: without a memory, everything that a validation looks at would be
 * rendered charts × workloads times. Between two synths anything may have changed, so nothing is kept.
 */
class SynthMemory {
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
  const { root } = construct.node;
  const memory = memories.get(root) ?? new SynthMemory();
  memories.set(root, memory);
  return memory;
}

/** Makes the app and the chart of a construct remember while they synthesize; the app itself has no chart. */
export function rememberWhileSynthesizing(construct: IConstruct): void {
  const { root } = construct.node;
  const wrapper = (self: IConstruct, original: () => unknown) => synthMemory(self).during(original);
  if (!watched.has(root) && 'synth' in root && 'synthYaml' in root) {
    watched.add(root);
    swapClass(root, 'synth-memory', { synth: wrapper, synthYaml: wrapper });
  }
  const chart = [...construct.node.scopes].reverse().find(scope => Chart.isChart(scope));
  if (chart && !watched.has(chart)) {
    watched.add(chart);
    swapClass(chart, 'synth-memory', { toJson: wrapper });
  }
}
