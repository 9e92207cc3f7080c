import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { addEnvTo, addEnvToContainer, AppEnv, prefixed } from './app-env';
import { checkPort } from './preset';
import { JsonObject } from '../../data/json';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { composed } from '../../sidecars/composed';
import { NativeSidecar } from '../../sidecars/native-sidecar';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';


/** Where a proxy in front of the app finds it. */
export interface Behind {
  readonly port: number;
  readonly appPort: number;
  /** The port of its health endpoint, when that has one of its own. */
  readonly healthPort?: number;
  readonly envPrefix?: string;
}

/**
 * What proxies have in common that stand between the world and the app, and decide who may call it.
 * @internal
 */
export abstract class InboundProxy extends NativeSidecar {
  /** The port on which the world reaches the app through it. */
  public readonly port: number;
  /** The address on which the app should listen, so that nobody reaches it past the proxy. */
  public readonly appHost: string = '127.0.0.1';
  /** The port on which the app should listen. */
  public readonly appPort: number;

  private readonly variables: AppEnv;
  /** The main containers that listen on loopback because they were told to, by name; undefined for the first. */
  private readonly told: (string | undefined)[] = [];

  constructor(scope: Construct, id: string, behind: Behind, props: NativeSidecarProps) {
    super(scope, id, { ...props, ports: [{ number: behind.port }] });
    this.port = behind.port;
    this._listensOn(
      { port: behind.port, movedBy: "'port'" },
      ...(behind.healthPort === undefined ? [] : [{ port: behind.healthPort, movedBy: "'healthPort'" }]),
    );
    this.appPort = checkPort(`'${id}'`, behind.appPort);
    this.variables = prefixed(`'${id}'`, behind.envPrefix ?? '', { HOST: this.appHost, PORT: String(this.appPort) });
    this.node.addValidation({ validate: () => this.probeProblems() });
  }

  /**
   * Tells a container of the app to listen on loopback only, with `HOST` and `PORT`, if it obeys these.
   *
   * A kubelet cannot reach it there: its own probes must then be commands.
   *
   * @param container a container of a cdk8s-plus-28 workload
   */
  public addTo(container: kplus.Container): void {
    addEnvTo(container, this.variables, this);
    this.told.push(container.name);
  }

  /**
   * Tells a container of the app, by its name, to listen on loopback only, with `HOST` and `PORT`, if it obeys these. Works on every kind of workload.
   *
   * A kubelet cannot reach it there: its own probes must then be commands.
   *
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    addEnvToContainer(this, this.variables, name);
    this.told.push(name ?? undefined);
  }

  private probeProblems(): string[] {
    const pod = this.told.length > 0 ? composed(this._attached).pod : undefined;
    return (pod ? toldMains(pod, this.told) : []).flatMap(main => ['startupProbe', 'readinessProbe', 'livenessProbe']
      .filter(probe => asksPort(main.spec, probe, this.appPort))
      .map(probe => `'${main.name}' listens on ${this.appHost}:${this.appPort} behind '${this.name}', where its ${probe} never reaches it: ask by a command, for example kplus.Probe.fromCommand(['wget', '-qO-', 'http://${this.appHost}:${this.appPort}/'])`));
  }
}

function toldMains(pod: Pod, told: readonly (string | undefined)[]): PodContainer[] {
  return pod.mains.filter((main, index) => told.includes(main.name) || (index === 0 && told.includes(undefined)));
}

/** Whether a kubelet asks a port of the container from outside. The port may be given by its name. */
function asksPort(container: JsonObject, probe: string, port: number): boolean {
  const action = container[probe] ?? {};
  const asked: unknown = action.httpGet?.port ?? action.tcpSocket?.port ?? action.grpc?.port;
  const named: unknown = (container.ports ?? []).find((one: JsonObject) => one.name !== undefined && one.name === asked)?.containerPort;
  return (named ?? asked) === port;
}
