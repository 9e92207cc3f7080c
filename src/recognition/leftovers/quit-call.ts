import { isOutputUsed } from './kept-output';
import { Leftover, shortText } from './leftover';
import { absentProxy, LoopbackAddress, loopbackAddress, ownerOfPort, servesPort } from './loopback';
import { remainsOf, removing } from './removal';
import { Finder, Scene } from './scene';
import { innerScript, ShellNode } from './shell-walk';
import { Call, hookPath, programName, Source } from './sources';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { proxyOfPort } from '../../knowledge/meshes/proxy-ports';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { baseName, pathOf } from '../commands';

/** Words without which no text holds a quit call. */
const TELLING = new RegExp(['quitquitquit|/quit\\b|proxy\\s+shutdown|/kill\\b|/exit\\b|pkill|killall', ...MESHES.flatMap(({ proxy }) => [
  ...proxy.quitPaths.map(({ path }) => `${literal(path)}\\b`),
  ...proxy.commands.flatMap(({ quit }) => quit ? [literal(quit.word)] : []),
])].join('|'));
/** Paths that end the program behind them, whatever it is. */
const QUIT_PATH = /^\/+(quitquitquit|kill|quit|-\/quit|agent\/v1\/quit|exit)(?=$|[?#/])/;
/** Paths that end a mesh's proxy; at another port they may be anything. */
const PROXY_QUITS = MESHES.flatMap(({ proxy }) => proxy.quitPaths.map(({ path, port }) => ({ path: new RegExp(`^/*${literal(path)}(?=$|[?#/])`), port })));
const PROXY_COMMANDS = MESHES.flatMap(({ proxy }) => proxy.commands);
const PROXY_PROCESSES = ['envoy', ...MESHES.flatMap(({ proxy }) => proxy.processes)];
const TALKS = /^(echo|printf|#)/;

interface QuitCall {
  readonly port?: number;
  readonly text: string;
  /** Whether it stands in a text that the program reads. */
  readonly inInput?: boolean;
}

/** Finds calls that tell a sidecar to quit. */
export const findQuitCalls: Finder = scene => [
  ...scene.sources.flatMap(source => TELLING.test(source.text) ? inSource(scene, source) : []),
  ...inHooks(scene),
];

function inSource(scene: Scene, source: Source): Leftover[] {
  const found = scene.callsOf(source).flatMap(call => {
    // The script that a trap or another shell is given holds calls of its own, and perhaps work.
    const quit = call.node && innerScript(call.node) ? undefined : quitCall(call.words, scene) ?? quitInInput(call);
    return quit && !isOwn(scene, source, quit) ? [{ call, quit }] : [];
  });
  if (found.length === 0) {
    return [];
  }
  // A program that is given its text may do more than to call: a person must look.
  const nodes = new Set<ShellNode>(found.flatMap(({ call, quit }) => call.node && !quit.inInput ? [call.node] : []));
  const texts = [...new Set(scene.sources.map(({ text }) => text))];
  const calls = found.flatMap(({ call }) => call.node ? [{ ...call, node: call.node }] : []);
  const isUsed = source.script && isOutputUsed(source.script, calls, texts);
  const removal = isUsed ? { places: [], stays: 'something else reads its output' } : placesOf(scene, source, nodes);
  return [leftover(scene, source.container, found[0].quit, removal, source.moment)];
}

/** A hook goes as a whole when it does nothing else; so does a container's own script, which then must be replaced by a person. */
function placesOf(scene: Scene, source: Source, nodes: ReadonlySet<ShellNode>): Pick<Leftover, 'places' | 'doomed'> {
  if (source.script && (nodes.size === 0 || remainsOf(source.script, nodes))) {
    return removing(source.script, nodes);
  }
  if (source.moment !== 'run') {
    return { places: source.script?.place.configMap ? [] : [hookPath(scene.recognition, source)] };
  }
  const argument = source.script ? -1 : source.command.words.findIndex((word, index) => index > 0 && /^--?[\w-]+=/.test(word) && TELLING.test(word));
  return { places: argument < 0 ? [] : [{ path: source.command.paths[argument] }] };
}

function quitCall(words: readonly string[], { recognition }: Scene): QuitCall | undefined {
  const name = programName(words);
  const rest = words.slice(1).map(word => word.toLowerCase());
  const told = PROXY_COMMANDS.find(({ program, quit }) => name === program && quit && rest.includes(quit.word))?.quit;
  if (told) {
    return { port: told.port, text: told.text };
  }
  if (/^(cloud-sql-proxy|alloydb-auth-proxy)$/.test(name) && rest[0] === 'shutdown') {
    return { port: 9091, text: `${name} shutdown` };
  }
  if (/^(pkill|killall)$/.test(name) && recognition.pod.spec.shareProcessNamespace !== true) {
    const process = words.find(word => PROXY_PROCESSES.some(one => baseName(word).endsWith(one)));
    return process && !words.some(word => /^-(s|-signal)?=?(SIG)?(USR[12]|HUP)$/.test(word)) ? { text: shortText(words.join(' ')) } : undefined;
  }
  return TALKS.test(name) ? undefined : words.reduce<QuitCall | undefined>((found, word) => found ?? quitAddress(word), undefined);
}

/** A call in a heredoc that an interpreter runs. */
function quitInInput({ words, node }: Call): QuitCall | undefined {
  if (!node || !/^(python\d?|node|ruby|perl|php|(ba)?sh)$/.test(programName(words))) {
    return undefined;
  }
  const lines = node.redirects.flatMap(redirect => redirect.type === 'HereDoc' ? redirect.body.text.split('\n') : []);
  const quit = lines.map(quitAddress).find(one => one !== undefined);
  return quit && { ...quit, inInput: true };
}

function quitAddress(word: string): QuitCall | undefined {
  const address = TELLING.test(word) ? loopbackAddress(word) : undefined;
  const endsProxy = ({ port, path }: LoopbackAddress) => PROXY_QUITS.some(one => (one.port ?? port) === port && one.path.test(path));
  const quits = address && (QUIT_PATH.test(address.path) || endsProxy(address));
  return quits ? { port: address.port, text: `localhost:${address.port}${address.path}` } : undefined;
}

/** A program that stops itself is not told by another one. */
function isOwn({ recognition }: Scene, source: Source, quit: QuitCall): boolean {
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
    const port = Number(get.port);
    const quit = quitAddress(`http://localhost:${port}/${path.replace(/^\/+/, '')}`);
    return quit && !isOwn(scene, { container, moment } as Source, quit)
      ? [leftover(scene, container, quit, { places: [{ path: [...pathOf(scene.recognition.pod, container), 'lifecycle', moment] }] }, moment)]
      : [];
  }));
}

function leftover(scene: Scene, container: PodContainer, quit: QuitCall, removal: Pick<Leftover, 'places' | 'doomed' | 'stays'>, moment: Source['moment']): Leftover {
  const target = targetOf(scene, container, quit);
  return {
    kind: 'quit-call',
    container: container.name,
    text: quit.text,
    ...removal,
    moment,
    ...(target ? { target } : absentProxy(quit.port)),
    ...(quit.port === undefined ? {} : { port: quit.port }),
  };
}

/** Who is told: the owner of the port, the only known sidecar, or the only other container. */
function targetOf({ recognition }: Scene, container: PodContainer, { port }: QuitCall): string | undefined {
  const owner = port === undefined ? undefined : ownerOfPort(recognition, container, port);
  if (owner || (port !== undefined && proxyOfPort(port))) {
    return owner?.name;
  }
  const others = recognition.pod.containers.filter(other => other !== container && other.role !== ContainerRole.INIT);
  const known = others.filter(other => recognition.program(other)?.onlySidecar);
  const [only, second] = known.length > 0 ? known : others;
  return second ? undefined : only?.name;
}

/** A text as a part of a pattern that matches just it. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
