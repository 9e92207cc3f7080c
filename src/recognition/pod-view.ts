import { App } from './app-sign';
import type { LoopbackCall, LoopbackCalls } from './loopback-call';
import { reachedFromOutside, targetsOfServices } from './reached';
import type { RecognizedPod } from './recognized';
import { mountsLastingVolume } from './shared-files';
import { isMadeFor, isStoreIn } from './stores';
import { observesClient } from './vpn-names';
import { isObject, listOf } from '../data/json';
import { isBareSystem } from '../knowledge/bare-systems';
import { repositoryOf } from '../knowledge/known-programs';
import { isServer } from '../knowledge/payloads';
import { KnownProgram } from '../knowledge/programs/program';
import { splitImage } from '../knowledge/programs/program-run';
import { ContainerRole, PodContainer } from '../kubernetes/pod';
import { Quantity } from '../kubernetes/quantity';

/** Names of containers or images that observe or front the container that they call: the one that they call is the app. */
const ASKER = new RegExp('exporter|metric|monitor|reload|probe|health|backup|watch|scrap|sidecar|adapter|proxy|nginx|envoy|haproxy|caddy|traefik|gateway|ingress|httpd'
  + '|apache|controller|operator|mgmt|manage|adminer|(my|pg|sql)admin|mongo-express|commander|insight'
  + '|(^|[-_])(tunnel|stats?|admin|ui|console|front)($|[-_])', 'i');
/** Names of images that set up the container that they call, as long as they serve nothing themselves. */
const SETS_UP = /(^|[-_])(sync|init|config|setup|sql)($|[-_])|syncer|configur|bootstrap|register/i;
/** Common names of helpers. */
const HELPER_NAME = new RegExp('sidecar|ambassador|proxy|agent|helper|adapter|cache|tunnel|relay|forward|connector|collector|daemon|signer|policy|token|credential|imds|telemetry'
  + '|tracing|statsd|otel|authz|resolver', 'i');
/** Common names of apps, or of parts of an app. */
const APP_NAME = new RegExp('^(web|webapp|main|user|kserve)|(^|[-_])(app|application|main|server|api|backend|frontend|worker|service|predictor|model|engine|inference|database|db|core'
  + '|manager|scheduler|controller|gunicorn|uwsgi|puma|php|fpm|django|rails|node|flask|tomcat|jetty|spring)($|[-_])', 'i');
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';
/** Resources that apps request, and helpers do not. */
const DEVICE = /gpu|tpu|neuron|habana/;

/** The view of a pod, made once. Not in a WeakMap: what stands in one survives the quick collections of garbage, so that the pods of a large input fill the memory. */
export function viewOf(recognition: RecognizedPod): PodView {
  return recognition.once(makeView, recognition.pod);
}

function makeView(recognition: RecognizedPod): PodView {
  return new PodView(recognition);
}

/** Answers about a pod that several kinds of evidence for helpers need. */
export class PodView {
  /** All containers that run at the same time: the ordinary ones and the native sidecars. */
  public readonly runners: readonly PodContainer[];
  /** The pod has work that ends. One of a Job always has; a bare pod of servers and loops has none, whatever its restart policy says. */
  public readonly runsToCompletion: boolean;
  public readonly loopback: LoopbackCalls;
  private foundTargets?: ReadonlySet<PodContainer>;

  public constructor(public readonly recognition: RecognizedPod) {
    this.runners = recognition.pod.containers.filter(container => container.role !== ContainerRole.INIT);
    const { pod } = recognition;
    this.runsToCompletion = pod.runsToCompletion && !(pod.job === undefined && pod.mains.every(main => this.serves(main)));
    this.loopback = recognition.loopback;
  }

  /** Whether a container is a server or a loop: it never ends, or it declares ports. */
  private serves(container: PodContainer): boolean {
    return this.neverEnds(container) || listOf(container.spec.ports).length > 0;
  }

  /** The program behind a container's image; undefined when it is not known. */
  public program(container: PodContainer): KnownProgram | undefined {
    return this.recognition.program(container);
  }

  /** Whether the user's configuration says what a container is. */
  public isConfigured(container: PodContainer): boolean {
    return this.recognition.running(container)?.by === 'configuration';
  }

