import { callRounds } from './call-rounds';
import { isLoopback, loopbackAddress } from './loopback';
import { quitsOf } from './quit-words';
import { Scene } from './scene';
import { commandsIn, nodesOf, ShellNode, SimpleCommand, walk } from './shell-walk';
import { Call, commandName, expanded, programName, Source, withoutStarter } from './sources';
import { AskingLoop, endsWhenGone } from './wait-end';
import { WAITER_WORDS, WaiterCall, waiterCall } from './waiters';
import { listOf } from '../../data/json';
import { ASKING_CLIENTS } from '../../knowledge/databases';
import { ShellScript } from '../commands';

/** A wait for something on loopback. */
export interface LoopbackWait {
  readonly port: number;
  /** What asks, as it is written. */
  readonly text: string;
  /** The loop, or the command that loops by itself; undefined when the kubelet calls that command directly. */
  readonly node?: ShellNode;
  /** The call of a program that loops by itself. */
  readonly waiter?: WaiterCall;
  /** Whether it gives up after some tries. */
  readonly bounded: boolean;
  /** Whether its answer ends the script or function, so that what stands behind it is for the case that none comes. */
  readonly decides?: boolean;
  /** Whether it goes on for as long as something answers, and so waits for its end. */
  readonly forEnd?: true;
}

/** Words without which nothing loops. */
const LOOPS = /\b(while|until|for|wait|dockerize)/;
const WAITS = new RegExp(WAITER_WORDS);

const LOCAL = /localhost|127\.|0\.0\.0\.0|::1|redis-cli|proxy wait|wait-on|wait-for-port|\b(ss|netstat|lsof)\b/;

/** Whether a text may ask for something on loopback: only then it is worth parsing. */
export function mayAskLoopback(text: string): boolean {
  return LOCAL.test(text);
}

/** Whether a source may hold a wait for something on loopback: only then it is worth parsing. */
function mayWait({ text, container, parameters }: Source): boolean {
  const isLocal = (value: unknown) => mayAskLoopback(String(value));
  return LOOPS.test(text) && (ASKS.test(text) || WAITS.test(text))
    && (isLocal(text) || (parameters ?? []).some(isLocal) || listOf(container.spec.env).some(variable => isLocal(variable.value)));
}

/** Clients that answer whether something listens, and the port that they ask when they are not told. */
const CLIENTS: { readonly [name: string]: number | undefined } = {
  ...ASKING_CLIENTS,
  'curl': undefined,
  'wget': undefined,
  'nc': undefined,
  'ncat': undefined,
  'netcat': undefined,
  'telnet': undefined,
  'http': undefined,
  'grpcurl': undefined,
  'grpc_health_probe': undefined,
  'grpc-health-probe': undefined,
  'nmap': undefined,
  'socat': undefined,
  'docker': undefined,
  'vault': 8200,
  'consul': undefined,
  'ss': undefined,
  'netstat': undefined,
  'lsof': undefined,
};
/** Words without which nothing asks. */
const ASKS = new RegExp(`\\b(${Object.keys(CLIENTS).join('|')})(?=[\\s;&|)]|$)|/dev/tcp/|proxy wait`);
/** Programs that list the sockets of the pod, and the port that is sought in what they print. */
const SOCKET_LISTS = /^(netstat|ss|lsof)$/;
const SOUGHT = /[:.](\d{2,5})\b|\bgrep(?:[ \t]+-\w+)*[ \t]+["']?(\d{2,5})\b/;
const DEV_TCP = /\/dev\/tcp\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0)\/(\d+)/;

/** No script has more waits, and each of them is looked at beside all the rest of the script. */
const MAX_WAITS = 50;

/** The waits until something on loopback answers in a source, in the order of its text. */
export function loopbackWaits(scene: Scene, source: Source): LoopbackWait[] {
  return allWaits(scene, source).filter(wait => !wait.forEnd);
}

/** The loops of a source that wait until something on loopback is gone. */
export function endWaits(scene: Scene, source: Source): ShellNode[] {
  return allWaits(scene, source).flatMap(({ forEnd: isForEnd, node }) => isForEnd && node ? [node] : []);
}

function allWaits(scene: Scene, source: Source): LoopbackWait[] {
  if (!mayWait(source)) {
    return [];
  }
  if (!source.script) {
    return directWait(source);
  }
  const { script } = source;
  const found = callRounds(scene, source).flatMap(calls => waitsIn(script, calls));
  return found.filter(({ node, port }, index) => found.findIndex(other => other.node === node && other.port === port) === index);
}

/** A program that the kubelet calls directly, and that waits before it starts the real one: `wait-for-it localhost:5432 -- app`. */
function directWait({ command, container }: Source): LoopbackWait[] {
  const call = waiterCall(withoutStarter(command.words.map(word => expanded(word, container))));
  return call ? [waitOf(call)] : [];
}

