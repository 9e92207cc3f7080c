import { LISTENS } from './called-ports';
import { Setting } from './settings';
import { configuredStore } from './stores';
import { JsonObject, listOf } from '../data/json';
import { repositoryOf } from '../knowledge/known-programs';
import { defaultPorts, isClient } from '../knowledge/payloads';
import { PodContainer } from '../kubernetes/pod';

const OWN_PORT = /^(listen[-_.]?|http[-_.]?|https[-_.]?|grpc[-_.]?|server[-_.]?|app[-_.]?|web[-_.]?|service[-_.]?)?port$/i;

/**
 * The owner of each port: the container that declares it, else the one configured to listen on it by its settings or its files, else the one whose image does, else the one
 * probed there, else the one with a URL of it, else the one with its number.
 */
export class PortOwners {
  /** The container of each port, by what shows it, the strongest sign first. */
  private readonly claims = new Map<number, (PodContainer[] | undefined)[]>();
  /** What shows the ports of each container. */
  private readonly signs = new Map<PodContainer, Set<number>>();

  public constructor(runners: readonly PodContainer[], claimsOf: (container: PodContainer) => readonly (readonly number[])[]) {
    for (const container of runners) {
      claimsOf(container).forEach((ports, sign) => ports.forEach(port => this.claim(port, sign, container)));
    }
  }

  /**
   * The container that a port belongs to; undefined when it belongs to none, or to several.
   *
   * @param except a container that certainly does not mean itself; another one can have the same port at another address
   */
  public of(port: number, except?: PodContainer): PodContainer | undefined {
    for (const owners of this.claims.get(port) ?? []) {
      const others = except && owners ? owners.filter(owner => owner !== except) : owners;
      if (others && others.length > 0) {
        // A port of TCP and one of UDP with the same number are two, and hardly anybody calls the second one by its address.
        const likely = others.length > 1 ? others.filter(owner => !declaresUdpOnly(owner, port)) : others;
        return likely.length === 1 ? likely[0] : undefined;
      }
    }
    return undefined;
  }

  /** Whether anything shows that a container listens on a port. The usual ports of an image show nothing where the container mounts a configuration of its own. */
  public hasPorts(container: PodContainer): boolean {
    const signs = this.signs.get(container);
    return signs !== undefined && !(signs.size === 1 && signs.has(BY_IMAGE) && mountsConfiguration(container));
  }

  private claim(port: number, sign: number, container: PodContainer): void {
    const owners = this.claims.get(port) ?? [];
    this.claims.set(port, owners);
    const same = owners[sign] ??= [];
    if (!same.includes(container)) {
      same.push(container);
    }
    this.signs.set(container, (this.signs.get(container) ?? new Set()).add(sign));
  }
}

/** Whether a container declares a port for UDP, and not for TCP. */
function declaresUdpOnly({ spec }: PodContainer, port: number): boolean {
  const declared = listOf(spec.ports).filter(({ containerPort }) => Number(containerPort) === port);
  return declared.length > 0 && declared.every(({ protocol }) => protocol === 'UDP');
}

/** The place of an image's usual ports among the signs of `claimedPorts`. */
const BY_IMAGE = 3;
/** Where web servers have the configuration that tells them their ports. */
const WEB_CONFIGURATION = /^\/(etc\/(nginx|caddy|lighttpd|apache2|httpd)|usr\/local\/apache2\/conf|opt\/bitnami\/nginx\/conf)(\/|$)/;

function mountsConfiguration({ spec }: PodContainer): boolean {
  return listOf(spec.volumeMounts).some(({ mountPath }) => typeof mountPath === 'string' && WEB_CONFIGURATION.test(mountPath));
}

/**
 * The ports that may belong to a container, by what shows it, the strongest sign first.
 *
 * @param files the texts that it mounts
 * @param words what it runs
 */
export function claimedPorts(
  { spec }: PodContainer, settings: readonly Setting[], files: readonly string[], words: readonly string[],
): readonly (readonly number[])[] {
  const listened: number[] = [];
  const called: number[] = [];
  const numbered: number[] = [];
  for (const setting of settings) {
    const ports = listenedPorts(setting);
    if (ports.length > 0) {
      (mayBeCalled(setting) ? called : listened).push(...ports);
    } else {
      numbered.push(...numberedPort(setting, settings));
    }
  }
  const usual = typeof spec.image === 'string' ? defaultPorts(repositoryOf(spec.image)) : [];
  const ofStore = configuredStore(spec);
  const ofImage = usual.length > 0 && isClient(words) ? [] : ofStore === undefined ? usual : [...usual, ofStore];
  const declared = listOf(spec.ports).map(port => Number(port.containerPort));
  return [declared, listened, files.flatMap(openedPorts), ofImage, probedPorts(spec), called, numbered];
}

