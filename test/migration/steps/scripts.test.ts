import { podWith } from '../../../fuzz/scripts';
import { compareScript, SHELLS } from '../../../fuzz/shell';
import { migrateText, MigratedText } from '../../../src/core/migrate/migrate-text';
import { entryOf } from '../../../src/core/migrate/pod-entry';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { Surroundings } from '../../../src/recognition/surroundings';

const QUIT = 'curl -X POST localhost:9091/quitquitquit';
const WAIT = 'until nc -z localhost 5432; do sleep 1; done';

function migrate(script: string): MigratedText {
  return migrateText('job.json', podWith(script), { kubernetes: KubernetesVersion.of('1.33'), surroundings: Surroundings.NONE, programs: [] });
}

/** The script of the app after the migration. */
function after(script: string): string {
  return JSON.parse(migrate(script).text).spec.template.spec.containers[0].command[2];
}

function consequences(script: string): readonly string[] {
  return entryOf(migrate(script).pods[0]).consequences ?? [];
}

describe('workarounds of different kinds in one body leave a script that parses', () => {
  test.each([
    ['a function', `deps() {\n  ${WAIT}\n  ${QUIT}\n}\ndeps\n./work`, 'deps() {\n  :\n}\ndeps\n./work'],
    ['a choice', `if ./ready; then\n  ${WAIT}\n  ${QUIT}\nfi\n./work`, 'if ./ready; then\n  :\nfi\n./work'],
    ['a loop', `for i in 1 2; do ${WAIT}; ${QUIT}; done; ./work`, './work'],
    ['a subshell', `(${WAIT}; ${QUIT}); ./work`, './work'],
    ['a group', `{ ${WAIT}; ${QUIT}; }; ./work`, './work'],
  ])('%s', (_name, script, left) => {
    expect(after(script)).toBe(left);
  });
});

test('a script that does not parse stays as it is, and the user is told', () => {
  const { text, pods } = migrate(`./work; ${QUIT}; if`);

  expect(JSON.parse(text).spec.template.spec.containers[0].command[2]).toBe(`./work; ${QUIT}; if`);
  expect(pods[0].plan.manual.map(({ why }) => why)).toContain("remove the quit call of 'app' by hand (localhost:9091/quitquitquit), because it cannot be removed safely here: "
    + "the kubelet stops 'db' when the app has exited, and restarts a native sidecar that quits earlier");
});

test('two sleeps around an export go in one run', () => {
  expect(after('sleep 5; export A=1; sleep 5; ./work')).toBe('export A=1; ./work');
});

test('what a first step uncovers goes in the same run', () => {
  const script = `${WAIT}; sleep 5; ./a`;

  expect(after(script)).toBe('./a');
  expect(entryOf(migrate(script).pods[0]).removed).toEqual(["wait loop of 'app' (nc localhost:5432)", "sleep at the start of 'app' (sleep 5)"]);
});

test('a sleep between two steps of the work stays', () => {
  expect(after(`${WAIT}; ./a; sleep 5; ./b`)).toBe('./a; sleep 5; ./b');
});

test.each([
  ['in a chain', `./work && ${QUIT} && echo done > /out/flag`, './work && echo done > /out/flag'],
  ['of a substitution', `./work && ${QUIT} && echo $(./report)`, './work && echo $(./report)'],
  ['but not a mere message', `./work && ${QUIT} && echo done >&2`, './work'],
])('a message that has an effect stays: %s', (_name, script, left) => {
  expect(after(script)).toBe(left);
});

test.each([
  ['a test of its exit code', `./work; ${QUIT}; [ $? -eq 0 ] || exit 1`],
  ['a choice by its exit code', `./work; ${QUIT}; if [ $? -ne 0 ]; then exit 1; fi`],
  ['its exit code in a variable', `./work; ${QUIT}; X=$?; exit $X`],
  ['its exit code in a group', `./work; { ${QUIT}; exit $?; }`],
  ['its exit code in braces', `./work; ${QUIT}; exit \${?}`],
  ['its output in a file', `set -e; ./work; ${QUIT} > /tmp/r.json; cat /tmp/r.json`],
  ['its output in a file of its own option', `set -e; ./work; ${QUIT} -o /tmp/r.json; cat /tmp/r.json`],
  ['the output of a group', `set -e; ./work; { ${QUIT}; } > /tmp/r.json; cat /tmp/r.json`],
  ['its output in a pipeline', `./work; ${QUIT} | ./report`],
])('a quit call stays, with a to-do, when the script uses %s', (_name, script) => {
  expect(after(script)).toBe(script);
  expect(migrate(script).pods[0].plan.manual.filter(({ rule }) => rule === 'NS501')).toHaveLength(1);
});

test('an output file that nothing reads goes with the quit call', () => {
  expect(after(`./work; ${QUIT} -o /tmp/r.json`)).toBe('./work');
  expect(after(`./work; ${QUIT} > /tmp/r.json`)).toBe('./work');
});

test('another exit code is reported', () => {
  expect(consequences(`./work; ${QUIT}`))
    .toEqual(["'app' now exits with the code of the last command that is left, so its failures show: the quit call came last and hid them"]);
});

test.each([
  ['set -e showed failures before', `set -e; ./work; ${QUIT}`],
  ['the code was kept', `./work; code=$?; ${QUIT}; exit $code`],
  ['a chain ends as its first command', `./work && ${QUIT}`],
])('the same exit code is not: %s', (_name, script) => {
  expect(consequences(script)).toEqual([]);
});

test('work in a trap stays', () => {
  expect(after(`trap './save; ${QUIT}' EXIT; ./work`)).toBe("trap './save' EXIT; ./work");
});

/** What `npm run fuzz` found, in its smallest form. */
test.each([
  `{ work a 1; ${QUIT}; } && work b`,
  `if work a 1; ${QUIT}; then work b; fi`,
  `run() { work a 1; ${QUIT}; }; run && work b`,
  `set -eu\nwork a 3 && ${QUIT}; work b`,
  `set -e; work a 1 || ${QUIT}; work b`,
  `${QUIT} || exit 1; work a`,
  `trap 'work t; ${QUIT}' EXIT; trap '${QUIT}' EXIT; work a`,
  `set -eu\n! ${QUIT}`,
  `(work a 3 && ${QUIT} || ! ${QUIT})`,
  `work a && { true && ! ${QUIT}; }`,
  `set -e\n(! ${QUIT} && work a); work b`,
  `((work a); ${QUIT})`,
  `set -eu\nrun() { work a 1 && ${QUIT}; ${QUIT}; }; run; work b`,
  `set -e\n{ (work a 3; :); } && ${QUIT}`,
  `set -e\n(export A=1; ! ${QUIT}); work a`,
  `set -e\n(work a 1 && work b; ${QUIT}); work c`,
  `set -e\nif work a; then work b 3 && ${QUIT}; fi; ${QUIT}; exit $?`,
  `cat <<EOF\nquit\nEOF\nwork a; ${QUIT} <<EOF\nwork b\nEOF\nwork c`,
])('a shell sees no difference: %s', script => {
  for (const shell of SHELLS) {
    compareScript(script, shell);
  }
});
