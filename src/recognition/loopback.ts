import { calledPorts, fileSettings, LISTENS, listensLocally } from './called-ports';
import { LoopbackCall, LoopbackCalls } from './loopback-call';
import type { RecognizedPod } from './recognized';
import { mountedTexts, Setting, settingsOf } from './settings';
import { liesIn, sharedFolders } from './shared-files';
import { isObject, listOf } from '../data/json';
import { repositoryOf } from '../knowledge/known-programs';
import { isOwnKey } from '../knowledge/meshes/membership';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { proxyOfPort } from '../knowledge/meshes/proxy-ports';
import { defaultPorts, isStore } from '../knowledge/payloads';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A variable that names the host of a database, whatever it is. */
const DATABASE_HOST = /(^|_)(DB|DATABASE)(_(HOST|HOSTNAME|ADDR|ADDRESS|SERVER))?$/;
const OWN_PORT = /^(listen[-_.]?|http[-_.]?|https[-_.]?|grpc[-_.]?|server[-_.]?|app[-_.]?|web[-_.]?|service[-_.]?)?port$/i;

/** Who calls whom inside of the pod, over loopback or a socket on a shared folder. */
export class Loopback implements LoopbackCalls {
  private foundCalls?: LoopbackCall[];
  private foundSettings?: ReadonlyMap<PodContainer, readonly Setting[]>;
  private foundOwners?: Owners;

  private readonly runners: readonly PodContainer[];

  public constructor(private readonly recognition: RecognizedPod) {
    this.runners = recognition.pod.containers.filter(container => container.role !== ContainerRole.INIT);
  }

  /** Every call that the manifest shows. */
  public get calls(): readonly LoopbackCall[] {
    this.foundCalls ??= [...socketCalls(this.recognition, this.settings), ...this.portCalls(), ...this.databaseCalls(), ...this.fileCalls()];
    return this.foundCalls;
  }

  /** The container that a port belongs to; undefined when it belongs to none, or to several. */
  public ownerOf(port: number): PodContainer | undefined {
    return this.owners.of(port);
  }

  /** The containers that a plain init container calls, though they run beside the app. */
  public callsOfInit(init: PodContainer): LoopbackCall[] {
    return calledPorts(settingsOf(this.recognition, init)).flatMap(({ port, text, isPassedOn }) => {
      const to = this.owners.of(port);
      return to ? [{ from: init, to, text, byElimination: false, isSocket: false, isPassedOn }] : [];
    });
  }

  /** The address on loopback where alone a container serves others; undefined when it has a port for the world, or serves nobody. */
  public servedLocally(container: PodContainer): string | undefined {
    const isOwn = (port: number) => (this.owners.of(port) ?? container) === container;
    const local = listensLocally(this.settings.get(container) ?? []).find(({ port }) => isOwn(port));
    const isOnlyThere = local && listOf(container.spec.ports).every(({ containerPort }) => containerPort === local.port);
    return isOnlyThere ? local.text : undefined;
  }

  private get settings(): ReadonlyMap<PodContainer, readonly Setting[]> {
    this.foundSettings ??= new Map(this.runners.map(container => [container, settingsOf(this.recognition, container)]));
    return this.foundSettings;
  }

  private get owners(): Owners {
    this.foundOwners ??= new Owners(this.runners, this.settings);
    return this.foundOwners;
  }

  /** A variable such as `DB_HOST=localhost` names no port, so it means the only database of the pod. */
  private databaseCalls(): LoopbackCall[] {
    const stores = this.runners.filter(({ spec: { image } }) => typeof image === 'string' && isStore(repositoryOf(image)));
    return stores.length !== 1 ? [] : [...this.settings].flatMap(([from, settings]) => settings
      .filter(({ name, value }) => from !== stores[0] && /^(localhost|127\.0\.0\.1)$/.test(value) && DATABASE_HOST.test(name)
        && !settings.some(other => other.name === name.replace(/(_[A-Z]+)?$/, '_PORT')))
      .map(({ name, value }) => ({ from, to: stores[0], text: `${name}=${value}`, byElimination: false, isSocket: false, isPassedOn: false })));
  }

