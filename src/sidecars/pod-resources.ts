import * as kplus from 'cdk8s-plus-28';
import { RESOURCES } from './kinds';
import { Kind } from '../data/arguments';
import { JsonObject } from '../data/json';

/**
 * CPU and memory of a pod as a whole, which its containers share.
 *
 * Kubernetes 1.34 and later honor it; older versions drop it, so synth refuses it for them (NS602). The requests must be at least what the containers request together.
 *
 * @see https://kubernetes.io/docs/tasks/configure-pod-container/assign-pod-level-resources/
 */
export interface PodResources {
  /**
   * The CPU request and limit of the pod.
   * @default - the requests and limits of the containers count
   */
  readonly cpu?: kplus.CpuResources;
  /**
   * The memory request and limit of the pod.
   * @default - the requests and limits of the containers count
   */
  readonly memory?: kplus.MemoryResources;
}

/** What they must be. A whole pod has no ephemeral storage. */
export const POD_RESOURCES: Kind = {
  is: value => RESOURCES.is(value) && (value.ephemeralStorage ?? undefined) === undefined,
  what: 'CPU or memory, for example { cpu: { request: kplus.Cpu.millis(500) }, memory: { limit: Size.gibibytes(1) } }',
};

/** Renders the resources of a pod. */
export function podResources({ cpu, memory }: PodResources): JsonObject {
  const list = (of: 'request' | 'limit'): JsonObject | undefined => {
    const [cores, bytes] = [cpu?.[of]?.amount, memory?.[of]?.toMebibytes()];
    const amounts = { ...(cores === undefined ? {} : { cpu: cores }), ...(bytes === undefined ? {} : { memory: `${bytes}Mi` }) };
    return Object.keys(amounts).length > 0 ? amounts : undefined;
  };
  const [limits, requests] = [list('limit'), list('request')];
  return { ...(limits ? { limits } : {}), ...(requests ? { requests } : {}) };
}
