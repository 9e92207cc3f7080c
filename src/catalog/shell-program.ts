import { Duration } from 'cdk8s';
import { checkCommand } from './private/folder';
import { checkPath } from './private/preset';
import { loopScript, TAIL_SCRIPT } from './private/scripts';
import { wholeSeconds } from '../sidecars/whole-seconds';

/**
 * What a shell does in a sidecar, in a way that ends when it is told to stop.
 *
 * A shell that is the first process of a container ignores the stop signal unless it traps it, and then every deletion and every Job lasts the whole grace
 * period.
 */
export class ShellProgram {
  /**
   * Runs a command, then pauses, again and again. A command that fails is run again like any other.
   *
   * The stop signal ends it at once, also in the middle of the command.
   *
   * @param command the command and its arguments, without a shell; Kubernetes replaces `$(NAME)` by the container's variables
   * @param pause how long it waits between the end of one run and the next
   */
  public static loop(command: string[], pause: Duration): ShellProgram {
    if (pause.toMilliseconds() < 1000) {
      throw new Error(`a loop cannot pause for ${pause.toMilliseconds()} ms: give it at least a second`);
    }
    return new ShellProgram(loopScript(wholeSeconds(pause)), checkCommand('a loop', command, "['curl', '-fsS', 'http://127.0.0.1:8080/refresh']"));
  }

  /**
   * Prints a file from its beginning, and what the app adds to it. The file need not be there yet.
   *
   * After the stop signal it reads on for two seconds, because the app has written its last lines just before.
   *
   * @param path the file, for example `/var/log/app/app.log`
   */
  public static tail(path: string): ShellProgram {
    const file = checkPath('a tail', path);
    if (file.endsWith('/')) {
      throw new Error(`a tail needs a file, '${path}' is a folder: name the file in it, for example ${path}app.log`);
    }
    return new ShellProgram(TAIL_SCRIPT, [file], file.slice(0, file.lastIndexOf('/')));
  }

  private constructor(private readonly script: string, private readonly words: readonly string[], private readonly folder?: string) {}

  /**
   * The command that runs the script. The word after it is the name of the script in messages.
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
   * The folder whose file it reads; undefined for a loop.
   * @internal
   */
  public _tailedFolder(): string | undefined {
    return this.folder;
  }
}