  private portCalls(): LoopbackCall[] {
    return [...this.settings].flatMap(([from, settings]) => calledPorts(settings).flatMap(({ port, isListening, ...called }) => {
      const owner = this.owners.of(port) ?? (isListening ? from : undefined);
      const to = owner ?? (proxyOfPort(port) ? undefined : this.onlyOther(from));
      return to && to !== from ? [{ ...called, from, to, byElimination: owner === undefined, isSocket: false }] : [];
    }));
  }

  /** A file that a program of its own mounts may name a port of another container. What known programs do with their files is their own affair. */
  private fileCalls(): LoopbackCall[] {
    return this.runners.filter(from => this.recognition.program(from) === undefined).flatMap(from =>
      calledPorts(fileSettings(mountedTexts(this.recognition, from))).flatMap(({ port, isListening, isPassedOn, isInScript, text }) => {
        const to = (isListening && !isPassedOn) || proxyOfPort(port) ? undefined : this.owners.of(port);
        return to && to !== from ? [{ from, to, text, byElimination: false, isSocket: false, isPassedOn, isInScript }] : [];
      }));
  }

  /** In a pod of two containers the other one, if it declares no ports and no mesh adds ports. */
  private onlyOther(from: PodContainer): PodContainer | undefined {
    const others = this.runners.filter(container => container !== from);
    const annotations: unknown = this.recognition.pod.metadata.annotations;
    const isMeshed = isObject(annotations) && Object.keys(annotations).some(bringsPorts);
    return others.length === 1 && !isMeshed && !this.owners.hasPorts(others[0]) ? others[0] : undefined;
  }
}

/** Annotations by which an injector that is no mesh adds something that listens on loopback. */
const BRINGS_PORTS = /^(vault\.hashicorp\.com|sidecar\.opentelemetry\.io|sidecar\.jaegertracing\.io)\//;
const MESHES_WITH_PORTS = MESHES.filter(mesh => mesh.proxy.bringsPorts);

function bringsPorts(key: string): boolean {
  return BRINGS_PORTS.test(key) || MESHES_WITH_PORTS.some(mesh => isOwnKey(mesh, key));
}

/** The owner of each port: the container that declares it, else the one configured to listen on it, else the one whose image does, else the one probed there. */
class Owners {
  /** The containers of each port, by what shows it, the strongest sign first. */
  private readonly claims: readonly ReadonlyMap<number, ReadonlySet<PodContainer>>[];
  private readonly listening = new Set<PodContainer>();

  public constructor(runners: readonly PodContainer[], settings: ReadonlyMap<PodContainer, readonly Setting[]>) {
    const claim = (portsOf: (container: PodContainer) => readonly unknown[]) => this.claim(runners, portsOf);
    this.claims = [
      claim(container => listOf(container.spec.ports).map(port => port.containerPort)),
      claim(container => settings.get(container)!.flatMap(listenedPorts)),
      claim(container => (typeof container.spec.image === 'string' ? defaultPorts(repositoryOf(container.spec.image)) : [])),
      claim(probedPorts),
    ];
  }

  /** The container that a port belongs to; undefined when it belongs to none, or to several. */
  public of(port: number): PodContainer | undefined {
    for (const claim of this.claims) {
      const owners = claim.get(port);
      if (owners) {
        return owners.size === 1 ? [...owners][0] : undefined;
      }
    }
    return undefined;
  }

  /** Whether anything shows that a container listens on a port. */
  public hasPorts(container: PodContainer): boolean {
    return this.listening.has(container);
  }

  private claim(runners: readonly PodContainer[], portsOf: (container: PodContainer) => readonly unknown[]): Map<number, Set<PodContainer>> {
    const owners = new Map<number, Set<PodContainer>>();
    for (const container of runners) {
      for (const port of portsOf(container)) {
        const known = owners.get(Number(port)) ?? new Set();
        owners.set(Number(port), known.add(container));
        this.listening.add(container);
      }
    }
    return owners;
  }
}

