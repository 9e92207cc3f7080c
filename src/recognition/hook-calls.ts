import type { RecognizedPod } from './recognized';
import { isLoopback } from '../knowledge/programs/address';
import { PodContainer } from '../kubernetes/pod';

/** The ordinary containers whose preStop hooks call a port of another one, which they need while they stop. */
export function hookCallersOf({ pod, loopback }: RecognizedPod, container: PodContainer): PodContainer[] {
  return pod.mains.filter(main => {
    const { host, port } = main.spec.lifecycle?.preStop?.httpGet ?? {};
    return main !== container && Number.isInteger(port) && (host === undefined || isLoopback(String(host)))
      && loopback.ownerOf(Number(port), main) === container;
  });
}
