import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';

const QUIT = 'curl -s -X POST localhost:9091/quitquitquit';
/** Calls to proxies that a mesh may inject: they must outlive the migration of the proxy of `podWith`. */
const ISTIO = 'curl -s -X POST localhost:15020/quitquitquit';
const LINKERD = 'wget -qO- --post-data= http://127.0.0.1:4191/shutdown';

/** Commands that work: they leave a line behind, and end with a code. */
const work = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(0, 0, 0, 1, 3)).map(([name, code]) => `work ${name} ${code}`);
const leftover = fc.constantFrom(
  QUIT, `${QUIT} || true`, `${QUIT} >/dev/null 2>&1`, 'wget -qO- --post-data= http://127.0.0.1:9091/quitquitquit', `! ${QUIT}`,
  'until nc -z localhost 5432; do sleep 1; done', 'while ! nc -z 127.0.0.1 5432; do\n  sleep 1\ndone', 'until pg_isready -h localhost -p 5432; do echo waiting; sleep 2; done',
  "timeout 60 sh -c 'until nc -z localhost 5432; do sleep 1; done'", `${QUIT} <<< x`, `out=$(${QUIT})`, `echo "$(${QUIT}; echo é)"`, `${QUIT} \\\n  -H 'X: ü'`, `${QUIT} &`,
  'for i in 1 2 3; do nc -z localhost 5432 && break; sleep 1; done', 'i=0; until nc -z localhost 5432 || [ $i -ge 3 ]; do i=$((i+1)); sleep 1; done', 'sleep 5', 'sleep 10', `(sleep 3; ${QUIT}) &`, `${QUIT} | cat`, `sh -c "${QUIT}"`,
  ISTIO, LINKERD, `${ISTIO} || true`, `${ISTIO}; ${QUIT}`, `${QUIT}; ${ISTIO}`, `${QUIT} http://127.0.0.1:15020/quitquitquit`,
);
const other = fc.constantFrom('export A=1', 'echo note', 'set -e', 'cd /', ':', 'true', 'code=$?', 'A=2', `trap '${QUIT}' EXIT`, `trap 'work t 0; ${QUIT}' EXIT`, `trap '${ISTIO}; ${QUIT}' EXIT`, 'cat <<EOF\nquit\nEOF', 'wait',
  'set -u', 'set -o pipefail', 'set +e', 'false', `alias q='${QUIT}'`, 'work "$(echo "$(echo a)")" 0', 'work \\\n  b 0', `cat <<'EOF' | work h 0\n${QUIT}\nEOF`, 'cat <<-EOF\n\t$(work s 0)\n\tEOF', 'work p 0 & wait',
  'work "$?" 0', 'exec 4>&1', 'trap \'work i 0\' INT', 'work "${A:-none}" 0', 'return 2', 'exit 4', 'exec true', 'arr=(a b); work "${arr[1]}" 0', 'cat <(echo q)');
const joint = fc.constantFrom('; ', '\n', '\n\n', '\n# a comment\n');

