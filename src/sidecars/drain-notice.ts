import { checkValue } from '../caller/refusal';
import { NUMBER, required, TEXT, TEXTS } from '../data/arguments';
import { wording } from '../data/wording';
import { commandSleepSeconds } from '../kubernetes/hooks';
import { sleepingPreStopMessage } from '../rules/stop/sleeping-pre-stop';
import { STOPPING_PRE_STOP_FIX, stoppingPreStopMessage, stopsProgram } from '../rules/stop/stopping-pre-stop';

/**
 * Tells a sidecar to start draining when the pod starts to terminate.
 *
 * It becomes the preStop hook of the sidecar. The kubelet runs the hooks of all containers *at the same time*, while the app is still running, so this hook must not
 * stop the sidecar, and it does not need to sleep.
 *
 * @exampleMetadata fixture=workload
 * @example
 * new NativeSidecar(web, 'proxy', {
 *   image: 'docker.io/envoyproxy/envoy:v1.39.0',
 *   startup: StartupGate.httpGet('/ready', 9901),
 *   preStop: DrainNotice.httpGet('/drain', 9901),
 * });
 */
export class DrainNotice {
  /**
   * Sends an HTTP GET request to the sidecar, for example to make its readiness check fail.
   * @param path the path, for example `/drain`
   * @param port a port on which the sidecar listens on all addresses
   */
  public static httpGet(path: string, port: number): DrainNotice {
    checkValue('the path of a drain notice', path, required(TEXT, "'/drain'"));
    checkValue('the port of a drain notice', port, required(NUMBER, '8080'));
    return new DrainNotice({ httpGet: { path, port } }, path);
  }

  /**
   * Runs a command in the sidecar. The image must contain the command.
   * @param command the command and its arguments; no shell runs them
   */
  public static command(command: string[]): DrainNotice {
    checkValue(wording`'command' of a drain notice`, command, required(TEXTS));
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
   * Renders the preStop hook for a sidecar of this name.
   * @internal
   */
  public _toHandler(sidecar: string): any {
    const sleeps = this.argv && commandSleepSeconds(this.argv);
    if (sleeps) {
      throw new Error(`NS304 ${sleepingPreStopMessage(sidecar, sleeps)}: remove the sleep`);
    }
    if (stopsProgram(this.text)) {
      throw new Error(`NS303 ${stoppingPreStopMessage(sidecar, this.text)}: ${STOPPING_PRE_STOP_FIX}`);
    }
    return this.handler;
  }
}
