import { Leftover, LeftoverKind } from './leftovers/leftover';
import type { RecognizedPod } from './recognized';
import { ContainerRole, PodContainer } from '../kubernetes/pod';
import { parseShell } from '../shell/parse-shell';

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
        isSkippedOnFailure: kind === 'quit-call' && isSkippedOnFailure(recognition, found),
      };
    }
    if (about.length > 0) {
      // Whoever calls in vain does not call in another way, too.
      return undefined;
    }
  }
  return undefined;
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

/** Whether a call stands behind `&&`, or after other statements of a script that stops at the first failure. */
function isSkippedOnFailure(recognition: RecognizedPod, { container, places }: Leftover): boolean {
  const holder = recognition.pod.containers.find(one => one.name === container);
  const script = holder && recognition.commands(holder).find(command => command.moment === 'run')?.script;
  const place = script && places.find(({ path, configMap }) => configMap === undefined && path.join() === script.place.path.join());
  if (!script || !place) {
    return false;
  }
  const at = place.span?.start ?? script.text.length;
  const statements = script.tree.commands;
  const index = statements.findIndex(statement => statement.pos <= at && at < statement.end);
  const here = statements[index < 0 ? statements.length - 1 : index];
  const stopsAtFailure = /(?:^|[\n;])[ \t]*set -\w*e|set -o errexit/.test(script.text.slice(0, at)) && !/\btrap\b/.test(script.text);
  return here !== undefined && (isBehindAnd(here.command, at) || (stopsAtFailure && index > 1));
}

function isBehindAnd(node: ReturnType<typeof parseShell>['commands'][number]['command'], at: number): boolean {
  if (node.type !== 'AndOr') {
    return false;
  }
  const found = node.commands.findIndex(command => command.pos <= at && at < command.end);
  const index = found < 0 ? node.commands.length - 1 : found;
  return index > 0 && node.operators.slice(0, index).every(operator => operator === '&&');
}
