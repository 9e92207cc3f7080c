/**
 * The shell scripts of the catalog.
 *
 * The first process of a container ignores a signal that it has no handler for, and a shell runs its trap only once the foreground command has ended. So each
 * script sets a trap first and waits for what runs in the background. Commands of the user come as arguments: no word of his is part of a script.
 */

/** How long a tail reads on after its stop signal, in seconds: it looks for new lines once a second. */
export const LAST_READ_SECONDS = 2;

/** Prints a file from its beginning, and what is added to it. The app has written its last lines just before the stop signal. */
export const TAIL_SCRIPT = [
  `trap 'sleep ${LAST_READ_SECONDS}; kill "$!" 2>/dev/null; exit 0' TERM`,
  'tail -n +1 -F "$1" &',
  'wait "$!"',
].join('\n');

/** Runs a command, then pauses, again and again. */
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
 * Says by a file that it is ready, waits for the stop signal, then runs a command and ends with its code. A further signal does not disturb it.
 *
 * What it waits for is ended by the signal itself, so that no moment is wrong for it. Should it end by itself, nothing is run and the kubelet starts it again.
 */
export function afterSignalScript(readyFile: string): string {
  return [
    'tail -f /dev/null &',
    'trap \'told=1; kill "$!" 2>/dev/null\' TERM',
    `: > ${readyFile}`,
    'wait "$!"',
    '[ -n "$told" ] && "$@"',
  ].join('\n');
}
