import { execFileSync } from 'child_process';
import * as path from 'path';
import { Usage } from './usage';

/** Runs a script of this folder in a fresh process and reads the JSON that it prints. */
export function runFresh<T = Usage>(script: string, ...args: string[]): T {
  const file = path.join(__dirname, script);
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', file, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })) as T;
}

/** What each contender used, in the middle of all rounds. */
export type Medians<Name extends string> = { readonly [name in Name]: Usage };

/**
 * Lets contenders run in turn, each time in a fresh process, and takes the median of each.
 *
 * In turn, and in changing order, so that a machine that gets slower or faster meanwhile does so for all of them.
 */
export function compete<Name extends string>(rounds: number, contenders: { readonly [name in Name]: () => Usage }): Medians<Name> {
  const names = Object.keys(contenders) as Name[];
  const runs = new Map<Name, Usage[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      runs.get(name)!.push(contenders[name]());
    }
  }
  return Object.fromEntries(names.map(name => [name, medianUsage(runs.get(name)!)])) as Medians<Name>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function medianUsage(runs: readonly Usage[]): Usage {
  return {
    cpuMs: median(runs.map(run => run.cpuMs)),
    peakMb: median(runs.map(run => run.peakMb)),
    heapMb: median(runs.map(run => run.heapMb)),
  };
}
