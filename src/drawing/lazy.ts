// The simulator and the drawing are half of this room, and whoever only synthesizes or checks never needs them: they are loaded here, once, on first use.
type Simulator = typeof import('../simulator/simulator');
type TimelineText = typeof import('./timeline-text');

let simulator: Simulator | undefined;
let timelineText: TimelineText | undefined;

/** Plays a pod's life as a kubelet would run it. */
export const simulate: Simulator['simulate'] = (pod, scenario) => {
  simulator ??= require('../simulator/simulator') as Simulator;
  return simulator.simulate(pod, scenario);
};

/** Draws a pod's story as lanes and sentences. */
export const drawTimeline: TimelineText['drawTimeline'] = (pod, story) => {
  timelineText ??= require('./timeline-text') as TimelineText;
  return timelineText.drawTimeline(pod, story);
};
