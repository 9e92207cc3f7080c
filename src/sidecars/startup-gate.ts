import { Duration } from 'cdk8s';
import { probedBy } from './probe-action';
import { wholeSeconds } from './whole-seconds';
import { checkProps, checkValue, refusal } from '../caller/refusal';
import { DURATION, FLAG, Kinds, required, shown, TEXT, TEXTS } from '../data/arguments';
import { member, wording } from '../data/wording';
import { thresholdFor } from '../kubernetes/probes';

/** How long a gate may stay closed by default. */
const DEFAULT_PATIENCE_SECONDS = 60;

/** How often the kubelet checks a gate: every second, so that the app does not wait longer than necessary. */
const PERIOD_SECONDS = 1;

/** Options for a startup gate. */
export interface StartupGateOptions {
  /**
   * How long the gate may stay closed, at least, before the kubelet restarts the sidecar.
   * @default Duration.seconds(60)
   */
  readonly patience?: Duration;
  /**
   * How long one check may take.
   * @default Duration.seconds(1)
   */
  readonly timeout?: Duration;
}

/** Options for a startup gate that uses HTTP. */
export interface HttpStartupGateOptions extends StartupGateOptions {
  /**
   * Uses HTTPS. The kubelet does not verify the certificate.
   * @default false
   */
  readonly https?: boolean;
}

/** Options for a startup gate that uses gRPC. */
export interface GrpcStartupGateOptions extends StartupGateOptions {
  /**
   * The service name in the health check request.
   * @default - the health of the whole server
   */
  readonly service?: string;
}

/** Shared by all gates without options. */
const NO_OPTIONS: StartupGateOptions = {};

/** What the options must be. */
const OPTION_KINDS: Kinds<HttpStartupGateOptions & GrpcStartupGateOptions> = { patience: DURATION, timeout: DURATION, https: FLAG, service: TEXT };

/**
 * The condition that must be true before the containers after a sidecar start.
 *
 * It becomes the startup probe of the sidecar. The kubelet connects to the IP address of the pod, not to loopback: a program that listens only on 127.0.0.1 never
 * opens the gate.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 *
 * @exampleMetadata fixture=workload
 * @example
 * StartupGate.httpGet('/ready', 15021, { patience: Duration.seconds(30) });
 * StartupGate.tcpSocket(9000);
 * StartupGate.command(['pg_isready']);
 * StartupGate.none('it only tails a file');
 */
export class StartupGate {
  /**
   * Opens when an HTTP GET request returns a status code from 200 to 399.
   * @param path the path, for example `/ready`
   * @param port a port on which the sidecar listens on all addresses
   * @param options whether to use HTTPS, how long the gate may stay closed, and how long one check may take
   */
  public static httpGet(path: string, port: number, options: HttpStartupGateOptions = NO_OPTIONS): StartupGate {
    checkValue('the path of a startup gate', path, required(TEXT, "'/ready'"));
    checkPort(port);
    return new StartupGate({ httpGet: { path, port, ...(options?.https ? { scheme: 'HTTPS' } : {}) } }, options, port);
  }

  /**
   * Opens when the sidecar accepts a TCP connection.
   *
   * Use `httpGet` or `command` where the program has an endpoint or the image a command. The proxy of a mesh may accept the connection before the sidecar listens, so that
   * the gate opens too early: NS121 reports it.
   *
   * @param port a port on which the sidecar listens on all addresses
   * @param options how long the gate may stay closed, and how long one check may take
   */
  public static tcpSocket(port: number, options: StartupGateOptions = NO_OPTIONS): StartupGate {
    checkPort(port);
    return new StartupGate({ tcpSocket: { port } }, options, port);
  }

  /**
   * Opens when the gRPC health service returns SERVING.
   * @param port a port on which the sidecar listens on all addresses
   * @param options the service to check, how long the gate may stay closed, and how long one check may take
   */
  public static grpc(port: number, options: GrpcStartupGateOptions = NO_OPTIONS): StartupGate {
    checkPort(port);
    return new StartupGate({ grpc: { port, ...(options?.service ? { service: options.service } : {}) } }, options, port);
  }

