import { Construct, IConstruct } from 'constructs';
import { AppEnv, ENV_PREFIX, prefixed } from './app-env';
import { declaredMetrics } from './metrics';
import { checkPort } from './preset';
import { PresetSidecar } from './preset-sidecar';
import { receiveFrom } from './receive-from';
import { inCallersWords } from '../../caller/refusal';
import { JsonObject } from '../../data/json';
import { member, wording } from '../../data/wording';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { composed } from '../../sidecars/composed';
import { Connection } from '../../sidecars/connect';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';


/** The ports of a proxy and of the app behind it. */
export interface InboundPorts {
  readonly port: number;
  readonly appPort: number;
  /** The port of the health endpoint, if it has a separate one. */
  readonly healthPort?: number;
  /** The port of the metrics, if it serves them. */
  readonly metricsPort?: number;
  readonly envPrefix?: string;
}

/**
 * The common base of proxies that control access to the app.
 * @internal
 */
export abstract class InboundProxy extends PresetSidecar {
  /** The port on which the proxy serves clients. */
  public readonly port: number;
  /** The address on which the app must listen, so that clients cannot bypass the proxy. */
  public readonly appHost: string = '127.0.0.1';
  /** The port on which the app must listen. */
  public readonly appPort: number;

  private readonly variables: AppEnv;
  /** The names of the main containers that listen on loopback; undefined for the first one. */
  private readonly onLoopback: (string | undefined)[] = [];

  constructor(scope: Construct, id: string, ports: InboundPorts, props: NativeSidecarProps) {
    super(scope, id, { ...props, ports: [{ number: ports.port }, ...declaredMetrics(ports.metricsPort)] });
    this.port = ports.port;
    this._listensOn(
      { port: ports.port, property: "'port'" },
      ...(ports.healthPort === undefined ? [] : [{ port: ports.healthPort, property: "'healthPort'" }]),
      ...(ports.metricsPort === undefined ? [] : [{ port: ports.metricsPort, property: "'metricsPort'" }]),
    );
    this.appPort = checkPort(`'${id}'`, ports.appPort);
    this.variables = prefixed(`'${id}'`, ports.envPrefix ?? '', { HOST: this.appHost, PORT: String(this.appPort) });
    this.node.addValidation({ validate: () => this.probeProblems() });
  }

  /**
   * Connects a container of the workload to the proxy: it gets the environment variables `HOST` and `PORT`, so that an app that reads them listens on loopback only.
   *
   * The kubelet cannot reach the app on loopback, so the probes of the container must be commands. Synth refuses a variable that the container already has with
   * another value.
   *
   * @param container a cdk8s-plus container of any version, or the name of a container; by default the first main container
   */
  public connect(container?: any): void {
    this.onLoopback.push(this._connect(container, this._connection()));
  }

  /**
   * Points a Service of the app at the proxy: its ports that target the app then target the proxy. Otherwise its clients bypass the proxy (NS615).
   * @param service a Service of cdk8s-plus of any version, or a `KubeService`
   */
  public receiveFrom(service: IConstruct): void {
    receiveFrom(service, { name: this.name, port: this.port, appPort: this.appPort, attached: this._attached });
  }

  /** @internal */
  protected _connection(): Connection {
    return { variables: this.variables, renamedBy: ENV_PREFIX };
  }

  private probeProblems(): string[] {
    const pod = this.onLoopback.length > 0 ? composed(this._attached).pod : undefined;
    return (pod ? mainsOnLoopback(pod, this.onLoopback) : []).flatMap(main => ['startupProbe', 'readinessProbe', 'livenessProbe']
      .filter(probe => probesPort(main.spec, probe, this.appPort))
      .map(probe => this.probeProblem(main, probe)));
  }

  private probeProblem({ name, spec }: PodContainer, probe: string): string {
    const { workload, object } = this._attached.owner;
    const isPlus = workload !== object;
    const origin = isPlus && probe === 'startupProbe' && spec.startupProbe.tcpSocket ? wording`, which cdk8s-plus adds because of 'portNumber',` : '';
    const instead = isPlus ? wording`set ${member(probe.replace('Probe', ''))} of the container to a command` : 'use a command';
    const example = wording`kplus.Probe.fromCommand(['wget', '-qO-', 'http://${this.appHost}:${this.appPort}/'])`;
    return inCallersWords(wording`'${name}' listens on ${this.appHost}:${this.appPort} behind '${this.name}', where its ${probe}${origin} cannot reach it: ${instead}, for example ${example}`);
  }
}

function mainsOnLoopback(pod: PodModel, names: readonly (string | undefined)[]): PodContainer[] {
  return pod.mains.filter((main, index) => names.includes(main.name) || (index === 0 && names.includes(undefined)));
}

/** Whether a probe connects to a port of the container. The probe can refer to the port by name. */
function probesPort(container: JsonObject, probe: string, port: number): boolean {
  const action = container[probe] ?? {};
  const probed: unknown = action.httpGet?.port ?? action.tcpSocket?.port ?? action.grpc?.port;
  const named: unknown = (container.ports ?? []).find((one: JsonObject) => one.name !== undefined && one.name === probed)?.containerPort;
  return (named ?? probed) === port;
}
