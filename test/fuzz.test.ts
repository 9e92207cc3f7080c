import * as fc from 'fast-check';
import { FUZZERS } from '../fuzz/all';

/** `npm run fuzz` does the same for longer, and with other seeds. */
test.each(FUZZERS.map(fuzzer => [fuzzer.name, fuzzer] as const))('a short run of the fuzzer finds nothing: %s', (_name, { property }) => {
  fc.assert(property(), { seed: 18, numRuns: 60, endOnFailure: true });
}, 120_000);
