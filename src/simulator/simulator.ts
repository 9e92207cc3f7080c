import { Scenario } from './scenario';
import { validateScenario } from './scenario-input';
import { Simulation } from './simulation';
import { SimulationResult } from './timeline-event';
import { rejection } from './verdict';
import { Caller, inTypeScript } from '../data/language';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel } from '../kubernetes/pod';

/**
 * Simulates a pod as a kubelet runs it, without the kubelet's own latency.
 *
 * The kubelet has one worker for each pod, and the worker does one thing at a time: it looks at the containers, decides, and carries out its decision. Post-start
 * hooks and kills block the worker, so nothing else happens to the pod meanwhile, not even the start of its deletion.
 *
 * @param caller whose words the error about a wrong scenario uses
 */
export function simulate(pod: PodModel, scenario: Scenario, caller: Caller = inTypeScript): SimulationResult {
  validateScenario(pod, scenario, caller);
  const version = (scenario.kubernetes ?? KubernetesVersion.DEFAULT).withFeatureGates(scenario.featureGates ?? []);
  return rejection(pod, version) ?? new Simulation(pod, scenario, version).run();
}
