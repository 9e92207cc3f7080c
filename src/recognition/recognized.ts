import type { App } from './app-sign';
import type { Command } from './commands';
import type { GateAdvice } from './gates/advice';
import type { Helper } from './helper';
import type { Leftover, LeftoverKind } from './leftovers/leftover';
import type { LoopbackCalls } from './loopback-call';
import type { RunningProgram } from './running-program';
import type { Surroundings } from './surroundings';
import type { KnownProgram } from '../knowledge/programs/program';
import type { ProgramRun } from '../knowledge/programs/program-run';
import type { PodModel, PodContainer } from '../kubernetes/pod';

/** What a pod contains: which containers help others, which never exit, which workarounds are left. `Recognition` finds it. */
export interface RecognizedPod {
  readonly pod: PodModel;
  /** The other objects of the input. */
  readonly surroundings: Surroundings;
  /** Sidecar images that the user configures. */
  readonly ownPrograms: readonly KnownProgram[];
  /** The app of the pod; undefined when the manifest does not show it. */
  readonly app: App | undefined;
  /** The containers that serve another one, ordinary and native, in the pod's order. */
  readonly helpers: readonly Helper[];
  /** Who calls whom over loopback, or over a socket in a shared folder. */
  readonly loopback: LoopbackCalls;
  /** The answer to a question about a part of the pod, such as a container; it is computed once. The question must be the same function each time. */
  once<Part extends object, Answer>(question: (recognition: RecognizedPod, part: Part) => Answer, part: Part): Answer;
  /** The helper with a name; undefined when that container serves no other one. */
  helper(name: string): Helper | undefined;
  /** Workarounds that native sidecars make unnecessary. */
  leftovers(kind: LeftoverKind): Leftover[];
  /** The commands of a container and of its hooks. */
  commands(container: PodContainer): readonly Command[];
  /** The program that a container runs, and what shows it. */
  running(container: PodContainer): RunningProgram | undefined;
  /** The command that a container runs, apart from its hooks; undefined when its image decides. */
  runCommand(container: PodContainer): Command | undefined;
  /** The program that a container runs; undefined when it is not known. */
  program(container: PodContainer): KnownProgram | undefined;
  /** How a container runs its program: its version, flags and variables. */
  run(container: PodContainer): ProgramRun;
  /** The startup probe that a container should have, or why none is known. */
  gate(container: PodContainer): GateAdvice;
  /** Whether a container's command never exits on its own. */
  isEndless(container: PodContainer): boolean;
  /** Whether a container's command never exits, not even when a command in its loop fails. */
  isSurelyEndless(container: PodContainer): boolean;
  /** Why a container's first process ignores SIGTERM; undefined when it does not, or when the manifest does not show it. */
  reasonToIgnoreSigterm(container: PodContainer): string | undefined;
}
