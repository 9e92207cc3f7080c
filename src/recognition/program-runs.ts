import type { Command } from './commands';
import type { RecognizedPod } from './recognized';
import { mountedTexts, unseenConfigMaps } from './settings';
import { wordsOfProgram } from './what-runs';
import { grouped } from '../data/grouped';
import { isObject, listOf } from '../data/json';
import { ProgramRun, RunSource } from '../knowledge/programs/program-run';
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
    this.foundVariables ??= variablesOf(this.container.spec.env);
    return this.foundVariables;
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

function variablesOf(env: unknown): Map<string, string | undefined> {
  return new Map(listOf(env).map(({ name, value, valueFrom }) => [String(name), valueFrom === undefined ? String(value ?? '') : undefined]));
}

/** Flags by which a program does its work once. */
const ONCE = /^-+(one-time|once|exit-after-auth)(=true)?$/;

/** Whether a program does its work once and exits: as a native sidecar it would be started again and again. */
export function endsByItself({ source: { words, variables } }: ProgramRun): boolean {
  return words.some(word => ONCE.test(word)) || [...variables].some(([name, value]) => (/ONE_TIME$/.test(name) && value === 'true') || (name === 'METHOD' && value === 'LIST'));
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
