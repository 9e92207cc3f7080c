import { Pod } from '../kubernetes/pod';
import { StopTimesByContainer } from '../rules/engine/stop-times';
import { ASSUMED_APP_SHUTDOWN_SECONDS, ASSUMED_SIDECAR_SHUTDOWN_SECONDS } from '../simulator/assumptions';
import { Budget, StopNeeds } from '../simulator/budget';

/** What a pod needs to stop, with assumptions where nothing is said. */
export function budgetOf(pod: Pod, said: StopTimesByContainer): Budget {
  const needs: { [container: string]: StopNeeds } = {};
  for (const { name, role } of [...pod.mains, ...pod.sidecars]) {
    needs[name] = {
      preStop: said[name].preStop ?? 0,
      shutdown: said[name].shutdown ?? (role === 'main' ? ASSUMED_APP_SHUTDOWN_SECONDS : ASSUMED_SIDECAR_SHUTDOWN_SECONDS),
    };
  }
  return Budget.of(pod, needs);
}
