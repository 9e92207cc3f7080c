import { baseName } from '../commands';

const SIGNAL = /^(SIG[A-Z]+\d?|TERM|KILL|INT|QUIT|ABRT|\d+)$/i;
const LOOKUP = /^[$`(]*(pidof|pgrep)$/;

/** The processes that one kill names. */
export interface KilledNames {
  /** The names of processes, without their folders. */
  readonly names: readonly string[];
  /** Whether it also ends processes without a name here, such as `$!` or `$PID`. */
  readonly hasUnnamed: boolean;
}

/** The processes that a kill names itself: `pkill a`, `killall a b`, `kill $(pidof a)`. */
export function killedNames(words: readonly string[]): KilledNames {
  const named: string[] = [];
  let hasUnnamed = false;
  const byName = /^(pkill|killall)$/.test(baseName(words[0] ?? ''));
  for (const word of words.slice(1)) {
    if (/\$\(|`/.test(word)) {
      named.push(...lookedUp(word));
    } else if (word.startsWith('$') && !byName) {
      hasUnnamed = true;
    } else if (byName && !word.startsWith('-')) {
      named.push(...namesIn(word));
    }
  }
  return { names: named, hasUnnamed };
}

/** What a substitution looks for; the patterns of a pipeline are not told from its other words. */
function lookedUp(word: string): string[] {
  const [lookup, ...rest] = word.replace(/^"|"$/g, '').replace(/^(\$\(|`)\s*/, '').split(/\s+/);
  return LOOKUP.test(lookup) && !/\|\s/.test(word) ? rest.flatMap(namesIn) : word.split(/[\s"'()[\]|`]+/).filter(one => /^[\w./-]+$/.test(one)).map(baseName).filter(one => !TOOLS.test(one));
}

const TOOLS = /^(ps|grep|egrep|awk|cut|head|tail|tr|sed|xargs|print|sort|pidof|pgrep|aux|auxww|ef|-.*|\d*)$/;

/** The names in a pattern: of `/a -x|b` it is `a` and `b`. */
function namesIn(pattern: string): string[] {
  return pattern.split('|').flatMap(part => part.trim().split(/[\s"'()[\]`^]+/).filter(one => one !== '').slice(0, 1))
    .map(baseName).filter(name => name !== '' && !name.startsWith('-') && !SIGNAL.test(name));
}
