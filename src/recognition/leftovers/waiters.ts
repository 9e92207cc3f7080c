import { isLoopback, loopbackAddress } from './loopback';
import { programName } from './sources';
import { isShell } from '../../shell/shell-command';

/** What is known of a program that loops by itself until an address answers. */
interface WaiterFacts {
  readonly name: RegExp;
  /** Flags that are followed by a value. */
  readonly valued: RegExp;
  /** How it is given the command that it then starts: behind `--`, or as the first word that is no flag; undefined when it starts none. */
  readonly starts?: '--' | 'word';
  /** Flags by which it does more than to wait. */
  readonly doesMore?: RegExp;
  /** It means loopback where an address has no host: `tcp:5432`, or a bare port. */
  readonly isLocal?: true;
}

const WAITERS: readonly WaiterFacts[] = [
  { name: /^wait-for(-it)?(\.sh)?$/, valued: /^-(t|h|p|-timeout|-host|-port)$/, starts: '--' },
  {
    name: /^dockerize$/,
    valued: /^--?(wait|timeout|wait-retry-interval|wait-http-header|template|stdout|stderr|env|env-section|env-header|delims)$/,
    starts: 'word',
    doesMore: /^--?(template|stdout|stderr|env|poll)/,
  },
  { name: /^wait4x$/, valued: /^(-t|-i|--timeout|--interval|--expect-.*|--request-.*|--header)$/, starts: '--', doesMore: /^--(expect|invert)/ },
  { name: /^wait-on$/, valued: /^(-c|-d|-i|-s|-t|-w|--config|--delay|--interval|--simultaneous|--timeout|--window|--httpTimeout|--tcpTimeout)$/, doesMore: /^(-c|--config|-r|--reverse)/, isLocal: true },
  { name: /^wait-for-port$/, valued: /^--(host|state|timeout)$/, doesMore: /^--state=free$/, isLocal: true },
];

/** A call of a program that loops by itself until something on loopback answers. */
export interface WaiterCall {
  readonly name: string;
  /** The port that it waits for. */
  readonly port: number;
  /** Whether it waits for nothing else, and does nothing else but to start the command. */
  readonly waitsOnly: boolean;
  /** Where among the words the command that it then starts begins; undefined when it starts none. */
  readonly command?: number;
}

/** Words without which no text holds such a call. */
export const WAITER_WORDS = 'wait-?for|dockerize|wait-on|wait4x';

/** Reads a call such as `wait-for-it localhost:5432 -- app`; undefined when it is none, or waits for nothing on loopback. */
export function waiterCall(words: readonly string[]): WaiterCall | undefined {
  const at = isShell(words[0] ?? '') && words.length > 1 ? 1 : 0;
  const name = programName(words.slice(at));
  const facts = WAITERS.find(waiter => waiter.name.test(name));
  if (!facts) {
    return undefined;
  }
  const command = commandIn(facts, words, at + 1);
  const own = words.slice(at + 1, command === undefined ? undefined : words[command - 1] === '--' ? command - 1 : command);
  const addresses = addressesIn(facts, own);
  const [port] = addresses.flatMap(address => address ?? []);
  return port === undefined ? undefined : {
    name,
    port,
    waitsOnly: addresses.every(address => address === port) && !own.some(word => facts.doesMore?.test(word)),
    ...(command === undefined ? {} : { command }),
  };
}

/** The words of a command without what only waits before it; the same words when nothing does. */
export function withoutWaiter(words: readonly string[]): readonly string[] {
  const at = isShell(words[0] ?? '') && words.length > 1 ? 1 : 0;
  const facts = WAITERS.find(waiter => waiter.name.test(programName(words.slice(at))));
  const command = facts && commandIn(facts, words, at + 1);
  return command === undefined ? words : words.slice(command);
}

function commandIn({ starts, valued }: WaiterFacts, words: readonly string[], first: number): number | undefined {
  const at = starts === '--' ? words.indexOf('--', first) + 1
    : starts === 'word' ? words.findIndex((word, index) => index >= first && !word.startsWith('-') && !valued.test(words[index - 1])) : 0;
  return at > 0 && at < words.length ? at : undefined;
}

/** The ports on loopback that it waits for; undefined for each address elsewhere. */
function addressesIn({ valued, isLocal }: WaiterFacts, words: readonly string[]): (number | undefined)[] {
  const host = optionOf(words, 'h', 'host') ?? (isLocal ? 'localhost' : undefined);
  const port = optionOf(words, 'p', 'port');
  const apart = host !== undefined && port !== undefined ? [isLoopback(host) ? Number(port) : undefined] : [];
  const named = words.filter((word, index) => isAddress(word, index > 0 && valued.test(words[index - 1]) ? words[index - 1] : undefined));
  return [...apart, ...named.map(word => {
    const bare = isLocal && isLoopback(host!) ? /^(?:tcp:)?(\d{1,5})$/.exec(word)?.[1] : undefined;
    return bare === undefined ? loopbackAddress(word.replace(/^--?wait=/, ''))?.port : Number(bare);
  })];
}

/** Whether a word names what is waited for. */
function isAddress(word: string, flag: string | undefined): boolean {
  if (flag !== undefined) {
    return /^--?wait$/.test(flag);
  }
  return /^--?wait=/.test(word) || (!word.startsWith('-') && /\d|:/.test(word));
}

function optionOf(words: readonly string[], short: string, long: string): string | undefined {
  const apart = words.findIndex(word => word === `-${short}` || word === `--${long}`);
  return apart >= 0 ? words[apart + 1] : words.find(word => word.startsWith(`--${long}=`))?.slice(long.length + 3);
}
