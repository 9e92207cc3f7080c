import { addressOf, isLoopback } from './address';
import { ProgramRun } from './program-run';

/** A directive of nginx with its words, and what stands in its braces. */
interface Directive {
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
}

/** Deeper configurations are not read. */
const MOST_LEVELS = 20;
const TOKEN = /#[^\n]*|[{};]|"[^"]*"|'[^']*'|[^\s{};"']+/g;
/** Directives by which something else than the server behind answers, or may. */
const ANSWERS = /^(return|try_files|rewrite|if|auth_request|include|deny|allow|auth_basic|stub_status|proxy_cache|limit_except|content_by_lua.*|access_by_lua.*|js_content|satisfy)$/;

/**
 * The ports on loopback to which nginx forwards a request at a port and a path, by its configuration in the input; undefined when the configuration does not show that it
 * does, or shows that something else may answer.
 */
export function nginxPassesOn(run: ProgramRun, port: number, path: string): number[] | undefined {
  const all = run.source.files().filter(text => text.includes('listen')).map(directivesIn);
  const top = all.flatMap(directives => directives.flatMap(one => one.words[0] === 'http' ? one.block ?? [] : [one]));
  const listening = named(top, 'server').filter(server => named(server.block ?? [], 'listen').some(({ words }) => listensOn(words[1] ?? '', port)));
  const isDefault = (server: Directive) => named(server.block ?? [], 'listen').some(({ words }) => words.includes('default_server'));
  const server = listening.find(isDefault) ?? listening[0];
  const location = server && locationOf(server, path);
  // What the main file includes are the other files.
  const around = [...top.filter(({ words }) => words[0] !== 'include'), ...server?.block ?? [], ...location?.block ?? []];
  return location && !around.some(mayAnswer) ? passedTo(location, top) : undefined;
}

/** Whether a directive answers, or gives the error of the server behind another status. */
function mayAnswer({ words: [name = '', ...rest] }: Directive): boolean {
  return ANSWERS.test(name) || (name === 'error_page' && rest.some(word => word.startsWith('=')));
}

function named(directives: readonly Directive[], name: string): Directive[] {
  return directives.filter(({ words }) => words[0] === name);
}

function listensOn(address: string, port: number): boolean {
  return Number(address) === port || addressOf(address)?.port === port;
}

/** The location of a path: the exact one, or else the longest beginning; undefined where patterns may decide. */
function locationOf({ block = [] }: Directive, path: string): Directive | undefined {
  const plain = path.split('?', 1)[0];
  const locations = named(block, 'location');
  const exact = locations.find(({ words: [, sign, text] }) => sign === '=' && text === plain);
  const beginning = ({ words: [, first = '', second] }: Directive) => first === '^~' ? second ?? '' : first;
  const plainOnes = locations.filter(({ words: [, first = ''] }) => /^(\/|\^~$)/.test(first) && !first.startsWith('@'));
  const fitting = plainOnes.filter(one => plain.startsWith(beginning(one)));
  const [longest] = [...fitting].sort((one, other) => beginning(other).length - beginning(one).length);
  const mayMatch = locations.some(({ words: [, first = ''] }) => first.startsWith('~'));
  return exact ?? (mayMatch && longest?.words[1] !== '^~' ? undefined : longest);
}

/** The ports on loopback to which a location passes requests on, by an address or by the name of an `upstream`. */
function passedTo({ block = [] }: Directive, top: readonly Directive[]): number[] | undefined {
  const [target] = block.flatMap(({ words: [name, value = ''] }) => /^(proxy|grpc|fastcgi|uwsgi)_pass$/.test(name ?? '') ? [value] : []);
  const host = target?.replace(/^\w+:\/\//, '').replace(/\/.*$/, '') ?? '';
  const upstream = named(top, 'upstream').find(({ words }) => words[1] === host);
  const servers = upstream ? named(upstream.block ?? [], 'server').map(({ words }) => words[1] ?? '') : [host];
  const ports = servers.map(server => {
    const address = addressOf(server);
    return address && isLoopback(address.host) ? address.port : NaN;
  });
  return ports.length > 0 && ports.every(Number.isInteger) ? [...new Set(ports)] : undefined;
}

function directivesIn(text: string): readonly Directive[] {
  const tokens = (text.match(TOKEN) ?? []).filter(token => !token.startsWith('#'));
  let at = 0;
  const read = (level: number): Directive[] => {
    const found: Directive[] = [];
    let words: string[] = [];
    while (at < tokens.length) {
      const token = tokens[at++];
      if (token === '}' || level > MOST_LEVELS) {
        return found;
      }
      if (token === ';' || token === '{') {
        found.push(token === '{' ? { words, block: read(level + 1) } : { words });
        words = [];
      } else {
        words.push(/^["']/.test(token) ? token.slice(1, -1) : token);
      }
    }
    return found;
  };
  return read(0);
}
