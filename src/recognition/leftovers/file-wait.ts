import { Leftover } from './leftover';
import { removing } from './removal';
import { Finder, Scene } from './scene';
import { commandsIn, nodesOf, ShellNode, walk, WhileLoop, wordsOf } from './shell-walk';
import { commandName, Source } from './sources';
import { isHarmless } from './trivial';
import { volumeFile } from './volumes';
import { runsOnce } from '../../knowledge/programs/runs-once';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { VolumePlace } from '../mounted-folders';
import type { RecognizedPod } from '../recognized';
import { canWrite } from '../shared-files';

/** The condition of a loop that asks for one file, and nothing else. */
const CONDITION = /^\s*(!\s+)?(?:\[\[?|test)\s+(!\s+)?-([efs])\s+["']?(\/[\w./-]+)["']?(?:\s+\]\]?)?\s*;?\s*$/;
const PAUSES = /^(sleep|echo|printf|:|true|date)$/;

/** Finds loops that wait until a sidecar has written a file. */
export const findFileWaits: Finder = scene => scene.sources
  .filter(({ moment, script, container, text }) => moment === 'run' && script && container.role === ContainerRole.MAIN && /\b(while|until)\b/.test(text))
  .flatMap(source => loopsIn(source).flatMap(wait => leftoverOf(scene, source, wait) ?? []));

interface FileWait {
  readonly loop: WhileLoop;
  readonly path: string;
  /** What the loop asks of the file: that it is there, or that it is not empty. */
  readonly test: string;
}

function loopsIn({ script }: Source): FileWait[] {
  const { tree, text } = script!;
  const found: FileWait[] = [];
  // What another shell is given as a word counts its own places.
  walk(nodesOf(tree), node => {
    const match = node.type === 'While' && text.slice(node.pos, node.pos + 5) === node.kind ? CONDITION.exec(text.slice(node.clause.pos, node.clause.end)) : null;
    const isAbsence = match && (match[1] === undefined) !== (match[2] === undefined);
    if (node.type === 'While' && match && isAbsence === (node.kind === 'while') && onlyPauses(node.body)) {
      found.push({ loop: node, test: match[3], path: match[4] });
    }
  });
  return found;
}

function onlyPauses(body: ShellNode): boolean {
  return commandsIn([body]).every(command => PAUSES.test(commandName(wordsOf(command))) && command.redirects.every(isHarmless));
}

function leftoverOf({ recognition }: Scene, { container, script, moment }: Source, { loop, path, test }: FileWait): Leftover | undefined {
  const file = volumeFile(container, path);
  const others = recognition.pod.containers.filter(other => other !== container && other.role !== ContainerRole.INIT);
  const writers = others.filter(other => file !== undefined && canWrite(other, file));
  const bringers = writers.filter(writer => keepsBringing(recognition, writer));
  const covered = bringers.find(bringer => isCovered(recognition, bringer, file!, test));
  const target = covered ?? (writers.length === 1 ? bringers[0] : undefined);
  return target && {
    kind: 'wait-loop',
    container: container.name,
    target: target.name,
    text: path,
    // A file that the script removes may be waited for again.
    ...(covered && !commandsIn(nodesOf(script!.tree)).some(({ name }) => name?.value === 'rm') ? removing(script!, new Set([loop])) : { places: [] }),
    moment,
    wait: 'answer',
    ...(covered ? {} : { asksBehind: true }),
  };
}

/** Whether a container runs a program that brings files for as long as the pod runs. */
function keepsBringing(recognition: RecognizedPod, container: PodContainer): boolean {
  const program = recognition.program(container);
  const run = recognition.run(container);
  return program?.direction === 'content' && !program.standsAlone?.(run) && !runsOnce(program, run);
}

/** Whether the startup probe that a container has, or can have, passes only once a file is there. */
function isCovered(recognition: RecognizedPod, container: PodContainer, file: VolumePlace, test: string): boolean {
  const gate = gateCommand(recognition, container);
  const asksAsMuch = gate?.length === 3 && gate[0] === 'test' && (gate[1] === '-s' || (/^-[ef]$/.test(gate[1]) && test !== 's'));
  const own = asksAsMuch ? volumeFile(container, gate[2]) : undefined;
  return own?.volume === file.volume && own.inside === file.inside;
}

function gateCommand(recognition: RecognizedPod, container: PodContainer): readonly string[] | undefined {
  const program = recognition.program(container);
  const run = recognition.run(container);
  const known = program?.startup && run.runs(program.binary) ? program.startup(run) : undefined;
  const handler: { readonly exec?: { readonly command?: unknown } } | undefined = container.spec.startupProbe ?? (typeof known === 'object' ? known.handler : undefined);
  const command = handler?.exec?.command;
  return Array.isArray(command) ? command.map(String) : undefined;
}
