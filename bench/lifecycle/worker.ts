import { crowdedManifest, typicalManifest } from './pods';
import { PodModel } from '../../lib/kubernetes/pod';
import { Timeline } from '../../lib/sidecars/timeline';
import { Budget } from '../../lib/simulator/budget';
import { median } from '../fresh';
import { cpuMsOf } from '../usage';

/** What the worker measures, in milliseconds of processor time. */
export interface LifecycleTimes {
  /** One simulation of a typical pod. */
  readonly simulation: number;
  /** Reading, budgeting and simulating one pod, by how many pods there are. */
  readonly onePod: { readonly [pods: string]: number };
  /** The same for one container, by how many sidecars its pod has. */
  readonly oneContainer: { readonly [sidecars: string]: number };
}

const ROUNDS = 5;

/** Reads, budgets and simulates a pod that is started, runs, and is deleted. */
function live(manifest: object): Timeline {
  const pod = PodModel.fromManifest(manifest);
  const needs = Object.fromEntries([...pod.mains, ...pod.sidecars].map(container => [container.name, { shutdown: 2 }]));
  Budget.of(pod, needs);
  return simulate(pod);
}

function simulate(pod: PodModel): Timeline {
  const running = [...pod.mains, ...pod.sidecars].map(container => [container.name, { gateOpens: 1, shutdown: 2 }]);
  // All gates are open by then, one second after another.
  return Timeline.of(pod, { deleteAt: 60 + pod.containers.length, containers: Object.fromEntries(running) });
}

/** Every size is measured over the same amount of work in all, in turn with the others. */
function costBySize(sizes: readonly number[], total: number, prepare: (size: number) => () => void): { [size: string]: number } {
  const works = sizes.map(size => ({ size, work: prepare(size), costs: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { size, work, costs } of works) {
      const cpuMs = cpuMsOf(() => {
        for (let done = 0; done < total; done += size) {
          work();
        }
      });
      costs.push(cpuMs / total);
    }
  }
  return Object.fromEntries(works.map(({ size, costs }) => [size, median(costs)]));
}

function measure(pods: readonly number[], sidecars: readonly number[]): LifecycleTimes {
  const typical = PodModel.fromManifest(typicalManifest(0));
  const largest = Math.max(...pods);
  const manifests = Array.from({ length: largest }, (_, index) => typicalManifest(index));
  return {
    onePod: costBySize(pods, largest, size => {
      const some = manifests.slice(0, size);
      return () => some.map(live);
    }),
    simulation: costBySize([1], 20_000, () => () => simulate(typical))[1],
    oneContainer: costBySize(sidecars, Math.max(...sidecars) * 50, size => {
      const manifest = crowdedManifest(size);
      return () => live(manifest);
    }),
  };
}

const [pods, sidecars] = process.argv.slice(2).map(list => list.split(',').map(Number));
process.stdout.write(JSON.stringify(measure(pods, sidecars)));