function listenedPorts({ name, value, isScript }: Setting): number[] {
  if (isScript) {
    return [];
  }
  if (OWN_PORT.test(name)) {
    return [Number(value)];
  }
  const listens = LISTENS.test(name) ? /(?:^|:|\s)(\d{2,5})(?:\/|$)/.exec(value)?.[1] : undefined;
  const tunnel = /=tcp:(?:[\d.]+:)?(\d{2,5})$/.exec(value)?.[1];
  return [listens, tunnel, forwardedPort(name, value)].flatMap(port => (port === undefined ? [] : [Number(port)]));
}

/** The port that `ssh -L 3307:db:3306` or `socat TCP-LISTEN:3307` opens here. */
function forwardedPort(name: string, value: string): string | undefined {
  if (name.endsWith('L') || value.startsWith('-')) {
    const text = name.endsWith('L') ? `-L${value}` : value;
    return /^-[a-zA-Z]*L(?:[\w.*-]*:)?(\d{2,5}):[\w.-]+:\d{2,5}$/.exec(text)?.[1];
  }
  return /^tcp[46]?-l(?:isten)?:(\d{2,5})(?:,|$)/i.exec(value)?.[1];
}

function probedPorts({ spec }: PodContainer): unknown[] {
  return [spec.startupProbe, spec.readinessProbe, spec.livenessProbe].flatMap(probe => {
    const port: unknown = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
    const words: unknown = probe?.exec?.command;
    return typeof port === 'number' ? [port] : Array.isArray(words) ? words.filter(word => /^\d{4,5}$/.test(String(word))) : [];
  });
}

const SOCKET = /(?:unix:(?:\/\/)?)?(\/[\w./-]{1,255}\.sock(?:et)?)\b/g;

/** Calls through a socket in a shared folder: one is told to listen on it, by a flag or by a ConfigMap that it mounts, and another one is told where it is. */
function socketCalls(recognition: RecognizedPod, settings: ReadonlyMap<PodContainer, readonly Setting[]>): LoopbackCall[] {
  if (![...settings.values()].some(list => list.some(({ value }) => value.includes('.sock')))) {
    return [];
  }
  const folders = sharedFolders(recognition.pod, [...settings.keys()]);
  const mentions = folders.flatMap(folder => {
    const own = settings.get(folder.container)!.flatMap(({ name, value }) => socketsIn(value, LISTENS.test(name), /listen|bind/i.test(name)));
    const mounted = mountedTexts(recognition, folder.container).flatMap(text => text.split('\n')).filter(line => line.includes('.sock'))
      .flatMap(line => socketsIn(line, /listen|bind|address/i.test(line)));
    return [...own, ...mounted].filter(({ path }) => liesIn(path, folder.path))
      .map(mention => ({ ...mention, folder, key: `${folder.volume}:${mention.path.slice(folder.path.length)}` }));
  });
  // A name such as `SERVER_URL` may mean either side, but not beside one that clearly listens.
  const isCall = (mention: (typeof mentions)[number]) => !mention.isListening || (!mention.isClear
    && mentions.some(other => other.isClear && other.key === mention.key && other.folder.container !== mention.folder.container));
  return mentions.filter(isCall).flatMap(call => {
    const from = call.folder.container;
    const listeners = mentions.filter(other => !isCall(other) && other.key === call.key && other.folder.container !== from);
    const others = folders.filter(folder => folder.volume === call.folder.volume && folder.container !== from);
    const byElimination = listeners.length === 0;
    const found = byElimination && others.length === 1 && !mentions.some(other => other.key === call.key && other.folder.container !== from)
      ? [others[0].container] : listeners.map(listener => listener.folder.container);
    return found.map(to => ({ from, to, text: call.path, byElimination, isSocket: true, isPassedOn: false }));
  });
}

function socketsIn(text: string, isListening: boolean, isClear = isListening): { path: string; isListening: boolean; isClear: boolean }[] {
  return text.includes('.sock') ? [...text.matchAll(SOCKET)].map(([, path]) => ({ path, isListening, isClear })) : [];
}
