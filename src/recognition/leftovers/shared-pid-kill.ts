import { killedNames } from './killed-names';
import { Leftover, shortText } from './leftover';
import { lookupsFor } from './looked-up-process';
import { ownersOf } from './process-names';
import { removing } from './removal';
import { Finder, Scene } from './scene';
import { ShellNode } from './shell-walk';
import { Call, commandName, joinedCalls, programName, Source } from './sources';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { isShell } from '../../shell/shell-command';
import { baseName } from '../commands';

const TELLING = /kill/;
/** Signals that ask a program to do something else than to end. */
const OTHER_SIGNAL = /^-(s|-signal=?)?\s*(SIG)?(0|USR1|USR2|HUP|WINCH|CONT|STOP|1|10|12)$/i;
/** Commands that only wait, look and kill: a container with nothing else is there for the kill. */
const WATCHING = /^(sleep|echo|printf|exit|true|false|:|set|kill|pkill|killall|xargs|pgrep|pidof|ps|grep|egrep|awk|cut|head|tail|wc|tr|sed|cat|test|\[|let|date|wait|trap|break|return|ls|seq|expr|export|\.|source|inotifywait|tini|local|read|done|stat)$/;
/** Finds kills that reach into another container because the pod shares its processes. */
export const findSharedPidKills: Finder = scene => scene.recognition.pod.spec.shareProcessNamespace === true
  ? scene.sources.filter(source => source.container.role !== ContainerRole.INIT && TELLING.test(source.text))
    .flatMap(source => inSource(scene, source))
  : [];

/** Some kills of the same containers. */
interface Kills {
  readonly calls: readonly Call[];
  /** Empty when the script does not show whom they end. */
  readonly targets: readonly PodContainer[];
  /** Whether they end something else, too, or may do so. */
  readonly endsMore: boolean;
}

function inSource(scene: Scene, source: Source): Leftover[] {
  const groups = killsIn(scene, source);
  const only = groups.every(({ endsMore }) => !endsMore) && isOnlyKiller(scene, source.container);
  const all = scene.callsOf(source);
  return groups.map(({ calls, targets: [target, ...more], endsMore }) => {
    const nodes = new Set<ShellNode>(calls.flatMap(call => call.node ? [call.node, ...lookupsFor(call.node, all, source.text)] : []));
    const { places, ...rest } = source.script && !only && !endsMore ? removing(source.script, nodes) : { places: [] };
    return {
      kind: 'shared-pid-kill',
      container: source.container.name,
      text: shortText(calls[0].words.join(' ')),
      places: [{ path: ['shareProcessNamespace'] }, ...places],
      ...rest,
      ...(endsMore ? { stays: 'it may also end other processes' } : {}),
      moment: source.moment,
      ...(only ? { dedicatedContainers: [source.container.name] } : {}),
      ...(target ? { target: target.name } : {}),
      ...(more.length > 0 ? { alsoEnds: more.map(({ name }) => name) } : {}),
    };
  });
}

/** The kills of a source that reach into other containers, by whom they end. A kill that names no container counts only where no other one does. */
function killsIn(scene: Scene, source: Source): Kills[] {
  const calls = joinedCalls(scene.callsOf(source));
  const kills = calls.filter(call => isKill(call, calls)).map(call => ({ call, ...namedBy(scene, source, call) })).filter(kill => !kill.isOwn);
  const named = kills.filter(({ targets }) => targets.length > 0);
  if (named.length === 0) {
    const unnamed = kills.map(({ call }) => call);
    const target = unnamed.length > 0 ? targetOf(scene, source, unnamed, calls) : 'own';
    // A name that belongs to none of several containers tells nothing about them.
    const isStray = target === undefined && kills.every(({ endsMore }) => endsMore);
    return target === 'own' || isStray ? [] : [{ calls: unnamed, targets: target ? [target] : [], endsMore: kills.some(({ endsMore }) => endsMore) }];
  }
  const groups = new Map<string, typeof named>();
  for (const kill of named) {
    const key = [kill.endsMore, ...kill.targets.map(({ name }) => name)].join(' ');
    groups.set(key, [...groups.get(key) ?? [], kill]);
  }
  return [...groups.values()].map(group => ({ calls: group.map(({ call }) => call), targets: group[0].targets, endsMore: group[0].endsMore }));
}

/** Whom a kill names: other containers, something else, or only what its own container runs. */
function namedBy(scene: Scene, source: Source, { words }: Call): Omit<Kills, 'calls'> & { readonly isOwn: boolean } {
  const { recognition } = scene;
  const { names, hasUnnamed } = killedNames(words);
  const isOther = (container: PodContainer) => container !== source.container && container.role !== ContainerRole.INIT;
  const targets = ownersOf(recognition, names).filter(isOther);
  const rest = names.filter(name => !name.includes('$') && !ownersOf(recognition, [name]).some(isOther));
  const isOwn = targets.length === 0 && !hasUnnamed && names.length > 0 && rest.length === names.length
    && rest.every(name => ownersOf(recognition, [name]).includes(source.container) || startsItself(scene, source, name));
  return { targets, isOwn, endsMore: rest.length > 0 || (targets.length > 0 && hasUnnamed) };
}

/** Whether a container starts a process itself that a kill names. */
function startsItself(scene: Scene, source: Source, name: string): boolean {
  return scene.callsOf(source).some(({ words }) => !WATCHING.test(commandName(words)) && !isShell(words[0] ?? '') && words.some(word => baseName(word).includes(name)));
}

function isKill({ words }: Call, all: readonly Call[]): boolean {
  const at = words.findIndex(word => /^(.*\/)?(kill|pkill|killall)$/.test(word));
  const name = programName(words);
  if (at < 0 || !(at === 0 || name === 'xargs')) {
    return false;
  }
  const rest = words.slice(at + 1);
  const signaled = rest.some((word, index) => OTHER_SIGNAL.test(word) || (/^(-s|--signal|-n)$/.test(word) && OTHER_SIGNAL.test(`-${rest[index + 1]}`)));
  return !signaled && rest.length > (name === 'xargs' ? -1 : 0) && !rest.every(word => word.startsWith('-') || isOwnChild(word, all));
}

/** `$!`, a job of this shell, or the shell itself. */
function isOwnChild(word: string, all: readonly Call[]): boolean {
  const variable = /^\$\{?(\w+)\}?$/.exec(word)?.[1];
  return /^(\$!|\$\$|%\d*|0|-\$\$)$|^(\$\(|`)\s*jobs\b/.test(word)
    || (variable !== undefined && all.some(call => call.node?.prefix.some(prefix => prefix.type === 'Assignment' && prefix.name === variable && prefix.text.endsWith('$!'))));
}

/** The container whose process is named near the kill; `own` when that is the killer's own. */
function targetOf({ recognition }: Scene, source: Source, kills: readonly Call[], calls: readonly Call[]): PodContainer | 'own' | undefined {
  const lookups = calls.filter(call => /^(pidof|pgrep|ps|grep|egrep)$/.test(programName(call.words)));
  const direct = kills.flatMap(call => call.words.slice(1));
  const candidates = [direct, lookups.flatMap(call => call.words.slice(1)), source.command.words, calls.flatMap(call => call.words)];
  const others = recognition.pod.containers.filter(container => container !== source.container && container.role !== ContainerRole.INIT);
  for (const [rank, words] of candidates.entries()) {
    const names = words.flatMap(word => word.split(/[\s"'()[\]]+/)).map(baseName).filter(word => word !== '');
    const owners = ownersOf(recognition, names);
    const found = owners.find(container => others.includes(container));
    if (found) {
      return found;
    }
    if (rank === 0 && owners.includes(source.container)) {
      return 'own';
    }
  }
  return others.length === 1 ? others[0] : undefined;
}

/** Whether an ordinary container does nothing but wait and kill. */
function isOnlyKiller(scene: Scene, container: PodContainer): boolean {
  if (scene.recognition.pod.mains.length < 3) {
    // There must be another container, for whose end it waits.
    return false;
  }
  const sources = scene.sources.filter(source => source.container === container && source.moment === 'run');
  const calls = sources.flatMap(source => scene.callsOf(source));
  return container.role === ContainerRole.MAIN && sources.some(source => source.script)
    && calls.every(call => call.words.length === 0 || WATCHING.test(commandName(call.words)) || isShell(call.words[0]));
}
