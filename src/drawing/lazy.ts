// Synth and check do not need the simulator and the drawing, so they are loaded here, once, on first use.
type Simulator = typeof import('../simulator/simulator');
type TimelineText = typeof import('./timeline-text');

let simulator: Simulator | undefined;
let timelineText: TimelineText | undefined;

/** Simulates a pod as a kubelet runs it. */
export const simulate: Simulator['simulate'] = (pod, scenario) => {
  simulator ??= require('../simulator/simulator') as Simulator;
  return simulator.simulate(pod, scenario);
};

/** Draws a simulated pod as lanes and a list of events. */
export const drawTimeline: TimelineText['drawTimeline'] = (pod, result) => {
  timelineText ??= require('./timeline-text') as TimelineText;
  return timelineText.drawTimeline(pod, result);
};
