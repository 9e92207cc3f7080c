import { callRounds } from './call-rounds';
import { isLoopback, loopbackAddress } from './loopback';
import { Scene } from './scene';
import { childrenOf, commandsIn, innerScript, ShellNode, SimpleCommand } from './shell-walk';
import { Call, commandName, programName, Source } from './sources';
import { isHarmless } from './trivial';
import { waiterCall } from './waiters';
import { LoopbackWait, portOfClient } from './waiting';
import { isShell } from '../../shell/shell-command';

/** Commands that neither ask nor change anything. */
const SILENT = /^(sleep|echo|printf|true|false|:|break|continue|exit|return|let|date|expr|seq|set)$/;
/** Commands that only read what comes before them in a pipeline. */
const FILTERS = /^(grep|egrep|cat|head|tail|cut|tr|wc|awk|sed|jq)$/;
const SOCKET_LISTS = /^(ss|netstat|lsof)$/;
/** Clients that ask through a proxy what the server behind it holds. */
const DATABASE_CLIENTS = /^(psql|mysql|mariadb|mongo|mongosh)$/;
/** A query that every server answers. */
const PING = /^(select\s+(1|now\(\)|version\(\))|\\[ql]|status|show\s+databases|db\.(version|stats|runCommand\((['"]?)ping\3\)|adminCommand\((['"]?)ping\4\)))?\s*;?$/i;
const QUERY_FLAG = /^(-\w*c|--command|-\w*e|--execute|--eval)$/;
const FILE_TEST = /(^|\s)-[a-hkprstuwxGLNOS]\s/;
/** A test of bash that looks at a file, or at what another command prints. */
const LOOKS_ELSEWHERE = new RegExp(`${FILE_TEST.source}|\\$\\(|\``);
/** Options of an HTTP client that send something, or keep the answer. */
const SENDS = /^(--data.*|--form.*|--json.*|--upload-file.*|--post-.*|--body-.*)$/;
const CURL_SENDS = /^-[a-zA-Z]*[dFT]$/;
const WAITER_WORD = /^(-.*|\d+[smh]?)$/;

/** Whether a wait for a sidecar also waits for something else, or does more than to wait, so that a person must part the two. */
export function isMixed(scene: Scene, source: Source, wait: LoopbackWait): boolean {
  const { node, port, waiter } = wait;
  return node === undefined ? !waiter!.waitsOnly : callRounds(scene, source).some(calls => {
    if (node.type === 'Command') {
      const words = calls.get(node)?.words ?? [];
      const known = waiter && waiterCall(words);
      return waiter ? !known?.waitsOnly || known.port !== port : !words.slice(1).every(word => WAITER_WORD.test(word) || word === 'wait' || isLoopback(word));
    }
    return asksMore([node], { calls, port, text: source.script!.text });
  });
}

interface Loop {
  readonly calls: ReadonlyMap<SimpleCommand, Call>;
  readonly port: number;
  /** The text in which the nodes have their places; undefined inside of a word, which counts its own places. */
  readonly text?: string;
}

function asksMore(nodes: readonly ShellNode[], loop: Loop, piped = false): boolean {
  return nodes.some(node => {
    switch (node.type) {
      case 'Command': return commandAsksMore(node, loop, piped) || asksMore(childrenOf(node), { ...loop, text: undefined });
      case 'Pipeline': return pipelineAsksMore(node.commands, loop);
      case 'TestCommand': return loop.text === undefined || LOOKS_ELSEWHERE.test(loop.text.slice(node.pos, node.end));
      case 'Redirected': return !node.redirects.every(isHarmless) || asksMore([node.command], loop, piped);
      case 'Function':
      case 'Coproc': return true;
      default: return asksMore(childrenOf(node), loop, piped);
    }
  });
}

function pipelineAsksMore([first, ...rest]: readonly ShellNode[], loop: Loop): boolean {
  if (first === undefined || asksMore([first], loop) || asksMore(rest, loop, true)) {
    return true;
  }
  const asks = commandsIn([first]).map(command => programName(loop.calls.get(command)?.words ?? []));
  return rest.length > 0 && asks.some(name => DATABASE_CLIENTS.test(name));
}

function commandAsksMore(node: SimpleCommand, loop: Loop, piped: boolean): boolean {
  const words = loop.calls.get(node)?.words ?? [];
  if (!node.redirects.every(isHarmless)) {
    return true;
  }
  const name = commandName(words);
  if (!node.name || SILENT.test(name) || (name === 'exec' && words.length === 1)) {
    return false;
  }
  if (name === '[' || name === 'test') {
    return FILE_TEST.test(words.join(' '));
  }
  if (isShell(words[0])) {
    return innerScript(node) === undefined;
  }
  if (piped) {
    return !FILTERS.test(name);
  }
  return !SOCKET_LISTS.test(name) && (name === 'eval' ? innerScript(node) === undefined : portOfClient(words) !== loop.port || asksContent(words));
}

/** Whether a client does more than to look whether the sidecar answers. */
function asksContent(words: readonly string[]): boolean {
  const name = programName(words);
  if (DATABASE_CLIENTS.test(name)) {
    const queries = words.flatMap((word, index) => QUERY_FLAG.test(word) ? [words[index + 1] ?? ''] : /^--(?:command|execute|eval)=(.*)$/.exec(word)?.[1] ?? []);
    return words.some(word => /^(-f|--file.*)$/.test(word)) || !queries.every(query => PING.test(query.trim()));
  }
  if (name === 'redis-cli') {
    return words.slice(1).some(word => /^(get|exists|keys|[hlsz]?(get|len|card|members|range)\w*|set\w*|eval\w*)$/i.test(word));
  }
  return words.slice(1).some(word => /^https?:\/\//.test(word) && loopbackAddress(word) === undefined) || (/^(curl|wget|http)$/.test(name) && sends(name, words));
}

/** Whether an HTTP client sends something, or keeps the answer in a file. */
function sends(name: string, words: readonly string[]): boolean {
  return words.some((word, index) => {
    const next = words[index + 1] ?? '-';
    return SENDS.test(word) || (name === 'curl' && CURL_SENDS.test(word))
      || (/^(-X|--request|--method)$/.test(word) && !/^(GET|HEAD)$/i.test(next))
      || (/^(-\w*[oO]|--output|--output-document)$/.test(word) && !/^(-|\/dev\/\w+)$/.test(next));
  });
}
