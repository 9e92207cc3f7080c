import { helpersByCall } from './helpers-by-call';
import { helpersByFiles } from './helpers-by-files';
import { helpersByInterception } from './helpers-by-interception';
import { helpersByLoop, helpersByWorkaround } from './helpers-by-life';
import { helpersByProgram } from './helpers-by-program';
import { PodView } from './pod-view';
import type { Recognition } from './recognition';
import { Direction, KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

/** A container that serves another one of its pod. */
export interface Helper {
  readonly container: PodContainer;
  /** How it relates to the app; `endless` when all that is known is that it never exits on its own while the pod's work does. */
  readonly direction: Direction | 'endless';
  /** The program, when its image is known. */
  readonly program?: KnownProgram;
  /** The evidence, as the end of a sentence: "its image is the Cloud SQL Auth Proxy", "'app' calls localhost:9009". */
  readonly why: string;
  /** It certainly never exits on its own. */
  readonly neverEnds?: boolean;
}

/** Finds the helpers that one kind of evidence shows, given those that were found before. */
export type Evidence = (view: PodView, found: ReadonlyMap<PodContainer, Helper>) => Helper[];

/** Kinds of evidence, the strongest first: a later kind never overrides an earlier one. */
const EVIDENCE: readonly Evidence[] = [helpersByProgram, helpersByInterception, helpersByCall, helpersByFiles, helpersByWorkaround, helpersByLoop];

/** The containers of a pod that serve another one of it, ordinary and native, in the pod's order. */
export function helpersOf(recognition: Recognition): Helper[] {
  const view = new PodView(recognition);
  if (view.runners.length < 2) {
    return [];
  }
  const found = new Map<PodContainer, Helper>();
  for (const evidence of EVIDENCE) {
    for (const helper of evidence(view, found)) {
      if (!found.has(helper.container)) {
        found.set(helper.container, helper);
      }
    }
  }
  return view.runners.flatMap(container => found.get(container) ?? []);
}

/** Directions of helpers that the app depends on, or that ship what it writes. */
const NEEDED: ReadonlySet<Helper['direction']> = new Set(['outbound', 'content', 'shipper', 'endless', 'after-main']);

/** Whether a helper should be a native sidecar: it must outlive the app, or it would keep a Job from completing. */
export function belongsNative(recognition: Recognition, { direction }: Helper): boolean {
  return NEEDED.has(direction) || (recognition.pod.runsToCompletion && direction !== 'mesh');
}

/** Whether a container serves another one, or at least has the name of a helper. */
export function mayServe(recognition: Recognition, name: string): boolean {
  return recognition.helper(name) !== undefined || new PodView(recognition).hasHelperName(recognition.pod.container(name));
}
