import { isOutputUsed } from './kept-output';
import { Leftover } from './leftover';
import { servesPort } from './loopback';
import { callsMore, killOfProxy, Quit, quitsIn, quitsOf, TELLING } from './quit-words';
import { remainsOf, removing } from './removal';
import { Finder, Scene } from './scene';
import { innerScript, ShellNode } from './shell-walk';
import { Call, hookPath, programName, Source } from './sources';
import { Told, toldBy } from './told';
import { endWaits } from './waiting';
import { PodContainer } from '../../kubernetes/pod';
import { pathOf } from '../commands';
import { isSkippedOnFailure } from '../script-ends';

/** A call, and one of those that it tells to quit. */
interface QuitCall {
  readonly call: Call;
  readonly quit: Quit;
  readonly told: Told;
  /** Whether it stands in a text that the program reads. */
  readonly inInput: boolean;
}

type Removal = Pick<Leftover, 'places' | 'doomed' | 'stays' | 'alsoEnds' | 'isSkippedOnFailure'>;

/** Finds calls that tell a sidecar to quit. */
export const findQuitCalls: Finder = scene => [
  ...scene.sources.flatMap(source => TELLING.test(source.text) ? inSource(scene, source) : []),
  ...inHooks(scene),
];

/** The calls of a script, one leftover for each sidecar that is told: what ends another one may be needed when this one is native. */
function inSource(scene: Scene, source: Source): Leftover[] {
  const found = scene.callsOf(source).flatMap(call => quitCallsOf(scene, source, call));
  const groups = new Map<string, QuitCall[]>();
  for (const one of found) {
    const key = keyOf(one.told);
    groups.set(key, [...groups.get(key) ?? [], one]);
  }
  return [...groups.values()].map(group =>
    leftover(source.container, group[0], { ...removalOf(scene, source, group, found), ...failureOf(source, group) }, source.moment));
}

/** Whether a failure of the work skips the calls. */
function failureOf({ moment, script }: Source, group: readonly QuitCall[]): Pick<Leftover, 'isSkippedOnFailure'> {
  const nodes = new Set(group.flatMap(({ call }) => call.node ?? []));
  return moment === 'run' && script && isSkippedOnFailure(script, nodes) ? { isSkippedOnFailure: true } : {};
}

function quitCallsOf(scene: Scene, source: Source, call: Call): QuitCall[] {
  // The script that a trap or another shell is given holds calls of its own, and perhaps work.
  if (call.node && innerScript(call.node)) {
    return [];
  }
  const kill = scene.recognition.pod.spec.shareProcessNamespace === true ? undefined : killOfProxy(call.words);
  const direct = kill ? [kill] : quitsOf(ownWords(call));
  const quits = direct.length > 0 ? direct : quitsInInput(call);
  return quits.filter(quit => !isOwn(scene, source, quit))
    .map(quit => ({ call, quit, told: toldBy(scene.recognition, source.container, quit), inInput: direct.length === 0 }));
}

/** Commands that only print their words, or keep them. */
const PRINTS = /^(echo|printf|:|true|export|local|readonly|declare)$/;

