import * as fc from 'fast-check';
import { FUZZERS } from '../fuzz/all';
import { compareScript, SHELLS } from '../fuzz/shell';

/** `npm run fuzz` does the same for longer, and with other seeds. */
test.each(FUZZERS.map(fuzzer => [fuzzer.name, fuzzer] as const))('a short run of the fuzzer finds nothing: %s', (_name, { property }) => {
  const { failed, counterexample, errorInstance } = fc.check(property(), { seed: 18, numRuns: 60, endOnFailure: true }) as fc.RunDetails<unknown>;

  const error = failed ? String(errorInstance) : undefined;
  expect({ failed, counterexample, error }).toEqual({ failed: false, counterexample: null, error: undefined });
}, 120_000);

/** What longer runs found. */
const QUIT = 'curl -s -X POST localhost:9091/quitquitquit';
test.each([
  ['a failure behind a sleep', `#!/bin/sh\nset -eu\n${QUIT} || work a 0; sleep 5 && ! ${QUIT} && { { export A=1\n} && work a 0\n}`],
  ['a failure in a choice', `run() {\nif work a 0; then\nif ${QUIT}; then\n! ${QUIT}\nfi\nelse\n(${QUIT})\nfi\n}\nrun`],
  ['a constant failure behind a sleep', 'set -e\nwork a 0\nsleep 5 && ! true'],
])('a script that longer runs found does the same as before: %s', (_name, script) => {
  SHELLS.forEach(shell => expect(() => compareScript(script, shell)).not.toThrow());
});