function waitOf(call: WaiterCall, node?: ShellNode): LoopbackWait {
  return { port: call.port, text: `${call.name} localhost:${call.port}`, bounded: true, waiter: call, ...(node ? { node } : {}) };
}

function waitsIn({ tree, text }: ShellScript, calls: ReadonlyMap<SimpleCommand, Call>): LoopbackWait[] {
  const found: LoopbackWait[] = [];
  // Nodes come in the order of the text, so only the last wait can hold the next node; what another shell is given counts its own places.
  walk(nodesOf(tree), node => {
    const last = found[found.length - 1]?.node;
    const inside = last !== undefined && last.pos <= node.pos && node.end <= last.end;
    const wait = inside || found.length >= MAX_WAITS ? undefined
      : node.type === 'While' ? inWhile(node, calls, text)
        : node.type === 'For' || node.type === 'ArithmeticFor' ? inCounted(node, calls, text)
          : node.type === 'Command' ? waiter(node, calls.get(node)) : undefined;
    if (wait) {
      found.push(wait);
    }
  });
  return found;
}

function inWhile(node: Extract<ShellNode, { type: 'While' }>, calls: ReadonlyMap<SimpleCommand, Call>, text: string): LoopbackWait | undefined {
  const asked = asksLoopback([node.clause], calls, text) ?? (breaks(node.body, calls) ? asksLoopback([node.body], calls, text) : undefined);
  const idle = commandsIn([node.body]).every(command => isIdle(calls.get(command), command));
  const bounded = /\b(let|expr|-lt|-le|-gt|-ge|-eq)\b|\(\(|exit [1-9]/.test(text.slice(node.pos, node.end));
  return asked && idle && !endsScript(node.body, calls)
    ? { ...asked, node, bounded, decides: leaves(node.body, calls), ...forEnd(node, calls, text) } : undefined;
}

function inCounted(node: Extract<ShellNode, { type: 'For' | 'ArithmeticFor' }>, calls: ReadonlyMap<SimpleCommand, Call>, text: string): LoopbackWait | undefined {
  const asked = breaks(node.body, calls) ? asksLoopback(reached(node.body, calls), calls, text) : undefined;
  const idle = commandsIn([node.body]).every(command => isIdle(calls.get(command), command));
  return asked && idle && !endsScript(node.body, calls)
    ? { ...asked, node, bounded: true, decides: leaves(node.body, calls), ...forEnd(node, calls, text) } : undefined;
}

function forEnd(loop: AskingLoop, calls: ReadonlyMap<SimpleCommand, Call>, text: string): Pick<LoopbackWait, 'forEnd'> {
  return endsWhenGone(loop, node => asksLoopback([node], calls, text) !== undefined) ? { forEnd: true } : {};
}

/** `wait-for-it localhost:5432` and the like, also `cloud-sql-proxy wait`. */
function waiter(node: SimpleCommand, call: Call | undefined): LoopbackWait | undefined {
  const words = call?.words ?? [];
  const name = programName(words);
  if (/^(cloud-sql-proxy|alloydb-auth-proxy)$/.test(name) && words[1] === 'wait') {
    return { port: 9090, text: `${name} wait`, node, bounded: true };
  }
  const known = waiterCall(words);
  return known && waitOf(known, node);
}

/** Whether the body of a loop leaves it. */
function breaks(body: ShellNode, calls: ReadonlyMap<SimpleCommand, Call>): boolean {
  return commandsIn([body]).some(command => /^(break|exit|return)$/.test(programName(calls.get(command)?.words ?? [])));
}

/** Whether the body of a loop ends the script or function in any case, whatever it asks before. */
function endsScript(node: ShellNode | undefined, calls: ReadonlyMap<SimpleCommand, Call>): boolean {
  switch (node?.type) {
    case 'CompoundList': return node.commands.some(({ command, background }) => !background && endsScript(command, calls));
    case 'BraceGroup': return endsScript(node.body, calls);
    case 'AndOr': return endsScript(node.commands[0], calls);
    case 'Redirected': return endsScript(node.command, calls);
    case 'Command': return (node.name?.value === 'exec' && node.suffix.length > 0) || /^(exit|return)$/.test(programName(calls.get(node)?.words ?? []));
    default: return false;
  }
}

/** What the body of a loop holds before it leaves the loop in any case. */
function reached(body: ShellNode, calls: ReadonlyMap<SimpleCommand, Call>): ShellNode[] {
  const nodes = body.type === 'CompoundList' ? body.commands.map(({ command }) => command) : [body];
  const end = nodes.findIndex(node => node.type === 'Command' && breaks(node, calls));
  return nodes.slice(0, end < 0 ? undefined : end + 1);
}

/** Whether the body of a loop ends more than the loop when all is well. */
function leaves(body: ShellNode, calls: ReadonlyMap<SimpleCommand, Call>): boolean {
  return commandsIn([body]).some(command => {
    const [name, code] = calls.get(command)?.words ?? [];
    return (name === 'return' || name === 'exit') && (code === undefined || code === '0');
  });
}

const IDLE = /^(sleep|echo|printf|true|:|break|exit|return|continue|let|\[|test|date|expr|seq|grep|cat|head|set|sh|bash|timeout|eval)$/;

/** A loop that works while it asks is no wait. */
function isIdle(call: Call | undefined, command: SimpleCommand): boolean {
  const words = call?.words ?? [];
  return !command.name || IDLE.test(commandName(words)) || Object.hasOwn(CLIENTS, programName(words));
}

function asksLoopback(nodes: readonly ShellNode[], calls: ReadonlyMap<SimpleCommand, Call>, text: string): Pick<LoopbackWait, 'port' | 'text'> | undefined {
  for (const command of commandsIn(nodes)) {
    const words = calls.get(command)?.words ?? [];
    // That a sidecar is told to quit until it does is no wait for it.
    const port = quitsOf(words).length > 0 ? undefined : portOfClient(words);
    if (port !== undefined) {
      return { port, text: `${programName(words)} localhost:${port}` };
    }
  }
  const listed = commandsIn(nodes).map(command => programName(calls.get(command)?.words ?? [])).find(name => SOCKET_LISTS.test(name));
  const sought = listed && nodes.map(node => SOUGHT.exec(text.slice(node.pos, node.end))).find(match => match);
  if (sought) {
    const port = sought[1] ?? sought[2];
    return { port: Number(port), text: `${listed} :${port}` };
  }
  const device = targetsOf(nodes).map(target => DEV_TCP.exec(target)).find(match => match);
  return device ? { port: Number(device[1]), text: device[0] } : undefined;
}

/** What the redirections inside of some nodes name. */
function targetsOf(nodes: readonly ShellNode[]): string[] {
  const found: string[] = [];
  walk(nodes, node => {
    const redirects = node.type === 'Command' || node.type === 'Redirected' ? node.redirects : [];
    found.push(...redirects.flatMap(redirect => redirect.type === 'Redirect' ? redirect.target?.value ?? [] : []));
  });
  return found;
}

/** The port on loopback that a command asks; undefined if it is no client, or asks elsewhere. */
export function portOfClient(words: readonly string[]): number | undefined {
  const name = programName(words);
  return Object.hasOwn(CLIENTS, name) ? askedPort(name, words.slice(1)) : undefined;
}

/** The port on loopback that a client asks; undefined when it asks elsewhere. */
export function askedPort(name: string, words: readonly string[]): number | undefined {
  const address = words.filter(word => !word.startsWith('--header')).map(loopbackAddress).find(one => one !== undefined);
  const host = optionOf(words, /^(-h|--host|-H)$/, /^(?:-h|--host=|-H=)(.+)$/);
  const port = optionOf(words, /^(-p|-P|--port)$/, /^(?:-p|-P|--port=)(\d+)$/);
  const ownPort = CLIENTS[name];
  if (name === 'nc' || name === 'ncat' || name === 'netcat' || name === 'telnet') {
    const at = words.findIndex(isLoopback);
    return at >= 0 ? words.slice(at + 1).map(Number).find(Number.isInteger) : undefined;
  }
  if (ownPort !== undefined && !address?.path && (host === undefined ? address === undefined && name === 'redis-cli' : isLoopback(host))) {
    return port === undefined ? ownPort : Number(port);
  }
  return host !== undefined && !isLoopback(host) && ownPort !== undefined ? undefined : address?.port;
}

function optionOf(words: readonly string[], apart: RegExp, joined: RegExp): string | undefined {
  const at = words.findIndex(word => apart.test(word));
  return at >= 0 ? words[at + 1] : words.map(word => joined.exec(word)?.[1]).find(value => value !== undefined);
}

/** Whether the rest of the script asks for a variable that a loop sets, so that the loop cannot just go. */
export function isUsedAfterward(text: string, loop: ShellNode): boolean {
  const [inside, after] = [text.slice(loop.pos, loop.end), text.slice(loop.end)];
  const names = [...inside.matchAll(/(?:^|[\s;({])(?:let\s+|for\s+|\(\(\s*)?(\w+)(?:\+?=|\s+in\s|\+\+)/g)].map(match => match[1]);
  return names.some(name => new RegExp(`\\b${name}\\b`).test(after));
}
