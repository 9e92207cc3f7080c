import { worksAfter } from './after-work';
import { Leftover, LeftoverKind } from './leftovers/leftover';
import type { RecognizedPod } from './recognized';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** How a workaround stops a container that never exits on its own. */
export interface Ending {
  /** What is written there. */
  readonly text: string;
  /** The container that does it, if known. */
  readonly by?: string;
  /** It does not happen when the work fails. */
  readonly isSkippedOnFailure: boolean;
}

const KINDS: readonly LeftoverKind[] = ['quit-call', 'shared-pid-kill', 'sentinel-file', 'wrapper', 'kruise', 'quit-endpoint'];

/** The workaround that stops a container; undefined when the manifest shows none. */
export function endingOf(recognition: RecognizedPod, container: PodContainer): Ending | undefined {
  for (const kind of KINDS) {
    const about = recognition.leftovers(kind).filter(leftover => isAbout(recognition, leftover, container));
    const found = about.find(({ unheard }) => unheard === undefined);
    if (found) {
      return {
        text: found.text,
        ...(found.container === container.name ? {} : { by: found.container }),
        isSkippedOnFailure: found.isSkippedOnFailure === true,
      };
    }
    if (about.length > 0) {
      // Whoever calls in vain does not call in another way, too.
      return undefined;
    }
  }
  const after = worksAfter(recognition).find(one => one.container === container && one.serves);
  return after && { text: after.path, by: after.writers[0].name, isSkippedOnFailure: false };
}

/**
 * Whether the work of a Job never ends: its command runs forever, and nothing stops it.
 *
 * Where an object has several pods, or its controller decides when it is done, the work may end elsewhere.
 */
export function workNeverEnds(recognition: RecognizedPod, main: PodContainer): boolean {
  const { pod } = recognition;
  const isDoneWithItsPod = pod._found.place.limits?.retries !== undefined && pod._template === undefined;
  return isDoneWithItsPod && recognition.isSurelyEndless(main)
    && recognition.helper(main.name) === undefined && endingOf(recognition, main) === undefined;
}

function isAbout({ pod }: RecognizedPod, { kind, container, target, proxy, candidates }: Leftover, { name }: PodContainer): boolean {
  if (proxy !== undefined) {
    return proxy === name;
  }
  if (target !== undefined || kind === 'quit-endpoint') {
    return target === name || (kind === 'quit-endpoint' && container === name);
  }
  const isWrapped = container === name && (kind === 'wrapper' || kind === 'kruise' || kind === 'sentinel-file');
  // Without a target it can only concern the other one of two containers; a kill concerns whichever process it finds.
  return isWrapped || (container !== name && kind !== 'wrapper' && kind !== 'kruise' && (kind === 'shared-pid-kill' || mains(pod.containers) === 2)
    && candidates?.includes(name) !== false);
}

function mains(containers: readonly PodContainer[]): number {
  return containers.filter(container => container.role === ContainerRole.MAIN).length;
}
