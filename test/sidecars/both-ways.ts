import { ApiObject, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { chartIn } from './support';
import * as composing from '../../src/sidecars/compose-manifest';

/** Adds a workload to a chart. */
export type Build = (chart: Chart, id: string, index: number) => kplus.Deployment | kplus.k8s.KubeDeployment;

export const IDS = ['one', 'two', 'three', 'four'];

/** The workloads of one chart as they are synthesized together, and as each of them is rendered outside of a synth. */
export function bothWays(build: Build): { readonly together: unknown[]; readonly alone: unknown[]; readonly composed: number } {
  const chart = chartIn();
  const objects = IDS.map((id, index) => ApiObject.of(build(chart, id, index)));
  const compose = jest.spyOn(composing, 'composeManifest');
  try {
    const manifests = Testing.synth(chart);
    const composed = compose.mock.calls.length;
    const together = objects.map(({ name, kind }) => manifests.find(manifest => manifest.kind === kind && manifest.metadata.name === name));
    return { together, alone: objects.map(object => object.toJson()), composed };
  } finally {
    compose.mockRestore();
  }
}
