import { shortText } from './leftover';
import { LoopbackAddress, loopbackAddresses } from './loopback';
import { programName } from './sources';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { DEFAULT_ADMIN_PORT } from '../../knowledge/programs/auth-proxy';
import { isQuitPath } from '../../knowledge/quit-paths';
import { baseName } from '../commands';

/** Words without which no text holds a quit call. */
export const TELLING = new RegExp(['quitquitquit|/quit\\b|proxy\\s+shutdown|/kill\\b|/exit\\b|pkill|killall', ...MESHES.flatMap(({ proxy }) => [
  ...proxy.quitPaths.map(({ path }) => `${literal(path)}\\b`),
  ...proxy.commands.flatMap(({ quit }) => quit ? [literal(quit.word)] : []),
])].join('|'));
/** Paths that end a mesh's proxy; at another port they may be anything. */
const PROXY_QUITS = MESHES.flatMap(({ proxy }) => proxy.quitPaths.map(({ path, port }) => ({ path: new RegExp(`^/*${literal(path)}(?=$|[?#/])`), port })));
const PROXY_COMMANDS = MESHES.flatMap(({ proxy }) => proxy.commands);
const PROXY_PROCESSES = ['envoy', ...MESHES.flatMap(({ proxy }) => proxy.processes)];
const TALKS = /^(echo|printf|#)/;

/** What tells one sidecar to quit. */
export interface Quit {
  readonly port?: number;
  /** The path at that port; undefined where no request to one is made. */
  readonly path?: string;
  readonly text: string;
}

/** Whom a command tells to quit: each sidecar once, because one call can name several addresses. */
export function quitsOf(words: readonly string[]): Quit[] {
  const name = programName(words);
  const rest = words.slice(1).map(word => word.toLowerCase());
  const told = PROXY_COMMANDS.find(({ program, quit }) => name === program && quit && rest.includes(quit.word))?.quit;
  if (told) {
    return [{ port: told.port, text: told.text }];
  }
  if (/^(cloud-sql-proxy|alloydb-auth-proxy)$/.test(name) && rest[0] === 'shutdown') {
    const port = words.map((word, index) => /^--admin-port=(\d+)$/.exec(word)?.[1] ?? (words[index - 1] === '--admin-port' ? word : undefined)).find(one => one !== undefined);
    return [{ port: Number(port ?? DEFAULT_ADMIN_PORT), path: '/quitquitquit', text: `${name} shutdown` }];
  }
  return TALKS.test(name) ? [] : words.flatMap(quitsIn);
}

/** A kill of a mesh's proxy by the name of its process. */
export function killOfProxy(words: readonly string[]): Quit | undefined {
  const process = /^(pkill|killall)$/.test(programName(words)) && words.find(word => PROXY_PROCESSES.some(one => baseName(word).endsWith(one)));
  return process && !words.some(word => /^-(s|-signal)?=?(SIG)?(USR[12]|HUP)$/.test(word)) ? { text: shortText(words.join(' ')) } : undefined;
}

/** The addresses in a text that end the program behind them. */
export function quitsIn(text: string): Quit[] {
  const endsProxy = ({ port, path }: LoopbackAddress) => PROXY_QUITS.some(one => (one.port ?? port) === port && one.path.test(path));
  return (TELLING.test(text) ? loopbackAddresses(text) : []).filter(address => isQuitPath(address.path) || endsProxy(address))
    .map(({ port, path }) => ({ port, path, text: `localhost:${port}${path}` }));
}

/** Options of HTTP clients whose value may be an address that is not called. */
const VALUED = /^(-[eAHxuodFbcTKEw]|--(referer|user-agent|header|proxy|preproxy|user|output|data\S*|form\S*|json|cookie|post-data|body-data|resolve|connect-to|url-query|origin))$/;

/** Whether an HTTP client that tells a sidecar to quit also calls another address. */
export function callsMore(words: readonly string[]): boolean {
  const called = /^(curl|wget|https?|xh)$/.test(programName(words)) ? words.slice(1).filter((_word, index) => !VALUED.test(words[index])) : [];
  return called.some(word => (/^(--url=)?https?:\/\//.test(word) || /^(localhost|127\.0\.0\.1):\d+\//.test(word)) && quitsIn(word).length === 0);
}

/** A text as a part of a pattern that matches just it. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
