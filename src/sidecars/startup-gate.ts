import { Duration } from 'cdk8s';
import { wholeSeconds } from './whole-seconds';

/** How long a gate may stay shut when nobody says. */
const DEFAULT_PATIENCE_SECONDS = 60;

/** How often a gate is tried: every second, so that the app waits no longer than it must. */
const PERIOD_SECONDS = 1;

/** How a gate is asked. */
export interface StartupGateOptions {
  /**
   * How long the gate may stay shut before the sidecar is killed and started again.
   * @default Duration.seconds(60)
   */
  readonly patience?: Duration;
  /**
   * How long one attempt may take.
   * @default Duration.seconds(1)
   */
  readonly timeout?: Duration;
}

/** How a gate is asked over HTTP. */
export interface HttpStartupGateOptions extends StartupGateOptions {
  /**
   * Ask over TLS. The certificate is not verified.
   * @default false
   */
  readonly https?: boolean;
}

/** How a gate is asked over gRPC. */
export interface GrpcStartupGateOptions extends StartupGateOptions {
  /**
   * The service that is asked about.
   * @default - the server as a whole
   */
  readonly service?: string;
}

/**
 * What must be true before the containers after a sidecar may start.
 *
 * It becomes the sidecar's startup probe. A kubelet asks it at the pod's address, not at loopback: a port that is bound to 127.0.0.1 never opens the gate.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export class StartupGate {
  /**
   * Opens when an HTTP GET answers with a code from 200 to 399.
   * @param path for example `/ready`
   * @param port a port that listens on all addresses
   */
  public static httpGet(path: string, port: number, options: HttpStartupGateOptions = {}): StartupGate {
    checkPort(port);
    return new StartupGate({ httpGet: { path, port, ...(options.https ? { scheme: 'HTTPS' } : {}) } }, options, port);
  }

  /**
   * Opens when a connection is accepted.
   * @param port a port that listens on all addresses
   */
  public static tcpSocket(port: number, options: StartupGateOptions = {}): StartupGate {
    checkPort(port);
    return new StartupGate({ tcpSocket: { port } }, options, port);
  }

  /**
   * Opens when the gRPC health service answers SERVING.
   * @param port a port that listens on all addresses
   */
  public static grpc(port: number, options: GrpcStartupGateOptions = {}): StartupGate {
    checkPort(port);
    return new StartupGate({ grpc: { port, ...(options.service ? { service: options.service } : {}) } }, options, port);
  }

  /**
   * Opens when a command in the sidecar ends with code 0. The image must have it.
   * @param command the command and its arguments, without a shell
   */
  public static command(command: string[], options: StartupGateOptions = {}): StartupGate {
    if (command.length === 0) {
      throw new Error("a startup gate needs a command: give at least one word, for example ['pg_isready']");
    }
    return new StartupGate({ exec: { command: [...command] } }, options);
  }

  /**
   * Opens when a file exists in the sidecar. The image must have `test`, which distroless images have not.
   * @param path for example `/run/ready`
   */
  public static fileExists(path: string, options: StartupGateOptions = {}): StartupGate {
    if (!path.startsWith('/')) {
      throw new Error(`a startup gate needs an absolute path, '${path}' is none: begin it with '/'`);
    }
    return StartupGate.command(['test', '-e', path], options);
  }

  /**
   * No gate: the containers after the sidecar start as soon as its process runs. Right for a log tailer, wrong for a proxy.
   *
   * The reason is written on the workload, so that checking the YAML later knows it too.
   *
   * @param reason why no one waits for it
   */
  public static none(reason: string): StartupGate {
    if (!reason || reason.trim() === '') {
      throw new Error("a sidecar without a startup gate needs a reason: say why no one waits for it, for example 'it only tails a file'");
    }
    return new StartupGate(undefined, {}, undefined, reason.trim());
  }

  /**
   * The port that is asked.
   * @default - no port is asked
   */
  public readonly port?: number;
  /**
   * Why there is no gate.
   * @default - there is one
   */
  public readonly reasonForNone?: string;

  private readonly action: object | undefined;
  private readonly options: StartupGateOptions;

  private constructor(action: object | undefined, options: StartupGateOptions, port?: number, reasonForNone?: string) {
    this.action = action;
    this.options = options;
    this.port = port;
    this.reasonForNone = reasonForNone;
    checkDuration('patience', options.patience);
    checkDuration('timeout', options.timeout);
  }

  /**
   * The startup probe; undefined when there is no gate.
   * @internal
   */
  public _toProbe(): any {
    const { patience, timeout } = this.options;
    return this.action && {
      ...this.action,
      periodSeconds: PERIOD_SECONDS,
      failureThreshold: patience ? wholeSeconds(patience) : DEFAULT_PATIENCE_SECONDS,
      ...(timeout ? { timeoutSeconds: wholeSeconds(timeout) } : {}),
    };
  }
}

function checkDuration(name: string, value: Duration | undefined): void {
  if (value && value.toMilliseconds() < 1000) {
    throw new Error(`'${name}' of a startup gate is ${value.toMilliseconds()} ms: it must be at least a second`);
  }
}

function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`a startup gate cannot ask port ${port}: give a number from 1 to 65535`);
  }
}
