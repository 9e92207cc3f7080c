import { completes } from './completion';
import { Helper } from './helper';
import { helpersByCall } from './helpers-by-call';
import { helpersByFiles } from './helpers-by-files';
import { helpersByInterception } from './helpers-by-interception';
import { helpersByLoop, helpersByWorkaround } from './helpers-by-life';
import { helpersByMount } from './helpers-by-mount';
import { helpersByProgram } from './helpers-by-program';
import { helpersByRoute } from './helpers-by-route';
import { PodView, viewOf } from './pod-view';
import { endsByItself } from './program-runs';
import type { RecognizedPod } from './recognized';
import { PodContainer } from '../kubernetes/pod';

/** Finds the helpers that one kind of evidence shows, given those that were found before. */
export type Evidence = (view: PodView, found: ReadonlyMap<PodContainer, Helper>) => Helper[];

/** Kinds of evidence, the strongest first: a later kind never overrides an earlier one. */
const EVIDENCE: readonly Evidence[] = [
  helpersByProgram, helpersByInterception, helpersByMount, helpersByRoute, helpersByCall, helpersByFiles, helpersByWorkaround, helpersByLoop,
];

/** The containers of a pod that serve another one of it, ordinary and native, in the pod's order. */
export function helpersOf(recognition: RecognizedPod): Helper[] {
  const view = viewOf(recognition);
  if (view.runners.length < 2) {
    return [];
  }
  const found = new Map<PodContainer, Helper>();
  for (const evidence of EVIDENCE) {
    for (const helper of evidence(view, found)) {
      if (!found.has(helper.container) && !endsByItself(recognition, helper.container)) {
        found.set(helper.container, helper);
      }
    }
  }
  return view.runners.flatMap(container => found.get(container) ?? []);
}

/** Directions of helpers that the app depends on, or that ship what it writes. */
const NEEDED: ReadonlySet<Helper['direction']> = new Set(['outbound', 'content', 'shipper', 'endless', 'after-main']);

/** Whether a helper should be a native sidecar: it must outlive the app, or it would keep a Job from completing. */
export function belongsNative(recognition: RecognizedPod, { direction }: Helper): boolean {
  return NEEDED.has(direction) || (completes(recognition) && direction !== 'mesh');
}

/** Whether a container serves another one, or at least has the name of a helper. */
export function mayServe(recognition: RecognizedPod, name: string): boolean {
  return recognition.helper(name) !== undefined || viewOf(recognition).hasHelperName(recognition.pod.container(name));
}
