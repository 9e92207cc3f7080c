import { Duration } from 'cdk8s';
import { checkValue, refusal } from '../caller/refusal';
import { DURATION, required, TEXT, TEXTS } from '../data/arguments';
import { checkCommand } from './private/folder';
import { checkPath } from './private/preset';
import { loopScript, TAIL_SCRIPT } from './private/scripts';
import { wording } from '../data/wording';
import { wholeSeconds } from '../sidecars/whole-seconds';

/**
 * A shell program for a sidecar that exits on SIGTERM.
 *
 * A shell that is the first process of a container ignores SIGTERM unless it has a trap. Then every deletion of a pod, and every Job, takes the whole grace period.
 */
export class ShellProgram {
  /**
   * Runs a command repeatedly, with a pause after each run, also after a failure.
   *
   * SIGTERM ends the loop immediately, even while the command runs.
   *
   * @param command the command and its arguments; no shell runs them. Kubernetes replaces `$(NAME)` with environment variables of the container
   * @param pause the time between the end of one run and the start of the next
   */
  public static loop(command: string[], pause: Duration): ShellProgram {
    checkValue(wording`'pause' of a loop`, pause, required(DURATION));
    checkValue(wording`'command' of a loop`, command, TEXTS);
    if (pause.toMilliseconds() < 1000) {
      throw refusal`'pause' of a loop is ${pause.toMilliseconds()} ms: set at least 1 second`;
    }
    return new ShellProgram(loopScript(wholeSeconds(pause)), checkCommand('a loop', command, "['curl', '-fsS', 'http://127.0.0.1:8080/refresh']"));
  }

  /**
   * Prints a file from its beginning, and all lines that the app appends. The file does not need to exist yet.
   *
   * After SIGTERM, it keeps reading for two seconds, because the app has written its last lines just before.
   *
   * @param path the path of the file, for example `/var/log/app/app.log`
   */
  public static tail(path: string): ShellProgram {
    checkValue('the path of a tail', path, required(TEXT, "'/var/log/app/app.log'"));
    const file = checkPath('a tail', path);
    if (file.endsWith('/')) {
      throw refusal`'${path}' is a directory, but a tail requires a file: set the path of the file, for example ${path}app.log`;
    }
    return new ShellProgram(TAIL_SCRIPT, [file], file.slice(0, file.lastIndexOf('/')));
  }

  private constructor(private readonly script: string, private readonly words: readonly string[], private readonly folder?: string) {}

  /**
   * The command that runs the script. Its last word is the name of the script in messages.
   * @internal
   */
  public _command(name: string): string[] {
    return ['sh', '-c', this.script, name];
  }

  /**
   * The arguments of the script.
   * @internal
   */
  public _args(): string[] {
    return [...this.words];
  }

  /**
   * The directory of the file that it reads; undefined for a loop.
   * @internal
   */
  public _tailedFolder(): string | undefined {
    return this.folder;
  }
}
