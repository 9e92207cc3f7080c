import { isMeans, LISTENS } from './called-ports';
import { LoopbackCall } from './loopback-call';
import type { RecognizedPod } from './recognized';
import { runText } from './script-text';
import { mountedTexts, Setting } from './settings';
import { liesIn, SharedFolder, sharedFolders } from './shared-files';
import { grouped } from '../data/grouped';
import { PodContainer } from '../kubernetes/pod';

/** No container has more, and each of them is looked for in the whole script. */
const MOST_SOCKETS = 100;

const SOCKET = /(?:unix:(?:\/\/)?)?(\/[\w./-]{1,255}\.sock(?:et)?)\b/g;

/** A socket that a setting or a file of a container names. */
interface Named {
  readonly path: string;
  readonly isListening: boolean;
  /** Nothing but listening is meant. */
  readonly isClear: boolean;
  /** Nothing but calling is meant. */
  readonly isMeans?: boolean;
}

interface Mention extends Named {
  readonly folder: SharedFolder;
  /** The socket, whatever the folder is called in a container. */
  readonly key: string;
}

/** Calls through a socket in a shared folder: one is told to listen on it, by a flag or by a ConfigMap that it mounts, and another one is told where it is. */
export function socketCalls(recognition: RecognizedPod, settings: ReadonlyMap<PodContainer, readonly Setting[]>): LoopbackCall[] {
  if (![...settings.values()].some(list => list.some(({ value }) => value.includes('.sock')))) {
    return [];
  }
  const folders = sharedFolders(recognition.pod, [...settings.keys()]);
  const mentions = folders.flatMap(folder => mentionsIn(recognition, folder, settings.get(folder.container)!));
  const bySocket = grouped(mentions, ({ key }) => key);
  const byPlace = grouped(folders, ({ place }) => place);
  const asked = askedSockets(recognition, bySocket);
  // A name such as `SERVER_URL` may mean either side, but not beside one that clearly listens.
  const isCall = (mention: Mention) => mention.folder.container !== asked.get(mention.key) && (!mention.isListening || (!mention.isClear
    && bySocket.get(mention.key)!.some(other => other.isClear && other.folder.container !== mention.folder.container)));
  return mentions.filter(isCall).flatMap(call => {
    const from = call.folder.container;
    const same = bySocket.get(call.key)!.filter(other => other.folder.container !== from);
    const listeners = same.filter(other => !isCall(other));
    // Who listens makes the socket, so it can write to the folder.
    const others = byPlace.get(call.folder.place)!.filter(folder => folder.container !== from && !folder.readOnly);
    const byElimination = listeners.length === 0;
    const found = byElimination && others.length === 1 && same.length === 0
      ? [others[0].container] : listeners.map(listener => listener.folder.container);
    return found.map(to => ({ from, to, text: call.path, byElimination, isSocket: true, isPassedOn: false, isAwaited: asked.has(call.key) }));
  });
}

function mentionsIn(recognition: RecognizedPod, folder: SharedFolder, settings: readonly Setting[]): Mention[] {
  const own = settings.flatMap(({ name, value }) => socketsIn(value, LISTENS.test(name), /listen|bind/i.test(name), isMeans(name)));
  const mounted = mountedTexts(recognition, folder.container).flatMap(text => text.split('\n')).filter(line => line.includes('.sock'))
    .flatMap(line => socketsIn(line, /listen|bind|address/i.test(line)));
  const named = [...own, ...mounted].filter(({ path }) => liesIn(path, folder.path));
  // A script may name one again and again.
  const once = new Map(named.map(one => [`${one.path} ${one.isListening} ${one.isClear} ${one.isMeans}`, one]));
  return [...once.values()].slice(0, MOST_SOCKETS).map(mention => ({ ...mention, folder, key: `${folder.place}:${mention.path.slice(folder.path.length)}` }));
}

function socketsIn(text: string, isListening: boolean, isClear = isListening, isClient = false): Named[] {
  return text.includes('.sock') ? [...text.matchAll(SOCKET)].map(([, path]) => ({ path, isListening, isClear, isMeans: isClient })) : [];
}

/** Sockets of which no setting tells who listens, where the scripts of all but one of those who name it ask for it: that one listens. */
function askedSockets(recognition: RecognizedPod, bySocket: ReadonlyMap<string, readonly Mention[]>): ReadonlyMap<string, PodContainer> {
  const found = new Map<string, PodContainer>();
  for (const [key, same] of bySocket) {
    const silent = same.filter(({ folder, path }) => !asksFor(runText(recognition, folder.container), path));
    const listeners = new Set(silent.map(({ folder }) => folder.container));
    const isKnown = same.some(({ isListening }) => isListening) || silent.some(({ isMeans: calls, folder }) => calls || folder.readOnly);
    if (!isKnown && listeners.size === 1 && silent.length < same.length) {
      found.set(key, [...listeners][0]);
    }
  }
  return found;
}

/** How scripts ask for a socket: they look whether it is there, call it by a client, or wait in a loop for a command on it. What loops to the end restarts a server. */
const ASKS: readonly ((socket: string) => RegExp)[] = [
  socket => new RegExp(`\\s-S\\s+["']?${socket}`),
  socket => new RegExp(`\\s(?:--unix-socket[= ]|-\\w{0,9}U\\s)\\s*["']?${socket}`),
  socket => new RegExp(`UNIX-CONNECT:${socket}`, 'i'),
  socket => new RegExp(`\\b(?:until|while)\\b[^;\\n]{0,200}${socket}[^;\\n]{0,200}[;\\n]\\s*do\\b[^]{0,2000}?\\bdone\\b[;\\s]+[^\\s;]`),
];
/** A job in the background, which may be the server itself. */
const IN_BACKGROUND = /(?<![&><|])&(?![&>\d])/;

function asksFor(script: string, socket: string): boolean {
  const name = socket.replace(/[.]/g, '\\.');
  return script.includes(socket) && !IN_BACKGROUND.test(script)
    && !new RegExp(`\\b(?:rm|chmod|chown)\\b[^;&|\\n]{0,200}${name}`).test(script) && ASKS.some(pattern => pattern(name).test(script));
}
