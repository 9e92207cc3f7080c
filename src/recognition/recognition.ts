import { App } from './app-sign';
import { Command, commandsOf } from './commands';
import type { GateAdvice } from './gates/advice';
import type { Helper } from './helper';
import { appOf, gateOf, helpersOf, isEndless, isSurelyEndless, leftoversOf, loopbackOf, reasonToIgnoreSigterm, viewOf } from './lazy';
import { Leftover, LeftoverKind } from './leftovers/leftover';
import type { LoopbackCalls } from './loopback-call';
import { runOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { RunningProgram } from './running-program';
import { Surroundings } from './surroundings';
import { whatRuns } from './what-runs';
import { aboutShared } from '../data/shared-value';
import { appImageOf } from '../knowledge/known-programs';
import { ImageFacts, ImageNeeds, KnownProgram } from '../knowledge/programs/program';
import { ProgramRun } from '../knowledge/programs/program-run';
import { askImage } from '../kubernetes/image-of';
import { PodModel, PodContainer } from '../kubernetes/pod';

/** Only the configuration of the user looks at more than the container. */
function programIn(recognition: RecognizedPod, container: PodContainer): RunningProgram | undefined {
  const find = () => whatRuns(container, recognition.runCommand(container), recognition.ownPrograms);
  return recognition.ownPrograms.length > 0 ? find() : aboutShared(container.spec, 'what runs', find);
}

/** Recognizes what a pod contains: which containers help others, which never exit, which workarounds are left. Each answer is computed once. */
export class Recognition implements RecognizedPod {
  private foundApp?: { readonly app: App | undefined };
  private foundHelpers?: Helper[];
  private helpersByName?: ReadonlyMap<string, Helper>;
  private foundLeftovers?: Leftover[];
  private foundLoopback?: LoopbackCalls;
  private readonly answers = new Map<unknown, unknown>();
  private readonly foundCommands = new Map<string, Command[]>();
  private readonly foundPrograms = new Map<string, RunningProgram | undefined>();
  private readonly foundRuns = new Map<string, ProgramRun>();
  private readonly foundGates = new Map<string, GateAdvice>();

  /**
   * @param pod the pod
   * @param surroundings the other objects of the input
   * @param ownPrograms sidecar images that the user configures; they take precedence over the known ones
   */
  public constructor(
    public readonly pod: PodModel,
    public readonly surroundings: Surroundings = Surroundings.NONE,
    public readonly ownPrograms: readonly KnownProgram[] = [],
  ) {}

  /** The containers that serve another one, ordinary and native, in the pod's order. */
  public get helpers(): readonly Helper[] {
    this.foundHelpers ??= helpersOf(this);
    return this.foundHelpers;
  }

  /** The answer to a question about a part of the pod, such as a container; it is computed once. The question must be the same function each time. */
  public once<Part extends object, Answer>(question: (recognition: RecognizedPod, part: Part) => Answer, part: Part): Answer {
    let known = this.answers.get(question) as Map<Part, Answer> | undefined;
    if (!known) {
      known = new Map();
      this.answers.set(question, known);
    }
    const found = known.get(part);
    if (found !== undefined || known.has(part)) {
      return found as Answer;
    }
    const answer = question(this, part);
    known.set(part, answer);
    return answer;
  }

  /** The helper with a name; undefined when that container serves no other one. */
  public helper(name: string): Helper | undefined {
    this.helpersByName ??= new Map([...this.helpers].reverse().map(helper => [helper.container.name, helper]));
    return this.helpersByName.get(name);
  }

  /** The app of the pod; undefined when the manifest does not show it. */
  public get app(): App | undefined {
    this.foundApp ??= { app: appOf(viewOf(this)) };
    return this.foundApp.app;
  }

  /** Workarounds that native sidecars make unnecessary. */
  public leftovers(kind: LeftoverKind): Leftover[] {
    this.foundLeftovers ??= leftoversOf(this);
    return this.foundLeftovers.filter(leftover => leftover.kind === kind);
  }

  /** Who calls whom over loopback, or over a socket in a shared folder. */
  public get loopback(): LoopbackCalls {
    this.foundLoopback ??= loopbackOf(this);
    return this.foundLoopback;
  }

  /** The commands of a container and of its hooks. */
  public commands(container: PodContainer): readonly Command[] {
    return this.foundCommands.get(container.name) ?? this.find(this.foundCommands, container, ({ pod }) => commandsOf(pod, container));
  }

  /** The program that a container runs; undefined when it is not known. */
  public program(container: PodContainer): KnownProgram | undefined {
    return this.running(container)?.program;
  }

  /** The program that a container runs, and what shows it. */
  public running(container: PodContainer): RunningProgram | undefined {
    return this.foundPrograms.has(container.name)
      ? this.foundPrograms.get(container.name)
      : this.find(this.foundPrograms, container, recognition => programIn(recognition, container));
  }

  /** The command that a container runs, apart from its hooks; undefined when its image decides. */
  public runCommand(container: PodContainer): Command | undefined {
    return this.commands(container).find(command => command.moment === 'run');
  }

  /** What is known of a container's image. */
  public imageFacts(container: PodContainer): ImageFacts | undefined {
    return this.program(container) ?? askImage(container.spec, appImageOf);
  }

  /** What a container's image needs from its security context; undefined when that is not known, or when the container runs something else. */
  public imageNeeds(container: PodContainer): ImageNeeds | undefined {
    const facts = this.imageFacts(container);
    return facts?.imageNeeds && this.run(container).runs(facts.binary) ? facts.imageNeeds(this.run(container)) : undefined;
  }

  /** How a container runs its program: its version, flags and variables. */
  public run(container: PodContainer): ProgramRun {
    return this.foundRuns.get(container.name) ?? this.find(this.foundRuns, container, recognition => runOf(recognition, container));
  }

  /** The startup probe that a container should have, or why none is known. */
  public gate(container: PodContainer): GateAdvice {
    return this.foundGates.get(container.name) ?? this.find(this.foundGates, container, recognition => gateOf(recognition, container));
  }

  /** Whether a container's command never exits on its own. */
  public isEndless(container: PodContainer): boolean {
    return this.once(isEndless, container);
  }

  /** Whether a container's command never exits, not even when a command in its loop fails. */
  public isSurelyEndless(container: PodContainer): boolean {
    return this.once(isSurelyEndless, container);
  }

  /** Why a container's first process ignores SIGTERM; undefined when it does not, or when the manifest does not show it. */
  public reasonToIgnoreSigterm(container: PodContainer): string | undefined {
    return reasonToIgnoreSigterm(this, container);
  }

  /**
   * Computes an answer and remembers it. One method for all of them: V8 then does not try to inline what computes them where they are asked for, which takes it
   * longer than all answers about a hundred pods.
   */
  private find<T>(known: Map<string, T>, { name }: PodContainer, compute: (recognition: Recognition) => T): T {
    const answer = compute(this);
    known.set(name, answer);
    return answer;
  }
}
