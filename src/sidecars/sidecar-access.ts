import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { PodAttachments } from './attachments';
import { composed } from './composed';
import { checkProps, checkValue, refusal } from '../caller/refusal';
import { having, Kind, Kinds, NUMBER, oneOf, required, TEXT } from '../data/arguments';
import { follow, isObject } from '../data/json';

const NETWORK_PROTOCOLS: Record<kplus.Protocol, kplus.NetworkProtocol> = {
  [kplus.Protocol.TCP]: kplus.NetworkProtocol.TCP,
  [kplus.Protocol.UDP]: kplus.NetworkProtocol.UDP,
  [kplus.Protocol.SCTP]: kplus.NetworkProtocol.SCTP,
};

/** Options for a Service in front of a sidecar. */
export interface ExposeSidecarOptions {
  /**
   * The name of the Service.
   * @default - cdk8s generates a name
   */
  readonly name?: string;
  /**
   * The port of the Service.
   * @default - the port of the sidecar
   */
  readonly port?: number;
  /**
   * The port of the sidecar.
   * @default - its first port
   */
  readonly targetPort?: number;
  /**
   * The type of the Service.
   * @default ServiceType.CLUSTER_IP
   */
  readonly serviceType?: kplus.ServiceType;
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65535;
}

/** What the options must be. */
const EXPOSE_KINDS: Kinds<ExposeSidecarOptions> = { name: TEXT, port: NUMBER, targetPort: NUMBER, serviceType: oneOf(kplus.ServiceType) };

const PEER: Kind = having(['toNetworkPolicyPeerConfig'], "pods, a namespace or an IP block, for example another workload, or kplus.NetworkPolicyIpBlock.ipv4(chart, 'office', '10.0.0.0/8')");

/**
 * Gives other pods access to the ports of a sidecar.
 *
 * `exposeViaService` and `connections` of cdk8s-plus only see the entries of `containers`.
 *
 * @exampleMetadata fixture=workload
 * @example
 * const metrics = new NativeSidecar(web, 'metrics', {
 *   image: 'quay.io/prometheus/statsd-exporter:v0.30.0',
 *   ports: [{ number: 9102 }],
 *   startup: StartupGate.httpGet('/-/ready', 9102),
 * });
 * metrics.access.exposeViaService({ name: 'web-metrics' });
 */
export class SidecarAccess {
  /**
   * The access to a sidecar's container.
   * @internal
   */
  public static _of(scope: Construct, attached: PodAttachments, container: kplus.Container): SidecarAccess {
    return new SidecarAccess(scope, attached, container);
  }

  private readonly scope: Construct;
  private readonly attached: PodAttachments;
  private readonly container: kplus.Container;

  private constructor(scope: Construct, attached: PodAttachments, container: kplus.Container) {
    this.scope = scope;
    this.attached = attached;
    this.container = container;
  }

  /**
   * Creates a Service for one port of the sidecar, in the namespace of the workload. To create several, give each a different name.
   *
   * The target port is a number, because a Service resolves the *name* of a sidecar's port only since Kubernetes 1.33.
   * @param options the name, the type and the ports of the Service
   */
  public exposeViaService(options: ExposeSidecarOptions = {}): kplus.Service {
    checkProps(`the Service of sidecar '${this.container.name}'`, options, EXPOSE_KINDS);
    const { number, protocol } = this.port(options.targetPort);
    if (options.port !== undefined && options.port !== null && !isPort(options.port)) {
      throw refusal`'port' of the Service of sidecar '${this.container.name}' is ${options.port}: set a number from 1 to 65535`;
    }
    const id = `${options.name ?? ''}Service`;
    return new kplus.Service(this.scope, id, {
      metadata: { namespace: this.attached.namespace, ...(options.name ? { name: options.name } : {}) },
      type: options.serviceType ?? kplus.ServiceType.CLUSTER_IP,
      selector: this.pods(`${id}Pods`),
      ports: [{ port: options.port ?? number, targetPort: number, protocol }],
    });
  }

  /**
   * Creates a NetworkPolicy that lets a peer connect to one port of the sidecar. Once a policy selects the pod, Kubernetes denies all ingress traffic that no
   * policy allows.
   * @param id the construct id of the NetworkPolicy
   * @param peer the pods, namespace or IP block that may connect: a workload, `Pods`, `Namespaces` or `NetworkPolicyIpBlock` of cdk8s-plus of any version
   * @param port the port of the sidecar; by default its first port
   */
  public allowFrom(id: string, peer: IConstruct, port?: number): kplus.NetworkPolicy {
    checkValue(`the id of the NetworkPolicy of sidecar '${this.container.name}'`, id, required(TEXT, "'allow-web'"));
    checkValue(`the peer that '${id}' lets connect to sidecar '${this.container.name}'`, peer, required(PEER));
    const { number, protocol } = this.port(port);
    const allowed = kplus.NetworkPolicyPort.of({ port: number, protocol: NETWORK_PROTOCOLS[protocol ?? kplus.Protocol.TCP] });
    return new kplus.NetworkPolicy(this.scope, id, {
      metadata: { namespace: this.attached.namespace },
      selector: this.pods(`${id}Pods`),
      // Every version of cdk8s-plus has a type of its own for the same methods.
      ingress: { rules: [{ peer: peer as kplus.INetworkPolicyPeer, ports: [allowed] }] },
    });
  }

  private port(wanted: number | undefined): kplus.ContainerPort {
    const { name, ports } = this.container;
    if (ports.length === 0) {
      throw refusal`sidecar '${name}' declares no ports: set 'ports' to a list with a ContainerPort, for example with the number 8080`;
    }
    const port = ports.find(candidate => candidate.number === (wanted ?? ports[0].number));
    if (!port) {
      throw new Error(`sidecar '${name}' does not declare port ${wanted}: use one of its ports, ${ports.map(({ number }) => number).join(', ')}`);
    }
    return port;
  }

  /** Selects the pods of the workload by the labels in the workload's own selector. */
  private pods(id: string): kplus.Pods {
    const { manifest, pod } = composed(this.attached);
    const matched = follow(manifest, ['spec', 'selector', 'matchLabels']);
    const labels = isObject(matched) ? matched : pod?.metadata.labels ?? {};
    if (Object.keys(labels).length === 0) {
      throw new Error(`the pods of '${this.attached.owner.workload.node.path}' have no labels, so a Service or NetworkPolicy cannot select them: add labels to the pod template`);
    }
    return kplus.Pods.select(this.scope, id, { labels: { ...labels } });
  }
}
