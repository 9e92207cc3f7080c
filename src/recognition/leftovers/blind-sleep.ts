import { shortText } from './leftover';
import { removing } from './removal';
import { Finder, isInjected, Scene } from './scene';
import { ShellNode, SimpleCommand, Statement, wordsOf } from './shell-walk';
import { commandName, Source } from './sources';
import { repositoryOf } from '../../knowledge/known-programs';
import { isServer } from '../../knowledge/payloads';
import { Direction } from '../../knowledge/programs/program';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';

/** Statements that do not count: they prepare the script, not the work. */
const PREPARES = /^(set|echo|printf|export|cd|umask|shopt|readonly|declare|local|source|\.|trap|ulimit)$/;
const SEARCHED_STATEMENTS = 3;
const DURATION = /^(?:\d+(?:\.\d+)?|\.\d+)[smhd]?$/;
/** Helpers that an app cannot work without, so that it may sleep for them. */
const NEEDED: ReadonlySet<Direction> = new Set(['outbound', 'content', 'mesh']);

/** Finds sleeps by which an app gives its sidecar time to come up. */
export const findBlindSleeps: Finder = scene => scene.sources
  .filter(source => source.script && source.moment === 'run' && source.container.role === ContainerRole.MAIN && source.text.includes('sleep'))
  .flatMap(source => {
    const target = neededHelper(scene, source);
    const nodes = target ? sleepsBeforeWork(source) : [];
    return nodes.length > 0 && target ? [{
      kind: 'blind-sleep' as const,
      container: source.container.name,
      target,
      text: shortText(wordsOf(nodes[0]).join(' ')),
      ...removing(source.script!, new Set<ShellNode>(nodes)),
      moment: source.moment,
      wait: 'time' as const,
    }] : [];
  });

/** The sleeps among the first commands. Without them others come first, so only what stays counts. */
function sleepsBeforeWork({ script }: Source): SimpleCommand[] {
  const statements = script!.tree.commands.filter(statement => !prepares(statement));
  const last = statements[statements.length - 1];
  const found: SimpleCommand[] = [];
  let others = 0;
  for (const { command, background } of statements) {
    for (const part of command.type === 'AndOr' ? command.commands : [command]) {
      const sleeps = !background && isSleep(part);
      if (others >= SEARCHED_STATEMENTS - 1 && !sleeps) {
        return found;
      }
      if (sleeps && part.end < last.command.end) {
        found.push(part);
      } else {
        others++;
      }
    }
  }
  return found;
}

function isSleep(node: ShellNode): node is SimpleCommand {
  return node.type === 'Command' && commandName(wordsOf(node)) === 'sleep' && DURATION.test(wordsOf(node)[1] ?? '') && Number.parseFloat(wordsOf(node)[1]) > 0;
}

function prepares({ command }: Statement): boolean {
  return command.type === 'Function' || (command.type === 'Command' && (!command.name || PREPARES.test(commandName(wordsOf(command)))));
}

/** Another container that the app needs, by its program or because a mesh brought it. */
function neededHelper({ recognition }: Scene, { container }: Source): string | undefined {
  if (recognition.program(container)) {
    return undefined;
  }
  return recognition.pod.containers.find(other => other !== container && other.role !== ContainerRole.INIT
    && (isInjected(other) || isNeeded(recognition.program(other)) || isServedTo(recognition, other, container)))?.name;
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
