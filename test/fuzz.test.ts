import * as fc from 'fast-check';
import { FUZZERS } from '../fuzz/all';

/** `npm run fuzz` does the same for longer, and with other seeds. */
test.each(FUZZERS.map(fuzzer => [fuzzer.name, fuzzer] as const))('a short run of the fuzzer finds nothing: %s', (_name, { property }) => {
  const { failed, counterexample, errorInstance } = fc.check(property(), { seed: 18, numRuns: 60, endOnFailure: true }) as fc.RunDetails<unknown>;

  const error = failed ? String(errorInstance) : undefined;
  expect({ failed, counterexample, error }).toEqual({ failed: false, counterexample: null, error: undefined });
}, 120_000);
