import { PodContainer } from '../kubernetes/pod';

/** Something that ties two containers of a pod, of which it is unclear who serves whom. */
export interface UnclearTie {
  readonly kind: 'call' | 'file' | 'folder' | 'route';
  /** The one that is the app, if the other one is its helper. */
  readonly from: PodContainer;
  /** The one that may be the helper. */
  readonly to: PodContainer;
  /** What was seen, as a sentence without its end. */
  readonly seen: string;
  /** What would make it clear, as a part of a sentence. */
  readonly clear: string;
  /** What makes it a matter for a person, though it is clear who is the helper: what it keeps. */
  readonly keeps?: string;
}

/** What makes clear who is the helper, whatever else is seen. */
export const CONFIGURATION = "an entry under 'sidecars' in the configuration";
