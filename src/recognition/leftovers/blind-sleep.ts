import { Leftover, shortText } from './leftover';
import { isMixed } from './mixed-wait';
import { removing } from './removal';
import { Finder, isInjected, Scene } from './scene';
import { ShellNode, SimpleCommand, walk, wordsOf } from './shell-walk';
import { otherReason, saidBy } from './sleep-reason';
import { commandName, Source } from './sources';
import { isHarmless } from './trivial';
import { loopbackWaits } from './waiting';
import { grouped } from '../../data/grouped';
import { repositoryOf } from '../../knowledge/known-programs';
import { isServer } from '../../knowledge/payloads';
import { Direction, isShellImage } from '../../knowledge/programs/program';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';
import { sharedFolders } from '../shared-files';

/** Commands that do not count as work: they prepare the script, or only look. */
const PREPARES = new RegExp('^(set|unset|echo|printf|export|cd|pushd|umask|shopt|readonly|declare|local|source|\\.|trap|ulimit|mkdir|true|:|\\[|test|exit'
  + '|date|hostname|whoami|id|pwd|uname|nproc|env|printenv|ls|cat|basename|dirname|which|command|sed|awk|grep|egrep|cut|tr|head|sort|wc|jq)$');
const EDITS = /^sed\b.* -[a-zA-Z]*i/;
const DURATION = /^(?:\d+(?:\.\d+)?|\.\d+)[smhd]?$/;
/** Helpers that an app cannot work without, so that it may sleep for them. */
const NEEDED: ReadonlySet<Direction> = new Set(['outbound', 'content', 'mesh']);

const UNKNOWN_FILES = 'the manifest does not show which files the app waits for';

/** Finds sleeps by which an app gives its sidecar time to come up. */
export const findBlindSleeps: Finder = scene => scene.sources
  .filter(source => source.script && source.moment === 'run' && source.container.role === ContainerRole.MAIN && source.text.includes('sleep'))
  .flatMap(source => {
    const target = neededHelper(scene, source);
    const found = target ? sleepsBeforeWork(scene, source) : [];
    const reasons = grouped(found, ({ node, said }) => otherReason(source.script!.text, node, said, target!.container));
    return [...reasons].map(([reason, sleeps]) => leftover(source, target!, sleeps.map(({ node }) => node), reason));
  });

function leftover(source: Source, needed: Needed, nodes: readonly SimpleCommand[], otherwise: string | undefined): Leftover {
  const { container: { name: target }, bringsFiles } = needed;
  return {
    kind: 'blind-sleep',
    container: source.container.name,
    target,
    text: shortText(wordsOf(nodes[0]).join(' ')),
    ...(otherwise !== undefined ? { places: [], stays: otherwise, hasOtherReason: true }
      : bringsFiles ? { places: [], stays: UNKNOWN_FILES } : removing(source.script!, new Set<ShellNode>(nodes))),
    moment: source.moment,
    wait: 'time',
  };
}

/** A sleep, and what the script says right before it. */
interface Sleep {
  readonly node: SimpleCommand;
  readonly said?: string;
}

/** The sleeps before any work. A wait that goes is none, so that all of them go at once; one that starts the work is part of it. */
function sleepsBeforeWork(scene: Scene, source: Source): Sleep[] {
  const statements = source.script!.tree.commands;
  const waits = new Set(loopbackWaits(scene, source)
    .filter(wait => wait.waiter?.command === undefined && !isMixed(scene, source, wait)).map(wait => wait.node));
  const last = statements.filter(statement => !prepares(statement.command)).at(-1);
  const found: Sleep[] = [];
  let said: string | undefined;
  for (const { command, background } of statements) {
    const isChain = command.type === 'AndOr' && command.operators.every(operator => operator === '&&');
    for (const part of isChain ? command.commands : [command]) {
      if (!background && isSleep(part) && part.end < (last?.command.end ?? 0)) {
        found.push({ node: part, said });
      } else if (background || !(waits.has(part) || prepares(part))) {
        return found;
      }
      said = part.type === 'Command' ? saidBy(part) : undefined;
    }
  }
  return found;
}

function isSleep(node: ShellNode): node is SimpleCommand {
  return node.type === 'Command' && commandName(wordsOf(node)) === 'sleep' && DURATION.test(wordsOf(node)[1] ?? '') && Number.parseFloat(wordsOf(node)[1]) > 0;
}

/** Whether a node does no work: it writes no file but folders, and calls no program of the user's. */
function prepares(node: ShellNode): boolean {
  if (node.type === 'Function') {
    return true;
  }
  let prepared = true;
  walk([node], one => {
    prepared &&= one.type === 'Command' ? (!one.name || (PREPARES.test(commandName(wordsOf(one))) && !EDITS.test(wordsOf(one).join(' ')))) && one.redirects.every(isHarmless)
      : one.type !== 'Redirected' || one.redirects.every(isHarmless);
  });
  return prepared;
}

/** Who an app may sleep for. */
interface Needed {
  readonly container: PodContainer;
  /** Whether it brings files, of which the manifest does not show which ones the app needs. */
  readonly bringsFiles: boolean;
}

/** Another container that the app needs, by its program or because a mesh brought it. */
function neededHelper({ recognition }: Scene, { container }: Source): Needed | undefined {
  const program = recognition.program(container);
  if (program && !isShellImage(program)) {
    return undefined;
  }
  const others = recognition.pod.containers.filter(other => other !== container && other.role !== ContainerRole.INIT);
  const needed = others.find(other => isInjected(other) || isNeeded(recognition.program(other)) || isServedTo(recognition, other, container));
  const bringer = needed ? undefined : others.find(other => bringsFilesTo(recognition, other, container));
  return needed ? { container: needed, bringsFiles: false } : bringer && { container: bringer, bringsFiles: true };
}

/** One that shares a folder with the app, of a program that brings files and whose startup is known. */
function bringsFilesTo(recognition: RecognizedPod, container: PodContainer, app: PodContainer): boolean {
  const program = recognition.program(container);
  return program?.direction === 'content' && typeof program.startup?.(recognition.run(container)) === 'object'
    && sharedFolders(recognition.pod, [container, app]).some(folder => folder.container === container && !folder.readOnly);
}

/** A server that work which ends calls over loopback. */
function isServedTo(recognition: RecognizedPod, server: PodContainer, work: PodContainer): boolean {
  const { image } = server.spec;
  const words = recognition.commands(server).find(command => command.moment === 'run')?.words ?? [];
  return recognition.pod.runsToCompletion && typeof image === 'string' && isServer(repositoryOf(image), words)
    && recognition.loopback.calls.some(call => call.from === work && call.to === server && !call.byElimination);
}

function isNeeded(program: { readonly direction: Direction; readonly onlySidecar: boolean } | undefined): boolean {
  return program !== undefined && program.onlySidecar && NEEDED.has(program.direction);
}
