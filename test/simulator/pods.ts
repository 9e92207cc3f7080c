import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';

/** A container in a test: what matters for its pod's life, and nothing else. */
export interface TestContainer {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A startup probe that a kubelet asks every second, for a minute. */
export const GATE = { tcpSocket: { port: 8080 }, periodSeconds: 1, failureThreshold: 60 };

/** A preStop hook of unknown length: the scenario says how long it takes. */
export const HOOK = { preStop: { exec: { command: ['/drain'] } } };

/** A sidecar in the manifest's form. */
export function sidecar(name: string, rest: object = {}): TestContainer {
  return { name, restartPolicy: 'Always', ...rest };
}

/** A Pod manifest with the given containers. */
export function podManifest(mains: readonly TestContainer[], inits: readonly TestContainer[] = [], spec: object = {}): any {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { ...spec, ...(inits.length > 0 ? { initContainers: inits } : {}), containers: mains },
  };
}

/** A pod with the given containers. */
export function podOf(mains: readonly TestContainer[], inits: readonly TestContainer[] = [], spec: object = {}): PodModel {
  return PodModel.fromManifest(podManifest(mains, inits, spec));
}

/** A Job's pod with the given containers. */
export function jobOf(mains: readonly TestContainer[], inits: readonly TestContainer[] = [], spec: object = {}, job: object = {}): PodModel {
  const pod = podManifest(mains, inits, { restartPolicy: 'Never', ...spec });
  return PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { ...job, template: { spec: pod.spec } } });
}

/** A sidecar with a startup probe. */
export function gatedBy(name: string, startupProbe: object): TestContainer {
  return sidecar(name, { startupProbe });
}

/** The events of a pod, one a line. */
export function play(pod: PodModel, scenario: Scenario = {}): string[] {
  return Timeline.of(pod, scenario).events.map(({ at, container, event, code }) => [at, container, event, code].filter(part => part !== undefined).join(' '));
}
