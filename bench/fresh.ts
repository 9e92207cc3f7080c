import { execFileSync } from 'child_process';
import * as path from 'path';
import { Usage } from './usage';

/** Runs a script of this folder in a fresh process and reads the JSON that it prints. */
export function runFresh<T = Usage>(script: string, ...args: string[]): T {
  const file = path.join(__dirname, script);
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', file, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 })) as T;
}

/** The measures of each contender, in the middle of all rounds. */
export type Medians<Name extends string, Measures = Usage> = { readonly [name in Name]: Measures };

/**
 * Lets contenders run in turn, each time in a fresh process, and takes the median of each.
 *
 * In turn, and in changing order, so that a machine that gets slower or faster meanwhile does so for all of them.
 */
export function compete<Name extends string, Measures extends Numbers<Measures> = Usage>(
  rounds: number, contenders: { readonly [name in Name]: () => Measures },
): Medians<Name, Measures> {
  const names = Object.keys(contenders) as Name[];
  const runs = new Map<Name, Measures[]>(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      runs.get(name)!.push(contenders[name]());
    }
  }
  return Object.fromEntries(names.map(name => [name, medians(runs.get(name)!)])) as Medians<Name, Measures>;
}

type Numbers<Measures> = { readonly [measure in keyof Measures]: number };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function medians<Measures extends Numbers<Measures>>(runs: readonly Measures[]): Measures {
  const measures = Object.keys(runs[0]) as (keyof Measures)[];
  return Object.fromEntries(measures.map(measure => [measure, median(runs.map(run => run[measure]))])) as Measures;
}