/** The words by which a command itself tells something: a program that reads what another one answers does work of its own. */
function ownWords({ words, node }: Call): readonly string[] {
  return node?.name === undefined || PRINTS.test(node.name.value) ? words : words.filter(word => !/\$\(|`/.test(word));
}

/** What goes with the calls to one sidecar, out of all quit calls of a script. */
function removalOf(scene: Scene, source: Source, group: readonly QuitCall[], all: readonly QuitCall[]): Removal {
  // A command in a loop is one command, whatever it calls in each round.
  const commandOf = ({ call }: QuitCall) => call.node ?? call;
  const commands = new Set(group.map(commandOf));
  const along = all.filter(one => commands.has(commandOf(one)) && !group.includes(one)).map(({ told }) => told);
  const nodes = group.flatMap(({ call: { words, node } }) => node ? [{ words, node }] : []);
  const [{ told: { stays } }] = group;
  if (stays !== undefined) {
    return { places: [], stays };
  }
  if (along.some(({ target }) => target === undefined)) {
    return { places: [], stays: 'the same command calls another proxy' };
  }
  if (source.script && isOutputUsed(source.script, nodes, [...new Set(scene.sources.map(({ text }) => text))])) {
    return { places: [], stays: 'something else reads its output' };
  }
  if (group.some(({ call }) => callsMore(call.words))) {
    return { places: [], stays: 'the same command also calls another address' };
  }
  // A program that is given its text may do more than to call: a person must look.
  const told = group.flatMap(({ call, inInput }) => call.node && !inInput ? [call.node] : []);
  // Without the call, a wait until the sidecar is gone never ends.
  const waits = endWaits(scene, source).filter(({ pos }) => told.some(({ end }) => end <= pos));
  const doomed = new Set<ShellNode>([...told, ...waits]);
  return { ...placesOf(scene, source, doomed), ...(along.length > 0 ? { alsoEnds: [...new Set(along.map(({ target }) => target!))] } : {}) };
}

/** A hook goes as a whole when it does nothing else; so does a container's own script, which then must be replaced by a person. */
function placesOf(scene: Scene, source: Source, nodes: ReadonlySet<ShellNode>): Removal {
  if (source.script && (nodes.size === 0 || remainsOf(source.script, nodes))) {
    return removing(source.script, nodes);
  }
  if (source.moment !== 'run') {
    return { places: source.script?.place.configMap ? [] : [hookPath(scene.recognition, source)] };
  }
  const argument = source.script ? -1 : source.command.words.findIndex((word, index) => index > 0 && /^--?[\w-]+=/.test(word) && TELLING.test(word));
  return { places: argument < 0 ? [] : [{ path: source.command.paths[argument] }] };
}

/** Calls in a heredoc that an interpreter runs. */
function quitsInInput({ words, node }: Call): Quit[] {
  if (!node || !/^(python\d?|node|ruby|perl|php|(ba)?sh)$/.test(programName(words))) {
    return [];
  }
  return node.redirects.flatMap(redirect => redirect.type === 'HereDoc' ? quitsIn(redirect.body.text) : []);
}

/** A program that stops itself is not told by another one. */
function isOwn({ recognition }: Scene, source: Pick<Source, 'container' | 'moment'>, quit: Quit): boolean {
  return (quit.port !== undefined && servesPort(source.container, quit.port))
    || (source.moment === 'preStop' && recognition.program(source.container)?.onlySidecar === true);
}

function inHooks(scene: Scene): Leftover[] {
  return scene.recognition.pod.containers.flatMap(container => (['postStart', 'preStop'] as const).flatMap(moment => {
    const get = container.spec.lifecycle?.[moment]?.httpGet;
    const path = String(get?.path ?? '');
    if (!TELLING.test(path)) {
      return [];
    }
    const [quit] = quitsIn(`http://localhost:${Number(get.port)}/${path.replace(/^\/+/, '')}`);
    const places = [{ path: [...pathOf(scene.recognition.pod, container), 'lifecycle', moment] }];
    return quit && !isOwn(scene, { container, moment }, quit)
      ? [leftover(container, { quit, told: toldBy(scene.recognition, container, quit) }, { places }, moment)]
      : [];
  }));
}

function leftover(container: PodContainer, { quit, told }: Pick<QuitCall, 'quit' | 'told'>, removal: Removal, moment: Source['moment']): Leftover {
  return {
    kind: 'quit-call',
    container: container.name,
    text: quit.text,
    moment,
    ...told,
    ...removal,
    ...(quit.port === undefined ? {} : { port: quit.port }),
  };
}

/** Whether two calls tell the same one: of a mesh, the port tells which proxy it is; of an unknown one, who it may be. */
function keyOf({ target, proxy, candidates, unheard }: Told): string {
  return JSON.stringify([target ?? null, proxy ?? null, candidates ?? null, unheard ?? null]);
}
