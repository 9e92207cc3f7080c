// Synth and check do not need the simulator and the drawing, so they are loaded here, once, on first use.
type Simulator = typeof import('../simulator/simulator');
type Pictures = typeof import('./pictures');

let simulator: Simulator | undefined;
let pictures: Pictures | undefined;

/** Simulates a pod as a kubelet runs it. */
export const simulate: Simulator['simulate'] = (pod, scenario, caller) => {
  simulator ??= require('../simulator/simulator') as Simulator;
  return simulator.simulate(pod, scenario, caller);
};

/** The functions that draw. */
export function drawing(): Pictures {
  pictures ??= require('./pictures') as Pictures;
  return pictures;
}