/** A name such as `ADMIN_URL` may mean the container's own address, or that of another one. */
function mayBeCalled({ name, value }: Setting): boolean {
  return value.includes('://') && !/listen|bind/i.test(name);
}

/** Where socat listens, in a script that runs it. */
const SOCAT_LISTENS = /\btcp[46]?-l(?:isten)?:(\d{2,5})\b/gi;

function listenedPorts({ name, value, isScript }: Setting): number[] {
  if (isScript) {
    return value.includes('socat') ? [...value.matchAll(SOCAT_LISTENS)].map(([, port]) => Number(port)) : [];
  }
  if (name !== '' && OWN_PORT.test(name)) {
    return [Number(value)];
  }
  if (!/\d\d/.test(value)) {
    return [];
  }
  const listens = LISTENS.test(name) ? /(?:^|:|\s)(\d{2,5})(?:\/|\s|$)/.exec(value)?.[1] : undefined;
  const tunnel = /=tcp:(?:[\d.]+:)?(\d{2,5})$/.exec(value)?.[1];
  return [listens, tunnel, forwardedPort(name, value)].flatMap(port => (port === undefined ? [] : [Number(port)]));
}

/** The address of one that listens on all of its own. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::|\[::\]|\*)$/;

/** A number such as `BUS_PORT=11221`, which is a port of the container itself if no host stands beside it. */
function numberedPort({ name, value, isScript }: Setting, settings: readonly Setting[]): number[] {
  const prefix = /^(.+[-_.])port$/i.exec(name)?.[1].toLowerCase();
  const isOfHost = ({ name: other, value: host }: Setting) => prefix !== undefined && other.toLowerCase().startsWith(prefix)
    && /(host|hostname|addr|address|server|url|uri|endpoint)$/i.test(other) && !EVERY_ADDRESS.test(host);
  return !isScript && prefix !== undefined && /^\d{4,5}$/.test(value) && !settings.some(isOfHost) ? [Number(value)] : [];
}

/** A line of a file that opens a port: `listen 8080;` of nginx, `bind *:8080` of HAProxy, `listen_addr: 0.0.0.0:8080`. */
const OPENS = /^[ \t]*(?:-[ \t])?["']?(?:[a-z]{1,20}[-_.])?(?:listen|bind)(?:[-_.]?(?:addr|address|port|on))?["']?(?:[ \t]{1,9}|[ \t]?[:=][ \t]?)["']?(?:[\w.*-]{0,64}:|\[[\da-f:]{2,40}\]:)?(\d{2,5})(?!\.?\d)/i;

function openedPorts(text: string): number[] {
  return text.startsWith('#!') || !/listen|bind/i.test(text) ? [] : text.split('\n').flatMap(line => {
    const port = OPENS.exec(line)?.[1];
    return port === undefined ? [] : [Number(port)];
  });
}

/** The port that `ssh -L 3307:db:3306` or `socat TCP-LISTEN:3307` opens here. */
function forwardedPort(name: string, value: string): string | undefined {
  if (name.endsWith('L') || value.startsWith('-')) {
    const text = name.endsWith('L') ? `-L${value}` : value;
    return /^-[a-zA-Z]*L(?:[\w.*-]*:)?(\d{2,5}):[\w.-]+:\d{2,5}$/.exec(text)?.[1];
  }
  return /^tcp[46]?-l(?:isten)?:(\d{2,5})(?:,|$)/i.exec(value)?.[1];
}

function probedPorts({ startupProbe, readinessProbe, livenessProbe }: JsonObject): number[] {
  return [startupProbe, readinessProbe, livenessProbe].flatMap(probe => {
    const port: unknown = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
    const words: unknown = probe?.exec?.command;
    return typeof port === 'number' ? [port] : Array.isArray(words) ? words.filter(word => /^\d{4,5}$/.test(String(word))).map(Number) : [];
  });
}
