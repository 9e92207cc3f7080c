import { repository, viewOf } from './pod-view';
import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { settingsOf } from './settings';
import { configuredStore, isStoreHere } from './stores';
import { defaultPorts, isClient } from '../knowledge/payloads';
import { PodContainer } from '../kubernetes/pod';

/** A helper that opens the port of a database beside it: only one of the two can listen there. */
export interface StoreClash {
  readonly helper: PodContainer;
  readonly store: PodContainer;
  readonly port: number;
}

/** The helpers of a pod that open the port of a database of the same pod, which is no client of theirs then. */
export function storeClashes(recognition: RecognizedPod): readonly StoreClash[] {
  return recognition.once(findClashes, recognition.pod);
}

function findClashes(recognition: RecognizedPod): readonly StoreClash[] {
  const { runners } = viewOf(recognition);
  const stores = runners.filter(container => isStoreHere(container) && !isClient(viewOf(recognition).wordsOf(container)));
  return stores.length === 0 ? [] : recognition.helpers.flatMap(({ container: helper }): StoreClash[] => {
    const opened = recognition.program(helper)?.loopback?.(recognition.run(helper)) ?? [];
    const others = stores.filter(store => store !== helper);
    return others.flatMap(store => opened.filter(port => listensOn(recognition, store, port)).map(port => ({ helper, store, port })));
  });
}

/** Whether a database listens on its usual port: it declares it, and nothing tells it another one. The image alone may be there for a client. */
function listensOn(recognition: RecognizedPod, store: PodContainer, port: number): boolean {
  const usual = [configuredStore(store.spec), ...defaultPorts(repository(store))];
  return usual.includes(port) && portsOf(store).includes(port)
    && !settingsOf(recognition, store).some(({ name, value }) => /port$/i.test(name) && /^\d+$/.test(value) && Number(value) !== port);
}
