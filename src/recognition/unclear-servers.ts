import { worksAfter } from './after-work';
import { PodView, viewOf } from './pod-view';
import { FOR_OPERATION } from './port-names';
import type { RecognizedPod } from './recognized';
import { onlyPolls, plainlyWorks } from './served-work';
import { undeclaredWaits } from './undeclared-waits';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

/** A container of a Job that may be a server: then the Job never completes. */
export interface UnclearServer {
  readonly container: PodContainer;
  /** What was seen, as a sentence without its end. */
  readonly seen: string;
}

/** The containers of a Job that declare ports, as servers do, beside work that declares none. */
export function unclearServers(recognition: RecognizedPod): UnclearServer[] {
  const { pod } = recognition;
  const mains = pod.job ? pod.mains.filter(({ name }) => recognition.helper(name) === undefined && !pod._isEndedByController(name)) : [];
  // Who leaves a file at its end for another one ends.
  const ended = new Set(worksAfter(recognition).flatMap(({ writers }) => writers));
  const view = viewOf(recognition);
  const mayServe = mains.filter(main => !ended.has(main) && !plainlyWorks(view, main));
  const servers = mayServe.filter(main => servedPort(main) !== undefined);
  const declared = servers.length === mains.length ? [] : servers.map(container => ({ container, seen: `'${container.name}' declares port ${servedPort(container)}, as servers do` }));
  const others = mayServe.filter(main => !servers.includes(main));
  const awaited = awaitedServers(view, others);
  return [...declared, ...awaited, ...polledServers(view, others).filter(({ container }) => !awaited.some(one => one.container === container))];
}

/** The containers of a Job that another one does nothing but ask: what it asks may be work that it watches. */
function polledServers(view: PodView, mains: readonly PodContainer[]): UnclearServer[] {
  return mains.flatMap(container => {
    const call = view.loopback.calls.find(({ from, to }) => to === container && mains.includes(from) && !view.isAsker(from) && onlyPolls(view, from));
    return call ? [{ container, seen: `'${container.name}' may listen on ${call.text}, which '${call.from.name}' asks` }] : [];
  });
}

/** The containers of a Job for whose port another one may wait. */
function awaitedServers(view: PodView, mains: readonly PodContainer[]): UnclearServer[] {
  const waits = mains.length < 2 ? [] : undeclaredWaits(view);
  return mains.flatMap(container => {
    const wait = waits.find(({ from, candidates }) => candidates[0] === container && mains.includes(from));
    return wait ? [{ container, seen: `'${container.name}' may listen on port ${wait.port}, for which '${wait.from.name}' waits (${wait.text})` }] : [];
  });
}

/** A port that a container declares, other than one for those who look after it, which work opens too. */
function servedPort({ spec }: PodContainer): unknown {
  return listOf(spec.ports).find(({ name }) => !FOR_OPERATION.test(String(name ?? '')))?.containerPort;
}
