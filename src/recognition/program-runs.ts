import type { Command, ShellScript } from './commands';
import { wordsOf } from './leftovers/shell-walk';
import { withoutStarter } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import { mayHaveMoreVariables, mountedTexts, unseenConfigMaps, variablesOf } from './settings';
import { wordsOfProgram } from './what-runs';
import { grouped } from '../data/grouped';
import { isObject, listOf } from '../data/json';
import { KnownProgram } from '../knowledge/programs/program';
import { ProgramRun, RunSource } from '../knowledge/programs/program-run';
import { runsOnce } from '../knowledge/programs/runs-once';
import { PodContainer } from '../kubernetes/pod';

/**
 * How a container runs its program.
 *
 * @param image another image than the one that the container names
 */
export function runOf(recognition: RecognizedPod, container: PodContainer, image?: string): ProgramRun {
  return new ProgramRun(new ContainerRun(recognition, container, image));
}

/** Everything is computed on demand: most facts need only the words of the command, and a script must be parsed to get them. */
class ContainerRun implements RunSource {
  private foundWords?: readonly string[];
  private foundVariables?: ReadonlyMap<string, string | undefined>;
  private foundFiles?: readonly string[];

  public constructor(private readonly recognition: RecognizedPod, private readonly container: PodContainer, private readonly otherImage?: string) {}

  /** An image of another name does not tell the version of the program that its command runs. */
  public get image(): string {
    return this.recognition.running(this.container)?.by === 'command' ? '' : this.otherImage ?? String(this.container.spec.image ?? '');
  }

  public get words(): readonly string[] {
    this.foundWords ??= this.readWords();
    return this.foundWords;
  }

  public get hasCommand(): boolean {
    const { command } = this.container.spec;
    return Array.isArray(command) && command.length > 0;
  }

  public get inScript(): boolean {
    return this.command?.script !== undefined;
  }

  public get variables(): ReadonlyMap<string, string | undefined> {
    this.foundVariables ??= variablesOf(this.recognition, this.container);
    return this.foundVariables;
  }

  public get mayHaveMoreVariables(): boolean {
    return mayHaveMoreVariables(this.recognition, this.container);
  }

  public get hasMounts(): boolean {
    return listOf(this.container.spec.volumeMounts).length > 0;
  }

  public get ports(): readonly number[] {
    return portsOf(this.container);
  }

  public files(): readonly string[] {
    this.foundFiles ??= mountedTexts(this.recognition, this.container);
    return this.foundFiles;
  }

  public unseenConfigMaps(): readonly string[] {
    return unseenConfigMaps(this.recognition, this.container);
  }

  public freePort(wanted: number): number {
    return freePort(this.recognition, this.container, wanted);
  }

  private readWords(): readonly string[] {
    const { command } = this;
    if (!command?.script) {
      return command?.words ?? [];
    }
    const program = this.recognition.program(this.container);
    return (program && wordsOfProgram(command, program)) ?? scriptWords(command.script.tree);
  }

  private get command(): Command | undefined {
    return this.recognition.runCommand(this.container);
  }
}

/** The ports that a container declares. */
export function portsOf({ spec }: PodContainer): number[] {
  return listOf(spec.ports).map(({ containerPort }) => containerPort).filter(port => typeof port === 'number');
}

/** The words of every command in a script. */
function scriptWords(tree: unknown): string[] {
  const words: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
    } else if (isObject(node)) {
      if (node.type === 'Command') {
        words.push(...[node.name, ...node.suffix ?? []].flatMap(word => typeof word?.value === 'string' ? [word.value] : []));
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(tree);
  return words;
}

/** Whether a container does one thing with a known program and exits, so that it can serve nobody. A script may go on with something else, or do it again and again. */
export function endsByItself(recognition: RecognizedPod, container: PodContainer): boolean {
  return recognition.once(endsHere, container);
}

function endsHere(recognition: RecognizedPod, container: PodContainer): boolean {
  const program = recognition.program(container);
  const run = recognition.run(container);
  if (program === undefined || !runsOnce(program, run)) {
    return false;
  }
  const script = recognition.runCommand(container)?.script;
  return script === undefined || (!recognition.isEndless(container) && isLastCommand(script.tree.commands, program));
}

/** Whether what a script does in the end is to run a program. */
function isLastCommand(statements: ShellScript['tree']['commands'], program: KnownProgram): boolean {
  const last = statements.at(-1);
  const command = last?.command.type === 'Pipeline' || last?.command.type === 'AndOr' ? last.command.commands.at(-1) : last?.command;
  const [name = ''] = command?.type === 'Command' && !last?.background ? withoutStarter(wordsOf(command)) : [];
  const plain = name.slice(name.lastIndexOf('/') + 1);
  return program.command?.test(plain) === true || program.binary?.test(plain) === true || program.repositories.test(plain);
}

/** What the ports of a pod depend on; found out once for all containers. */
interface PodPorts {
  /** The containers that declare each port. */
  readonly owners: ReadonlyMap<number, readonly PodContainer[]>;
  /** How many earlier containers run the same program. */
  readonly earlier: ReadonlyMap<PodContainer, number>;
}

const knownPorts = new WeakMap<RecognizedPod, PodPorts>();

function podPorts(recognition: RecognizedPod): PodPorts {
  const known = knownPorts.get(recognition) ?? readPorts(recognition);
  knownPorts.set(recognition, known);
  return known;
}

function readPorts(recognition: RecognizedPod): PodPorts {
  const { containers } = recognition.pod;
  const declared = containers.flatMap(container => portsOf(container).map(port => ({ port, container })));
  const owners = [...grouped(declared, ({ port }) => port)].map(([port, all]) => [port, all.map(({ container }) => container)] as const);
  const siblings = [...grouped(containers, container => recognition.program(container)).values()];
  return { owners: new Map(owners), earlier: new Map(siblings.flatMap(group => group.map((container, index) => [container, index] as const))) };
}

/** The containers that declare a port. */
export function ownersOf(recognition: RecognizedPod, port: number): readonly PodContainer[] {
  return podPorts(recognition).owners.get(port) ?? [];
}

/** The wanted port is moved on where another container declares it, and by one for each earlier container of the same program. */
function freePort(recognition: RecognizedPod, container: PodContainer, wanted: number): number {
  const { owners, earlier } = podPorts(recognition);
  let port = wanted + (earlier.get(container) ?? 0);
  while (owners.has(port) || (recognition.loopback.ownerOf(port) ?? container) !== container) {
    port++;
  }
  return port;
}
