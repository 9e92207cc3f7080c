import { completes } from '../../recognition/completion';
import { endingOf } from '../../recognition/endings';
import { Helper } from '../../recognition/helper';
import { timeLimitOf } from '../../recognition/time-limit';
import { Draft } from '../draft';

/** What a helper that can stay an ordinary container does, as a part of a sentence. */
export const DOES = {
  inbound: "receives the app's traffic",
  observer: 'observes the app',
  reloader: 'tells the app of changed configuration',
} as const;

/** Why a container becomes a native sidecar. */
export function whyMoved(draft: Draft, helper: Helper): string {
  const { container, direction, why, isUnclear } = helper;
  if (completes(draft.recognition)) {
    return `'${container.name}' ${howLong(draft, helper)} (${why})`;
  }
  if (isUnclear) {
    return `the app may send through '${container.name}' (${why}), which moves because you pass --include optional`;
  }
  return direction === 'inbound' || direction === 'observer' || direction === 'reloader'
    ? `'${container.name}' ${DOES[direction]} (${why}), and moves because you pass --include optional`
    : `'${container.name}' must be up before the app and outlive it (${why})`;
}

/** How long an ordinary helper keeps a pod running whose work is done. */
function howLong({ pod, recognition }: Draft, { container, neverEnds }: Helper): string {
  const thing = pod.job ? 'Job' : 'pod';
  const ending = endingOf(recognition, container);
  const limit = timeLimitOf(recognition, container);
  if (ending) {
    return `${neverEnds ? 'never exits on its own, and ' : ''}keeps the ${thing} running until ${ending.by === undefined ? 'a workaround' : `'${ending.by}'`} stops it`;
  }
  if (limit) {
    return `keeps the ${thing} running until its time limit (${limit.text})`;
  }
  return neverEnds ? `never exits on its own and would keep the ${thing} running` : `keeps the ${thing} running unless it exits on its own`;
}
