import { Binary } from '../binaries';

/** What was measured in a scenario. */
export interface Measured {
  readonly sent?: number;
  readonly lost?: number;
  /** How long what the scenario is about took. */
  readonly seconds?: number;
  /** From the stop signal to the end. */
  readonly stopSeconds?: number;
  readonly exitCode?: number;
  /** The time that the preset promises for its end. */
  readonly shutdownSeconds?: number;
}

/** A program in trouble: what happens around it, and what its preset promises. */
export interface Scenario {
  /** The name of the preset in the gallery, with its variant. */
  readonly preset: string;
  /** As `Program.name` of the catalog. */
  readonly program: string;
  /** What happens, as a part of a sentence. */
  readonly name: string;
  /** The program cannot do better, so that losses are only counted. */
  readonly mayLose?: true;
  /** What it waits for never comes, so that it is killed when its time is over. */
  readonly mayOverrun?: true;
  readonly run: (binary: Binary, path: string) => Promise<Measured>;
}

/** What does not hold. */
export function brokenPromises(scenario: Scenario, { exitCode: expected = 0 }: Binary, measured: Measured): string[] {
  const { lost = 0, sent, exitCode } = measured;
  return [
    ...(lost > 0 && !scenario.mayLose ? [`lost ${lost} of ${sent}`] : []),
    ...(isLate(scenario, measured) ? [`it took ${measured.stopSeconds!.toFixed(1)} s to end, and its preset says ${measured.shutdownSeconds}`] : []),
    ...(exitCode !== undefined && exitCode !== expected && !scenario.mayOverrun ? [`it ended with ${exitCode}, not with ${expected}`] : []),
  ];
}

/** Whether its end takes longer than the preset says. */
export function isLate({ mayOverrun }: Scenario, { stopSeconds = 0, shutdownSeconds = Infinity }: Measured): boolean {
  return !mayOverrun && stopSeconds > shutdownSeconds;
}
