import { SaidStop } from './rule';
import { hookOf } from '../../kubernetes/hooks';
import { Pod } from '../../kubernetes/pod';

/** What a pod itself says about how long its containers need to stop: the sleeps of their pre-stop hooks. */
export function saidStops(pod: Pod): { readonly [container: string]: SaidStop } {
  const stops: { [container: string]: SaidStop } = {};
  for (const container of pod.containers) {
    const preStop = container.spec.lifecycle?.preStop ? hookOf(container, 'preStop')?.seconds : undefined;
    if (preStop !== undefined) {
      stops[container.name] = { preStop };
    }
  }
  return stops;
}
