import { getsPorts } from './injected-ports';
import { PodView, sameImage } from './pod-view';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A loop that waits for a port on loopback which nothing shows to be served. */
export interface UndeclaredWait {
  readonly from: PodContainer;
  /** The containers that may listen there, at least one. */
  readonly candidates: readonly PodContainer[];
  readonly port: number;
  /** What asks for it, as it is written. */
  readonly text: string;
}

/** The loops of a pod that wait for a port which no container declares: ports need not be declared, so another container may well listen there. */
export function undeclaredWaits(view: PodView): UndeclaredWait[] {
  const { recognition } = view;
  const waits = getsPorts(recognition.pod) ? [] : recognition.leftovers('wait-loop')
    .filter(({ target, proxy, port }) => target === undefined && proxy === undefined && port !== undefined);
  return waits.flatMap(({ container, port, text }): UndeclaredWait[] => {
    const from = view.runners.find(({ name }) => name === container);
    const candidates = from ? mayListen(view, from) : [];
    return from && candidates.length > 0 ? [{ from, candidates, port: port!, text }] : [];
  });
}

/** The other containers that may listen on a port that none declares: those of which no port is known, or else all. A native sidecar is there before anybody waits for it. */
function mayListen(view: PodView, from: PodContainer): PodContainer[] {
  const others = view.runners.filter(other => other !== from && !sameImage(other, from) && view.loopback.mayBeCalled(other));
  const unknown = others.filter(other => !view.loopback.hasPorts(other));
  const likely = unknown.length > 0 ? unknown : others;
  return likely.some(({ role }) => role === ContainerRole.SIDECAR) ? [] : likely;
}
