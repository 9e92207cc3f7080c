import { expanded } from './sources';
import { grouped } from '../../data/grouped';
import { listOf } from '../../data/json';
import { repositoryOf } from '../../knowledge/known-programs';
import { meshOfProxy, proxyOfPort } from '../../knowledge/meshes/proxy-ports';
import { ContainerRole, PodContainer, PodModel } from '../../kubernetes/pod';
import { baseName } from '../commands';
import { meshSeenIn } from '../mesh-signs';
import type { RecognizedPod } from '../recognized';

/** An address on the pod's own loopback. */
export interface LoopbackAddress {
  readonly port: number;
  readonly path: string;
}

/** How loopback is written, as a part of a pattern. */
const LOOPBACK = '(?:localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1\\]|::1|0\\.0\\.0\\.0)';
const ADDRESS = new RegExp(`(?:^|[^\\w.-])${LOOPBACK}(?::(\\d{1,5}))?(/[^\\s"'<>|;)]*)?`);
const EVERY_ADDRESS = new RegExp(ADDRESS, 'g');
const HOST = new RegExp(`^${LOOPBACK}$`);

/** The first address on loopback in a text. */
export function loopbackAddress(text: string): LoopbackAddress | undefined {
  const match = ADDRESS.exec(text);
  return match ? addressOf(match, text) : undefined;
}

/** Every address on loopback in a text. */
export function loopbackAddresses(text: string): LoopbackAddress[] {
  return [...text.matchAll(EVERY_ADDRESS)].map(match => addressOf(match, text));
}

function addressOf([, port, path = '']: readonly string[], text: string): LoopbackAddress {
  return { port: Number(port ?? (text.includes('https://') ? HTTPS : HTTP)), path };
}

/** Whether a text is the name or address of loopback. */
export function isLoopback(text: string): boolean {
  return HOST.test(text);
}

const HTTP = 80;
const HTTPS = 443;

/** Ports that known programs serve when they are not told otherwise. */
const PROGRAM_PORTS: ReadonlyMap<number, RegExp> = new Map([
  [5432, /Cloud SQL|AlloyDB|PgBouncer|Postgres/i], [6432, /PgBouncer/i], [3306, /Cloud SQL|MySQL/i], [8200, /Vault/], [9102, /statsd/i],
  [9901, /Envoy/i], [2376, /docker/i], [2375, /docker/i], [6379, /Redis/i], [11211, /memcached/i], [8181, /OPA|Open Policy/i],
]);

/** For a port that no container in the pod serves: the mesh proxy that an injector adds, if it is one of its ports. A port that others use too is one only in a pod of the mesh. */
export function absentProxy(recognition: RecognizedPod, port: number): { readonly proxy?: string } {
  const proxy = proxyOfPort(port);
  const isCommon = proxy !== undefined && meshOfProxy(proxy, port)?.proxy.commonPorts?.includes(port) === true;
  return proxy === undefined || (isCommon && meshSeenIn(recognition) !== meshOfProxy(proxy, port)?.name) ? {} : { proxy };
}

/** Whether it can be seen that a container serves a port itself: by its ports, probes, flags or variables. What its scripts say is not looked at: they may call it. */
export function servesPort(container: PodContainer, port: number): boolean {
  return declaresPort(container, port) || mentionsPort(container, port);
}

/** Whether a container lists a port, or is probed on it. */
export function declaresPort(container: PodContainer, port: number): boolean {
  return portsIn(container).includes(port);
}

/** The ports that a container lists, or is probed on. */
function portsIn({ spec }: PodContainer): unknown[] {
  const probed = [spec.startupProbe, spec.readinessProbe, spec.livenessProbe]
    .flatMap(probe => probe ? [probe.httpGet?.port, probe.tcpSocket?.port, probe.grpc?.port] : []);
  return [...listOf(spec.ports).map(({ containerPort }) => containerPort), ...probed];
}

/** Variables that tell a program the address of another one. */
const OTHERS_PORT = new RegExp('(^|_)(DB|DATABASE|SQL|PG|POSTGRES|POSTGRESQL|MYSQL|MARIADB|REDIS|MONGO|MONGODB|MEMCACHED?|CACHE|AMQP|RABBITMQ|KAFKA|UPSTREAM|REMOTE|BACKEND)'
  + '_?(\\w*_)?(PORT|ADDR|ADDRESS)$', 'i');

/** Whether a container's words or variables name a port to listen on; an address on loopback is what it calls, not what it serves. */
function mentionsPort(container: PodContainer, port: number): boolean {
  const digits = String(port);
  return portTexts(container).some(text => text.includes(digits) && isListen(expanded(text, container), digits));
}

/** The words and variables of a container that can name a port to listen on. */
function portTexts({ spec }: PodContainer): string[] {
  const words = [spec.command, spec.args].flatMap(list => Array.isArray(list) ? list.map(String).filter(word => !/\s/.test(word)) : []);
  const values = listOf(spec.env).filter(variable => /PORT|LISTEN|ADDR|BIND/i.test(variable.name) && !OTHERS_PORT.test(variable.name))
    .map(variable => `${variable.name}=${variable.value}`);
  return [...words, ...values];
}

function isListen(text: string, port: string): boolean {
  return new RegExp(`(^|tcp:|[=: ]|0\\.0\\.0\\.0:|address=|port[= ])${port}$|(tcp|port|listen)[=: ]+(\\S*:)?${port}\\b`, 'i').test(text);
}

/** The container behind a port on loopback, as far as it can be seen; never the one that asks. */
export function ownerOfPort(recognition: RecognizedPod, asking: PodContainer, port: number): PodContainer | undefined {
  const [proxy, program] = [proxyOfPort(port), PROGRAM_PORTS.get(port)];
  const owner = recognition.loopback.ownerOf(port, asking);
  const other = (isOwner: (container: PodContainer) => boolean) =>
    recognition.pod.containers.find(container => container !== asking && container.role !== ContainerRole.INIT && isOwner(container));
  // One through which all traffic of the pod goes often declares the ports of the others.
  return (owner && (!recognition.program(owner)?.isRoute || mentionsPort(owner, port)) ? owner : undefined)
    ?? (proxy === undefined ? undefined : other(({ name }) => name === proxy))
    ?? administered(recognition, asking, port)
    ?? (program && other(container => program.test(recognition.program(container)?.name ?? '')));
}

/** The container whose program takes orders on a port; of several, the one that is known to have opened it. */
function administered(recognition: RecognizedPod, asking: PodContainer, port: number): PodContainer | undefined {
  const owners = (recognition.once(administrators, recognition.pod).get(port) ?? []).filter(({ container }) => container !== asking);
  return (owners.find(({ isOpen }) => isOpen) ?? owners[0])?.container;
}

interface Administrator {
  readonly container: PodContainer;
  readonly port: number;
  /** Whether it is known to have opened the port. */
  readonly isOpen: boolean;
}

/** The containers of a pod whose programs take orders, by the port on which they do. */
function administrators(recognition: RecognizedPod, { containers }: PodModel): ReadonlyMap<number, readonly Administrator[]> {
  const found = containers.filter(({ role }) => role !== ContainerRole.INIT).flatMap((container): Administrator[] => {
    const admin = recognition.program(container)?.admin?.(recognition.run(container));
    return admin ? [{ container, port: admin.port, isOpen: admin.isOpen }] : [];
  });
  return grouped(found, ({ port }) => port);
}

/** The last part of a container's image, without tag and digest. */
export function imageName({ spec }: PodContainer): string {
  return baseName(repositoryOf(String(spec.image ?? '')));
}