  /** The containers that clients outside of the pod reach through Services of the same input, or through a port of the node, apart from those for metrics. */
  public get targets(): ReadonlySet<PodContainer> {
    this.foundTargets ??= reachedFromOutside(this.recognition, this.runners);
    return this.foundTargets;
  }

  /** The app of the pod; undefined when the manifest does not show it. */
  public get app(): App | undefined {
    return this.recognition.app;
  }

  /** Whether a container that another one calls is the app of the pod. */
  public isPayload(container: PodContainer): boolean {
    return this.app?.container === container || this.recognition.once(isMadeFor, container);
  }

  /** Whether a container is a database or a queue. */
  public isStore(container: PodContainer): boolean {
    return this.recognition.once(isStoreIn, container);
  }

  /**
   * Whether a call is one to a database or queue that may be the caller's own, rather than what the pod is there for: a setting of the caller names it, and no Service
   * does. It is for a person to judge, because a native sidecar has to stop in what the app leaves of the grace period.
   */
  public isToOwnStore({ from, to, isInScript, isPassedOn, byElimination, isMeans }: LoopbackCall): boolean {
    const isNamed = !isInScript && !isPassedOn && !byElimination;
    // One without ports that calls one with ports looks after it, unless the name of the setting says that it calls another one.
    const isOwn = this.faces(from) || !this.faces(to) || isMeans === true;
    const mayKeep = this.isStore(to) || (mountsLastingVolume(this.recognition.pod, to) && isOwn);
    // A port of the node leads others to it, and yet the app may keep its data there.
    const isOfOthers = this.targets.has(to) && targetsOfServices(this.recognition, this.runners).includes(to);
    return isNamed && mayKeep
      && !isOfOthers && (!this.isAsker(from) || this.isExposed(from)) && !sameImage(from, to);
  }

  /** Whether Services send to a container alone: the name of its image then does not make it an onlooker of its own database. */
  public isExposed(container: PodContainer): boolean {
    return this.targets.size === 1 && this.targets.has(container) && !this.isKnownAsker(container);
  }

  /** Whether the caller sends through the other one, so that it needs it, whatever its image is called: a tunnel, a VPN, or what `HTTP_PROXY` names. */
  public isThroughOther({ from, to, isMeans, isOfPod }: LoopbackCall): boolean {
    const program = this.program(to);
    return program?.isTunnel === true || (program?.isRoute === true && !observesClient(from, to))
      || (isMeans === true && !this.targets.has(to) && !this.isKnownAsker(from) && !(isOfPod && this.onlyLooksOn(from)));
  }

  /** Whether a container is there to look at another one, or to tell it of changes, be it only by the name of its image. */
  private onlyLooksOn(container: PodContainer): boolean {
    const direction = this.program(container)?.direction;
    return direction === 'observer' || direction === 'reloader';
  }

  /** The ordinary containers beside one whose traffic may go through it: those of other images that do not only ask. A proxy sends on what it receives. */
  public sendersBeside(container: PodContainer): readonly PodContainer[] {
    const sends = (other: PodContainer) => !this.isKnownAsker(other) || this.program(other)?.direction === 'inbound';
    return this.runners.filter(other => other !== container && other.role === ContainerRole.MAIN && sends(other) && !sameImage(other, container));
  }

  /** Whether a container's program, and not only the name of its image, shows that it observes, configures or fronts others. */
  public isKnownAsker(container: PodContainer): boolean {
    const direction = this.program(container)?.direction;
    return direction !== undefined && direction !== 'shipper' && !this.program(container)!.byEnding && this.isAsker(container);
  }

  /** Whether a container calls others to observe them, to configure them, or to forward traffic to them. */
  public isAsker(container: PodContainer): boolean {
    const program = this.program(container);
    if (program?.answersAll?.(this.recognition.run(container))) {
      return false;
    }
    const direction = program?.direction;
    return direction === undefined || direction === 'shipper'
      ? (ASKER.test(imageName(container)) || (SETS_UP.test(imageName(container)) && !this.faces(container))) && !this.isDefault(container)
      : direction !== 'outbound' && direction !== 'content';
  }

  /** Whether only the name of a container's image says that it forwards traffic. */
  public isFrontByName(container: PodContainer): boolean {
    return this.program(container) === undefined && /gateway|proxy|front/i.test(imageName(container)) && !/health|probe/i.test(imageName(container)) && this.isAsker(container);
  }