  /**
   * Opens when a command in the sidecar exits with code 0. The image must contain the command.
   * @param command the command and its arguments; no shell runs them
   * @param options how long the gate may stay closed, and how long one check may take
   */
  public static command(command: string[], options: StartupGateOptions = {}): StartupGate {
    checkValue(wording`'command' of a startup gate`, command, required(TEXTS));
    if (command.length === 0) {
      throw refusal`'command' of a startup gate is empty: set at least one word, for example ['pg_isready']`;
    }
    return new StartupGate({ exec: { command: [...command] } }, options);
  }

  /**
   * Opens when a file exists in the sidecar. The image must contain the `test` command; distroless images do not.
   * @param path the absolute path of the file, for example `/run/ready`
   * @param options how long the gate may stay closed, and how long one check may take
   */
  public static fileExists(path: string, options: StartupGateOptions = {}): StartupGate {
    checkValue('the path of a startup gate', path, required(TEXT, "'/run/ready'"));
    if (!path.startsWith('/')) {
      throw new Error(`the path '${path}' of a startup gate is not absolute: start it with '/'`);
    }
    return StartupGate.command(['test', '-e', path], options);
  }

  /**
   * Opens when the check of a cdk8s-plus probe succeeds.
   *
   * The gate takes over what the probe checks, and its timeout. It has its own timing: the kubelet checks every second, for as long as `patience` allows.
   *
   * @param probe a `Probe` of cdk8s-plus of any version; unless it runs a command, it must have a port
   * @param options how long the gate may stay closed, and how long one check may take
   */
  public static fromProbe(probe: any, options: StartupGateOptions = {}): StartupGate {
    const { port, timeoutSeconds, ...action } = probedBy(probe);
    return new StartupGate(action, timeoutSeconds === undefined ? options : { timeout: Duration.seconds(timeoutSeconds), ...options }, port);
  }

  /**
   * Opens immediately: the next containers start as soon as the process of the sidecar runs. Use it for a log tailer, not for a proxy.
   *
   * The reason becomes an annotation of the workload, so that later checks of the YAML see it too.
   *
   * @param reason why no container needs to wait for the sidecar
   */
  public static none(reason: string): StartupGate {
    if (typeof reason !== 'string' || reason.trim() === '') {
      throw refusal`StartupGate.none has no reason: state why no container needs to wait for the sidecar, for example 'it only tails a file'`;
    }
    return new StartupGate(undefined, {}, undefined, reason.trim());
  }

  /**
   * The port that the kubelet checks.
   * @default - the gate checks no port
   */
  public readonly port?: number;
  /**
   * The reason why the sidecar has no gate.
   * @default - the sidecar has a gate
   */
  public readonly reasonForNone?: string;

  private readonly action: object | undefined;
  private readonly options: StartupGateOptions;

  private constructor(action: object | undefined, options: StartupGateOptions, port?: number, reasonForNone?: string) {
    this.action = action;
    this.options = options;
    this.port = port;
    this.reasonForNone = reasonForNone;
    checkProps('a startup gate', options, OPTION_KINDS);
    checkDuration('patience', options.patience);
    checkDuration('timeout', options.timeout);
  }

  /**
   * Renders the startup probe; undefined when there is no gate.
   * @internal
   */
  public _toProbe(): any {
    const { patience, timeout } = this.options;
    return this.action && {
      ...this.action,
      periodSeconds: PERIOD_SECONDS,
      failureThreshold: thresholdFor(patience ? wholeSeconds(patience) : DEFAULT_PATIENCE_SECONDS),
      ...(timeout ? { timeoutSeconds: wholeSeconds(timeout) } : {}),
    };
  }
}

function checkDuration(name: string, value: Duration | undefined): void {
  if (value && value.toMilliseconds() < 1000) {
    throw refusal`${member(name)} of a startup gate is ${value.toMilliseconds()} ms: set at least 1 second`;
  }
}

function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`port ${shown(port)} of a startup gate is not valid: set a number from 1 to 65535`);
  }
}
