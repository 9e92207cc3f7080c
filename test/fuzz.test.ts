import * as fc from 'fast-check';
import { FUZZERS } from '../fuzz/all';
import { compareScript, SHELLS } from '../fuzz/shell';
import { survive } from '../fuzz/text';

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
  ['work that reads what a wait prints', 'until nc -z localhost 5432; do sleep 1; done | work a 0\nwork b 0'],
  ['work that reads what a wait prints, in a group', '{ until nc -z localhost 5432; do sleep 1; done; } | { work a 0; }\nwork b 0'],
  ['work that is given what a quit answers', `work a 0\nwork "$(${QUIT})" 0\nwork b 0`],
  ['a loop that asks what a quit answers', `n=0; while [ "$(${QUIT} -w x)" = 200 ] && [ $n -lt 3 ]; do n=$((n+1)); work $n 0; done\nwork b 0`],
  ['a choice by what a quit answers', `work a 0\nif [ "$(${QUIT} -w x)" = 200 ]; then work b 0; exit 1; fi\nwork c 0`],
  ['a quit that is negated twice', `run() {\n! { ! ${QUIT}\n}\n}\nrun`],
  ['a job whose process is asked for', `set -eu\nwork a 0\n{ ${QUIT}\n} &\nwait $!`],
  ['a job whose exit code is asked for', `{ if ${QUIT}; then\nwork a 3; ${QUIT}\nfi\n} &\nwait $!; work "$?" 0`],
  ['a loop that ends before it asks', "run() {\nfor n in 1 2; do\nreturn 2\ntimeout 60 sh -c 'until nc -z localhost 5432; do sleep 1; done' && continue\ndone\nwork b 0\n}\nrun"],
  ['a function in a loop', `for i in 1 2; do\nrun() {\nwork a 3; ${QUIT}\n}\nrun\ndone; exit $?`],
  ['a sleep that counts as a failure', `if { ${QUIT}; ! sleep 5\n}; then\nwork a 0\nfi`],
])('a script that longer runs found does the same as before: %s', (_name, script) => {
  SHELLS.forEach(shell => expect(() => compareScript(script, shell)).not.toThrow());
});

test('metadata of a wrong type is a mistake of the manifest, not one to report', () => {
  const env = [{ name: 'DATABASE_URL', value: 'postgres://shop@127.0.0.1:5432/shop' }];
  const db = {
    name: 'db',
    image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1',
    args: ['--port=5432', 'acme:europe-west1:shop'],
    resources: { requests: { cpu: '100m', memory: '64Mi' } },
    lifecycle: { preStop: { exec: { command: ['/bin/sleep', '20'] } } },
  };
  const template = { metadata: true, spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }], env }, db] } };
  const workload = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { selector: { matchLabels: { app: 'web' } }, template } };

  expect(() => survive(`${JSON.stringify(workload, undefined, 1)}\n`)).not.toThrow();
});