  /** Whether the manifest names a container as the one that commands for the pod mean. */
  private isDefault({ name }: PodContainer): boolean {
    const annotations: unknown = this.recognition.pod.metadata.annotations;
    return isObject(annotations) && annotations[DEFAULT_CONTAINER] === name;
  }

  /** Whether the name of a container's image suggests that it serves another one. A weak hint; the container's own name is none. */
  public hasHelperName(container: PodContainer): boolean {
    return HELPER_NAME.test(lastPart(repository(container)));
  }

  /** Whether the name of a container's image suggests that it is the app. A weak hint; the container's own name is none. */
  public hasAppName(container: PodContainer): boolean {
    return APP_NAME.test(lastPart(repository(container)));
  }

  /** Whether a container requests more than another one, or devices: helpers are usually smaller. */
  public outweighs(container: PodContainer, other: PodContainer): boolean {
    const [own, others] = [memoryOf(container), memoryOf(other)];
    return hasDevices(container)
      || (own !== undefined && others !== undefined && own.compare(others) > 0);
  }

  /** Whether the manifest exposes a container to clients outside the pod. */
  public faces(container: PodContainer): boolean {
    return this.targets.has(container) || listOf(container.spec.ports).length > 0;
  }

  /** Whether a container certainly never exits on its own, whatever its role in the pod. */
  public neverEnds(container: PodContainer): boolean {
    return this.recognition.isEndless(container) || isServer(repository(container), this.wordsOf(container));
  }

  /** The command and arguments of a container; empty when it sets none. */
  public wordsOf(container: PodContainer): readonly string[] {
    return this.recognition.runCommand(container)?.words ?? [];
  }
}

/** A container's image without its tag; empty when it has none. */
export function repository(container: PodContainer): string {
  return typeof container.spec.image === 'string' ? repositoryOf(container.spec.image) : '';
}

/** Whether two containers run the same image, whatever its version. A repository may hold many images, which its tags name. */
export function sameImage(one: PodContainer, other: PodContainer): boolean {
  return repository(one) === repository(other) && imageKey(one) === imageKey(other);
}

/** Whether two containers certainly run the same image: templates that are all of its name may stand for different ones. */
export function surelySameImage(one: PodContainer, other: PodContainer): boolean {
  return sameImage(one, other) && (/\w/.test(repository(one)) || one.spec.image === other.spec.image);
}

/** Whether a container is asked for its health, as apps are. */
export function isProbed({ spec: { readinessProbe, livenessProbe } }: PodContainer): boolean {
  return Boolean(readinessProbe ?? livenessProbe);
}

/** Whether two containers run one program: they have one image, and are not told to run different things with its tools. */
export function sameProgram(one: PodContainer, other: PodContainer): boolean {
  const told = ({ spec: { command, args } }: PodContainer) => JSON.stringify([command, args]);
  return sameImage(one, other) && !(isBareSystem(repository(one)) && told(one) !== told(other));
}

/** What two containers of one program have in common: the repository, and the program that a tag names. */
export function imageKey({ spec: { image } }: PodContainer): string {
  const { repository: name, tag } = splitImage(typeof image === 'string' ? image : '');
  return `${name}:${isName(tag) ? tag.replace(/[-_]v?\d.*$/, '') : ''}`;
}

/** Tags that name a channel or a base, and no image. */
const CHANNEL = /^(latest|stable|main|master|edge|dev|develop|nightly|canary|beta|alpha|rc|prod|production|staging|test|alpine|slim|debian|ubuntu|debug|release)(-|$)/;

function isName(tag: string): boolean {
  return tag.includes('_') || (/^[a-z]+(-[a-z]+)+$/i.test(tag) && !CHANNEL.test(tag));
}

/** Whether a container requests devices, as apps do. */
export function hasDevices({ spec: { resources } }: PodContainer): boolean {
  return Object.keys({ ...resources?.limits, ...resources?.requests }).some(name => DEVICE.test(name));
}

function memoryOf({ spec: { resources } }: PodContainer): Quantity | undefined {
  return Quantity.tryParse(resources?.requests?.memory ?? resources?.limits?.memory);
}

/** What an image is called: the last part of its repository, or the tag where that is a name. */
function imageName(container: PodContainer): string {
  const { tag } = splitImage(typeof container.spec.image === 'string' ? container.spec.image : '');
  return isName(tag) ? tag : lastPart(repository(container));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
