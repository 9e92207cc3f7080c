import { findBlindSleeps } from './blind-sleep';
import { findBypasses } from './bypass';
import { findFileWaits } from './file-wait';
import { findKruise } from './kruise';
import { Leftover, LeftoverKind } from './leftover';
import { findQuitCalls } from './quit-call';
import { findQuitEndpoints } from './quit-endpoint';
import { Finder, Scene } from './scene';
import { findSentinelFiles } from './sentinel-file';
import { findSharedPidKills } from './shared-pid-kill';
import { findSmuggledSleeps } from './smuggled-sleep';
import { findStartBarriers } from './start-barrier';
import { findTwins } from './twin';
import { findWaitLoops } from './wait-loop';
import { findWrappers } from './wrapper';
import type { RecognizedPod } from '../recognized';

const FINDERS: readonly Finder[] = [
  findQuitCalls,
  findQuitEndpoints,
  findWrappers,
  findSentinelFiles,
  findSharedPidKills,
  findWaitLoops,
  findFileWaits,
  findBlindSleeps,
  findStartBarriers,
  findSmuggledSleeps,
  findTwins,
  findBypasses,
  findKruise,
];

/** Every workaround that a pod holds. */
export function leftoversOf(recognition: RecognizedPod): Leftover[] {
  if (!recognition.pod.containers.some(({ spec }) => spec.command || spec.args || spec.lifecycle || spec.env || spec.securityContext)) {
    return [];
  }
  const scene = new Scene(recognition);
  const found = FINDERS.flatMap(find => find(scene));
  const killers = new Set(found.filter(leftover => leftover.kind === 'shared-pid-kill').flatMap(leftover => leftover.dedicatedContainers ?? []));
  return killers.size === 0 ? found : found.filter(({ kind, container }) => !(WAITING.has(kind) && killers.has(container)));
}

/** What a container that only exists for a kill does while it waits is part of the kill. */
const WAITING: ReadonlySet<LeftoverKind> = new Set(['wait-loop', 'blind-sleep', 'sentinel-file']);
