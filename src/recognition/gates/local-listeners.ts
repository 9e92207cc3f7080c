import { isLoopback } from '../../knowledge/programs/address';
import { PodContainer } from '../../kubernetes/pod';
import { listensLocally } from '../called-ports';
import { portsOf } from '../program-runs';
import type { RecognizedPod } from '../recognized';
import { mountedTexts, settingsOf } from '../settings';

/** An address where a container is told to listen. */
interface Listener {
  readonly host: string;
  /** Undefined where the address has none: then the container listens there on whatever ports it has. */
  readonly port?: number;
}

/** Names of settings with the address where a program listens, whatever its ports are. */
const LISTEN_ADDRESS = /^(?:listen|bind)(?:[-_.]?(?:host|addr|address|ip|on))?$/i;
/** A line of a file with an address where the program listens: `bind 127.0.0.53`, `listen-address=127.0.0.53`, `interface: 127.0.0.53@53`, `listen 127.0.0.1:8080;`. */
const LISTEN_LINE = /^[ \t]*(?:-[ \t])?["']?(?:listen|bind|interface)(?:[-_.]?(?:host|addr|address|ip|on))?["']?(?:[ \t]{1,9}|[ \t]?[:=][ \t]?)["']?([\w.*-]{1,64}|\[[\da-f:]{2,40}\])(?:[:@](\d{1,5}))?(?=["';,\s]|$)/i;
/** What the interface of loopback is called. */
const INTERFACE = 'lo';

/** Whether a container is told to listen on a port on loopback alone, by its settings or by a file of the input. */
export function listensOnLoopback(recognition: RecognizedPod, container: PodContainer, port: number): boolean {
  const settings = settingsOf(recognition, container);
  if (listensLocally(settings).some(one => one.port === port)) {
    return true;
  }
  const told = settings.filter(({ name, isScript }) => !isScript && LISTEN_ADDRESS.test(name)).map(({ value }): Listener => ({ host: value }));
  const written = mountedTexts(recognition, container).flatMap(listenersIn);
  const ofPort = written.filter(one => one.port === port);
  const ofAll = [...told, ...written].filter(one => one.port === undefined);
  const isOnlyPort = portsOf(container).every(declared => declared === port) && portsOf(container).length > 0;
  return ofPort.length > 0 ? ofPort.every(isLocal) : isOnlyPort && ofAll.length > 0 && ofAll.every(isLocal);
}

function listenersIn(text: string): Listener[] {
  return text.startsWith('#!') || !/listen|bind|interface/i.test(text) ? [] : text.split('\n').flatMap((line): Listener[] => {
    const [, host, port] = LISTEN_LINE.exec(line) ?? [];
    // A number alone is a port on all addresses.
    return host === undefined ? [] : /^\d+$/.test(host) ? [{ host: '', port: Number(host) }] : [{ host, ...(port === undefined ? {} : { port: Number(port) }) }];
  });
}

function isLocal({ host }: Listener): boolean {
  return isLoopback(host) || host === INTERFACE;
}
