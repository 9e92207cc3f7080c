import * as fc from 'fast-check';
import { FUZZERS } from './all';

/**
 * Feeds the command input that nobody would write: `npm run fuzz -- [--seconds 60] [--seed 1] [--only shell]`.
 *
 * Every failure is printed with its seed and its smallest input.
 */
function main(args: readonly string[]): number {
  const option = (name: string) => args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined;
  const seconds = Number(option('seconds') ?? 60);
  const first = Number(option('seed') ?? Date.now() % 1_000_000);
  const only = option('only');
  const chosen = FUZZERS.filter(({ name }) => only === undefined || name === only);
  let failures = 0;
  for (const { name, property } of chosen) {
    const end = Date.now() + seconds * 1000 / chosen.length;
    let runs = 0;
    let seed = first;
    for (; Date.now() < end; seed++) {
      const result = fc.check(property(), { seed, numRuns: 200, interruptAfterTimeLimit: Math.max(1, end - Date.now()), endOnFailure: false });
      runs += result.numRuns;
      if (result.failed && !result.interrupted) {
        failures++;
        console.log(`${name}: seed ${seed}, path ${result.counterexamplePath}: ${JSON.stringify(result.counterexample)}\n${String(result.errorInstance).slice(0, 2000)}\n`);
      }
    }
    console.log(`${name}: ${runs} runs, seeds ${first} to ${seed - 1}`);
  }
  return failures > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
