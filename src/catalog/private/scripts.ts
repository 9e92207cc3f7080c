/**
 * The shell scripts of the catalog.
 *
 * The first process of a container ignores a signal without a handler, and a shell runs its trap only after the foreground command has ended. So each script sets a
 * trap first and waits for a background process. The user's commands are arguments, never part of a script.
 */

/** How long a tail keeps reading after SIGTERM, in seconds. It checks for new lines once a second. */
export const LAST_READ_SECONDS = 2;

/** Prints a file from its beginning, and all appended lines. The app writes its last lines just before SIGTERM. */
export const TAIL_SCRIPT = [
  `trap 'sleep ${LAST_READ_SECONDS}; kill "$!" 2>/dev/null; exit 0' TERM`,
  'tail -n +1 -F "$1" &',
  'wait "$!"',
].join('\n');

/** Runs a command repeatedly, with a pause after each run. */
export function loopScript(pauseSeconds: number): string {
  return [
    'trap \'kill "$!" 2>/dev/null; exit 0\' TERM',
    'while :; do',
    '  "$@" &',
    '  wait "$!"',
    `  sleep ${pauseSeconds} &`,
    '  wait "$!"',
    'done',
  ].join('\n');
}

/**
 * Creates a file when it is ready, waits for SIGTERM, then runs a command until it succeeds, and exits with its last code. Further signals have no effect.
 *
 * The trap kills the process that the script waits for, so the signal can arrive at any time. If that process exits by itself, the script exits without running the
 * command, and the kubelet restarts it.
 *
 * @param seconds how long after the signal it may run a failed command again. In an image without `date`, it runs the command once
 */
export function afterSignalScript(readyFile: string, seconds: number): string {
  return [
    'tail -f /dev/null &',
    'trap \'told=1; kill "$!" 2>/dev/null\' TERM',
    `: > ${readyFile}`,
    'wait "$!"',
    '[ -n "$told" ] || exit',
    `end=$(($(date +%s) + ${seconds}))`,
    'until "$@"; do',
    '  code=$?',
    '  [ "$(date +%s)" -lt "$end" ] || exit "$code"',
    '  echo "$0: failed with exit code $code, running it again" >&2',
    '  sleep 1',
    'done',
  ].join('\n');
}
