import { PodAttachments } from './attachments';
import { Joined } from './mesh-join';
import { FoundTemplate } from '../kubernetes/manifest';
import { PodModel } from '../kubernetes/pod';
import { Recognition } from '../recognition/recognition';
import { Finding } from '../rules/engine/finding';
import { StopTimesByContainer } from '../rules/engine/stop-times';

/** A pod as it will run, with what is recognized of it so far. */
export interface RecognizedPod {
  readonly recognition: Recognition;
  /** The stop times that rules count. */
  readonly stops: StopTimesByContainer;
}

/** A pod within a manifest that is ready to be written. */
export interface WrittenPod {
  readonly attached: PodAttachments;
  readonly found: FoundTemplate;
  readonly joined: Joined | undefined;
  /** Findings from composing the pod, before any rule was checked. */
  readonly problems: readonly Finding[];
  /** For the first check: it follows right after composing, and this need not be kept after it. */
  forFirstCheck?: RecognizedPod;
  /** The errors that are not acknowledged, once they are known. */
  errors?: readonly Finding[];
}

/** A manifest that is ready to be written. A synth holds one for each workload at the same time, so it is kept small. */
export interface Written {
  readonly manifest: any;
  /** The pods that have attachments. */
  readonly pods: readonly WrittenPod[];
  /** The pod templates that have no attachments. */
  readonly others: readonly FoundTemplate[];
  /** Why pods cannot be read. */
  readonly unreadable: string[];
}

/** The pod as it will run. */
export function podOf({ found, joined }: WrittenPod): PodModel {
  return PodModel._of(joined?.predict(found) ?? found);
}
