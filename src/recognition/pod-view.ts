import type { Loopback } from './loopback';
import type { Recognition } from './recognition';
import { mountsLastingVolume } from './shared-files';
import { listOf } from '../data/json';
import { repositoryOf } from '../knowledge/known-programs';
import { isPayload, isServer } from '../knowledge/payloads';
import { KnownProgram } from '../knowledge/programs/program';
import { ContainerRole, PodContainer } from '../kubernetes/pod';
import { Quantity } from '../kubernetes/quantity';

/** Names of containers, or of their images, that ask the one that they call: what they call is the app. */
const ASKER = new RegExp('exporter|metric|monitor|reload|probe|health|backup|watch|scrap|sidecar|adapter|proxy|nginx|envoy|haproxy|caddy|traefik|gateway|ingress|httpd'
  + '|apache|syncer|configur|bootstrap|register|controller|operator|mgmt|manage|(^|[-_])(tunnel|sync|init|config|setup|stats?|sql|admin|ui|console|front)($|[-_])', 'i');
/** Names that people give to what serves their app. */
const HELPFUL = new RegExp('sidecar|ambassador|proxy|agent|helper|adapter|cache|tunnel|relay|forward|connector|collector|daemon|signer|policy|token|credential|imds|telemetry'
  + '|tracing|statsd|otel|authz|resolver', 'i');
/** Names that people give to their app, or to one part of it. */
const APP = new RegExp('^(web|webapp|main|user|kserve)|(^|[-_])(app|application|main|server|api|backend|frontend|worker|service|predictor|model|engine|inference|database|db|core'
  + '|manager|scheduler|controller|gunicorn|uwsgi|puma|php|fpm|django|rails|node|flask|tomcat|jetty|spring)($|[-_])', 'i');
/** Resources of which an app is made, and no helper. */
const DEVICE = /gpu|tpu|neuron|habana/;

/** What is asked again and again while the helpers of a pod are looked for. */
export class PodView {
  /** Everything that runs beside one another: the ordinary containers and the native sidecars. */
  public readonly runners: readonly PodContainer[];
  /** The pod has work that ends. */
  public readonly runsToCompletion: boolean;
  public readonly loopback: Loopback;
  private foundTargets?: ReadonlySet<PodContainer>;

  public constructor(public readonly recognition: Recognition) {
    this.runners = recognition.pod.containers.filter(container => container.role !== ContainerRole.INIT);
    this.runsToCompletion = recognition.pod.runsToCompletion;
    this.loopback = recognition.loopback;
  }

  /** The program behind a container's image; undefined when it is not known. */
  public program(container: PodContainer): KnownProgram | undefined {
    return this.recognition.program(container);
  }

  /** The containers that Services of the same input send traffic to, apart from that for metrics. */
  public get targets(): ReadonlySet<PodContainer> {
    this.foundTargets ??= this.findTargets();
    return this.foundTargets;
  }

  /** Whether a container, when another one calls it, is what the pod is there for. */
  public isPayload(container: PodContainer): boolean {
    const { pod } = this.recognition;
    return container.name === pod.name
      || isPayload(repository(container), this.wordsOf(container))
      || mountsLastingVolume(pod, container)
      || (this.targets.has(container) && this.targets.size === 1);
  }

  /** Whether a container calls others in order to look at them, to configure them, or to bring them traffic. */
  public isAsker(container: PodContainer): boolean {
    const direction = this.program(container)?.direction;
    return direction === undefined || direction === 'shipper'
      ? ASKER.test(container.name) || ASKER.test(lastPart(repository(container)))
      : direction !== 'outbound' && direction !== 'content';
  }

  /** Whether a container's name, or its image's, says that it serves another one. A weak hint. */
  public soundsHelpful(container: PodContainer): boolean {
    return HELPFUL.test(container.name) || HELPFUL.test(lastPart(repository(container)));
  }

  /** Whether a container's name says that it is the app. A weak hint. */
  public soundsLikeApp(container: PodContainer): boolean {
    return APP.test(container.name) || container.name === this.recognition.pod.name;
  }

  /** Whether a container asks for more than another one, or for devices: helpers are the smaller ones. */
  public outweighs(container: PodContainer, other: PodContainer): boolean {
    const [own, others] = [memoryOf(container), memoryOf(other)];
    return Object.keys({ ...container.spec.resources?.limits, ...container.spec.resources?.requests }).some(name => DEVICE.test(name))
      || (own !== undefined && others !== undefined && own.compare(others) > 0);
  }

  /** Whether the world can reach a container, as far as the manifest says. */
  public faces(container: PodContainer): boolean {
    return this.targets.has(container) || listOf(container.spec.ports).length > 0;
  }

  /** Whether it is sure, without knowing its part in the pod, that a container never ends by itself. */
  public neverEnds(container: PodContainer): boolean {
    return this.recognition.isEndless(container) || isServer(repository(container), this.wordsOf(container));
  }

  /** What a container is told to run; empty when it is told nothing. */
  public wordsOf(container: PodContainer): readonly string[] {
    return this.recognition.commands(container).find(command => command.moment === 'run')?.words ?? [];
  }

  private findTargets(): Set<PodContainer> {
    const { pod, surroundings } = this.recognition;
    const ports = surroundings.services(pod).flatMap(service => listOf(service.spec?.ports)).filter(port => !/metric|prom|monitor/i.test(String(port.name)));
    return new Set(ports.flatMap(port => {
      const target: unknown = port.targetPort ?? port.port;
      const named = this.runners.find(container => listOf(container.spec.ports).some(one => one.name === target));
      const owner = named ?? this.loopback.ownerOf(Number(target));
      return owner ? [owner] : [];
    }));
  }
}

/** A container's image without its tag; empty when it has none. */
export function repository(container: PodContainer): string {
  return typeof container.spec.image === 'string' ? repositoryOf(container.spec.image) : '';
}

function memoryOf({ spec: { resources } }: PodContainer): Quantity | undefined {
  return Quantity.tryParse(resources?.requests?.memory ?? resources?.limits?.memory);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
