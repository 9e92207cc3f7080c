import { NAME_CLASH } from './name-clash';
import { listed, Wording, wording } from '../../data/wording';
import { Finding, Severity } from '../engine/finding';
import { finding, quoted } from '../engine/rule';

/** A container that listens on a port of its pod, as far as the manifest or a program shows it. */
export interface Listener {
  readonly container: string;
  readonly port: number;
  readonly protocol: string;
  /** What moves the port, in words: `'port'`; absent where nothing is known. */
  readonly property?: Wording;
  /** This library adds it. The ports that other containers declare may be wrong, because Kubernetes does not check them. */
  readonly isOurs: boolean;
  readonly isMain: boolean;
  /** Only its startup probe names the port: it should listen there, but nothing else shows that it does. */
  readonly isOnlyAsked?: boolean;
}

/** The findings about containers of one pod that listen on the same port. UDP and TCP do not meet. */
export function portClashes(listeners: readonly Listener[]): Finding[] {
  const byPort = new Map<string, Listener[]>();
  for (const listener of listeners) {
    const key = `${listener.port}/${listener.protocol}`;
    const there = byPort.get(key);
    if (there) {
      there.push(listener);
    } else {
      byPort.set(key, [listener]);
    }
  }
  return [...byPort.values()].filter(there => there.length > 1).flatMap(clashesAt);
}

/** What is wrong at one port. A container may be known there more than once: by its program, by what it declares, and by its gate. */
function clashesAt(there: readonly Listener[]): Finding[] {
  const certain = firstOfEach(there.filter(listener => !listener.isOnlyAsked));
  if (certain.length > 1 && certain.some(listener => listener.isOurs)) {
    return [bothListen(certain)];
  }
  const asking = there.filter(listener => listener.isOnlyAsked && certain.every(one => one.container !== listener.container)).pop();
  // What asks a port of the app is for NS104 to judge.
  const other = asking && [...certain, ...there].find(listener => !listener.isMain && listener.container !== asking.container);
  return other ? [asksTheOther(asking, other)] : [];
}

function firstOfEach(listeners: readonly Listener[]): Listener[] {
  return listeners.filter((listener, index) => listeners.findIndex(one => one.container === listener.container) === index);
}

function bothListen(listeners: readonly Listener[]): Finding {
  const [{ port, protocol }] = listeners;
  const ways = listeners.flatMap(({ container, property }) => property ? [wording`${property} of '${container}'`] : []);
  return finding(NAME_CLASH, {
    container: listeners.find(listener => listener.isOurs)!.container,
    message: `${quoted(listeners.map(({ container }) => container))} listen on port ${port}${protocol === 'TCP' ? '' : `/${protocol}`}, but only one container of a pod can`,
    fix: ways.length > 0 ? wording`give one of them another port, by ${listed(ways, ' or ')}` : 'give one of them another port',
  });
}

function asksTheOther({ container, port }: Listener, other: Listener): Finding {
  return finding(NAME_CLASH, {
    container,
    severity: Severity.WARNING,
    message: `the gate of '${container}' probes port ${port}, where '${other.container}' also listens, so it may open before '${container}' is up`,
    fix: `probe a port that only '${container}' listens on`,
  });
}
