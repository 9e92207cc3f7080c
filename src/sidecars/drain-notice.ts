import { commandSleepSeconds } from '../kubernetes/hooks';
import { sleepingPreStopMessage } from '../rules/stop/sleeping-pre-stop';
import { STOPPING_PRE_STOP_FIX, stoppingPreStopMessage, stopsProgram } from '../rules/stop/stopping-pre-stop';

/**
 * A word to a sidecar, the moment the pod begins to stop, that it should begin to drain.
 *
 * It becomes the sidecar's pre-stop hook, and a kubelet runs that *first*, together with the app's own hook, not after the app: so it must not stop the
 * sidecar, and it need not sleep.
 */
export class DrainNotice {
  /**
   * Sends an HTTP GET to the sidecar, for example to fail its readiness.
   * @param path for example `/drain`
   * @param port a port that listens on all addresses
   */
  public static httpGet(path: string, port: number): DrainNotice {
    return new DrainNotice({ httpGet: { path, port } }, path);
  }

  /**
   * Runs a command in the sidecar. The image must have it.
   * @param command the command and its arguments, without a shell
   */
  public static command(command: string[]): DrainNotice {
    return new DrainNotice({ exec: { command: [...command] } }, command.join(' '), command);
  }

  private readonly handler: object;
  private readonly text: string;
  private readonly argv?: string[];

  private constructor(handler: object, text: string, argv?: string[]) {
    this.handler = handler;
    this.text = text;
    this.argv = argv;
  }

  /**
   * The pre-stop hook for a sidecar of this name.
   * @internal
   */
  public _toHandler(sidecar: string): any {
    const sleeps = this.argv && commandSleepSeconds(this.argv);
    if (sleeps) {
      throw new Error(`NS304 ${sleepingPreStopMessage(sidecar, sleeps)}: take the sleep away`);
    }
    if (stopsProgram(this.text)) {
      throw new Error(`NS303 ${stoppingPreStopMessage(sidecar, this.text)}: ${STOPPING_PRE_STOP_FIX}`);
    }
    return this.handler;
  }
}
