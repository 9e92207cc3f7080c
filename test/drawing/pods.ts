import { DrawnFacts, DrawnPod } from '../../src/drawing/drawn-pod';
import { PodModel } from '../../src/kubernetes/pod';
import { Scenario } from '../../src/simulator/scenario';
import { simulate } from '../../src/simulator/simulator';

const GATE = { httpGet: { path: '/ready', port: 15021 }, periodSeconds: 1 };

/** A native sidecar with a startup probe. */
export function sidecar(name: string, more: object = { startupProbe: GATE }): object {
  return { name, restartPolicy: 'Always', ...more };
}

/** A pod that is always restarted. */
export function podOf(containers: object[], initContainers: object[] = [], spec: object = {}): PodModel {
  return PodModel.fromManifest({ kind: 'Pod', metadata: { name: 'web' }, spec: { ...spec, containers, initContainers } });
}

/** The pod of a Job. */
export function jobOf(containers: object[], initContainers: object[] = []): PodModel {
  return PodModel.fromManifest({ kind: 'Job', metadata: { name: 'report' }, spec: { template: { spec: { restartPolicy: 'Never', containers, initContainers } } } });
}

/** What a picture of a pod in a scenario shows. */
export function drawn(pod: PodModel, scenario: Scenario, facts: DrawnFacts = {}): DrawnPod {
  return { pod, result: simulate(pod, scenario), ...facts };
}

const APP = { name: 'app', lifecycle: { preStop: { sleep: { seconds: 5 } } } };

/** A server behind a proxy, with a migration that needs the proxy. */
export const WEB = podOf([APP], [sidecar('proxy'), { name: 'migrate' }], { terminationGracePeriodSeconds: 40 });

/** It is deleted, and everything stops in time. */
export const DELETED: Scenario = {
  deleteAt: 60,
  containers: { proxy: { gateOpens: 1.5, shutdown: 4 }, migrate: { exitsAfter: 2 }, app: { shutdown: 20 } },
};

/** The same server with an ordinary proxy, and the default grace period. */
export const ORDINARY = podOf([{ name: 'app' }, { name: 'proxy' }], [{ name: 'migrate' }]);