/** The statements of a script: workarounds among real work, one inside another. */
const { list } = fc.letrec<{ readonly list: string; readonly statement: string }>(tie => {
  const some = fc.array(tie('statement'), { minLength: 1, maxLength: 3 });
  const body = fc.tuple(some, joint).map(([statements, join]) => join2(statements, join));
  const link = fc.oneof({ weight: 3, arbitrary: fc.oneof(work, leftover.filter(isLink)) }, { weight: 1, arbitrary: body.map(inner => `{ ${inner}\n}`) });
  return {
    list: fc.tuple(fc.array(tie('statement'), { minLength: 1, maxLength: 5 }), joint).map(([statements, join]) => join2(statements, join)),
    statement: fc.oneof({ maxDepth: 3 }, { weight: 5, arbitrary: fc.oneof(work, leftover, other) },
      { weight: 3, arbitrary: fc.tuple(fc.array(link, { minLength: 2, maxLength: 4 }), fc.constantFrom(' && ', ' || ', ' && \\\n ')).map(([links, operator]) => links.join(operator)) },
      { weight: 1, arbitrary: fc.tuple(link, link, link).map(([a, b, c]) => `${a} && ${b} || ${c}`) },
      { weight: 1, arbitrary: fc.tuple(link, link, link).map(([a, b, c]) => `${a} || ${b} && ${c}`) },
      { weight: 1, arbitrary: fc.tuple(link, body, body).map(([clause, then, otherwise]) => `if ${clause}; then\n${then}\nelse\n${otherwise}\nfi`) },
      { weight: 1, arbitrary: fc.tuple(link, body).map(([clause, then]) => `if ${clause}; then\n${then}\nfi`) },
      { weight: 1, arbitrary: body.map(inner => `for i in 1 2; do\n${inner}\ndone`) },
      { weight: 1, arbitrary: body.map(inner => `(${inner})`) },
      { weight: 1, arbitrary: body.map(inner => `{ ${inner}\n}`) },
      { weight: 1, arbitrary: body.map(inner => `run() {\n${inner}\n}\nrun`) },
      { weight: 1, arbitrary: fc.tuple(body, body).map(([first, second]) => `quit() {\n${first}\n}\nfinish() { quit; work f 0; }\n${second}\nfinish`) },
      { weight: 1, arbitrary: body.map(inner => `out=$(${inner}\n)`) },
      // Who ends without reading would end the first one too, but only sometimes before it has done its work.
      { weight: 1, arbitrary: fc.tuple(link, link).map(([first, second]) => `${first} | { while read -r line; do :; done; ${second}\n}`) },
      { weight: 1, arbitrary: body.map(inner => `{ ${inner}\n} &\nwait $!`) },
      { weight: 1, arbitrary: body.map(inner => `trap 'work u 0' EXIT\n${inner}`) },
      { weight: 1, arbitrary: link.map(inner => `! ${inner}`) },
      { weight: 1, arbitrary: fc.tuple(body, link).map(([inner, until]) => `for n in 1 2; do\n${inner}\n${until} && continue\ndone`) },
      { weight: 1, arbitrary: fc.tuple(body, body).map(([a, b]) => `case x in\nx) ${a}\n;;\n*) ${b}\n;;\nesac`) },
    ),
  };
});

/** Shell scripts with workarounds for the proxy of `podWith`. */
export const scripts = list;

/** Also with a last line that keeps the exit code, as careful people write. */
export const anyScript = fc.tuple(fc.constantFrom('', 'set -e\n', '#!/bin/sh\nset -eu\n'), list, fc.constantFrom('', '\n', '\nexit 0\n', '; exit $?')).map(parts => parts.join(''));

function isLink(text: string): boolean {
  return !text.endsWith('&') && !/\|\||t; /.test(text);
}

/** A heredoc ends its line; a job in the background ends its statement. */
function join2(statements: readonly string[], join: string): string {
  return statements.reduce((text, statement, index) => text + (index === 0 ? '' : /&$|\n\t?EOF$/.test(statements[index - 1]) && join === '; ' ? '\n' : join) + statement, '');
}

/** A Job whose app runs a script beside a Cloud SQL proxy. */
export function podWith(script: string): string {
  return `${JSON.stringify({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'job' },
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            { name: 'app', image: 'ghcr.io/acme/app:1', command: ['sh', '-c', script] },
            { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=5432', '--quitquitquit', 'a:b:c'] },
          ],
        },
      },
    },
  }, undefined, 1)}\n`;
}

/** What a script does. */
export interface Executed {
  readonly code: number | null;
  /** What worked, and which proxies of a mesh were told to quit, in this order. */
  readonly work: string;
  readonly unparsed: boolean;
}

/** Every program that a script can call is a function that does nothing or leaves a line; there is no PATH, no environment and no file to write. */
const STAGE = `
work() { echo "work $1" >&3; return "\${2:-0}"; }
mesh() { for word; do case $word in *:15020/* | *:4191/*) echo "mesh $word" >&3 ;; esac; done; }
curl() { mesh "$@"; }
wget() { mesh "$@"; }
nc() { :; }
pg_isready() { :; }
sleep() { :; }
timeout() { :; }
sh() { :; }
cat() { :; }
`;

/** Executes a script in a shell in which nothing is real. */
export function execute(shell: string, script: string): Executed {
  const parsed = spawnSync(shell, ['-n', '-c', script], { env: { PATH: '/nonexistent' }, encoding: 'utf8', timeout: 10_000 });
  const { status, output } = spawnSync(shell, ['-c', `${STAGE}\neval "$SCRIPT"`], {
    env: { PATH: '/nonexistent', SCRIPT: script }, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: 10_000,
  });
  return { code: status, work: output[3] ?? '', unparsed: parsed.status !== 0 };
}
