import { Leftover, Place } from './leftover';
import { absentProxy, declaresPort, imageName, ownerOfPort, servesPort } from './loopback';
import { isMixed } from './mixed-wait';
import { removing } from './removal';
import { Finder, Scene } from './scene';
import { SimpleCommand, wordNodes } from './shell-walk';
import { Source, withoutStarter } from './sources';
import { isUsedAfterward, LoopbackWait, loopbackWaits } from './waiting';
import { listOf } from '../../data/json';
import { proxyOfPort } from '../../knowledge/meshes/proxy-ports';
import { Direction, isShellImage } from '../../knowledge/programs/program';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';

/** Programs that come after the app by their nature: it is right that they wait for it. */
const FOLLOWERS: ReadonlySet<Direction> = new Set(['inbound', 'shipper', 'after-main', 'observer', 'reloader', 'csi', 'mesh']);
const DATABASES = /^(mysql|mariadb|postgres(ql)?|mongo(db)?|redis|valkey|cassandra|elasticsearch|opensearch|kafka|rabbitmq|zookeeper|etcd|neo4j|couchdb|clickhouse(-server)?|influxdb|minio|percona.*)$/;

const DATABASE_CLIENT = /^(pg_isready|psql|mysql|mysqladmin|mariadb|mariadb-admin|redis-cli|mongo|mongosh) /;

/** Finds loops that wait until a sidecar answers on loopback. */
export const findWaitLoops: Finder = scene => {
  const { pod } = scene.recognition;
  if (pod.spec.hostNetwork === true) {
    return [];
  }
  return scene.sources.filter(source => source.moment === 'run').flatMap(source =>
    loopbackWaits(scene, source).flatMap(wait => isForAnother(scene, source, wait) ? [leftover(scene, source, wait)] : []));
};

function leftover(scene: Scene, source: Source, wait: LoopbackWait): Leftover {
  const owner = ownerOfPort(scene.recognition, source.container, wait.port);
  return {
    kind: 'wait-loop',
    container: source.container.name,
    text: wait.text,
    ...removalOf(scene, source, wait),
    port: wait.port,
    moment: source.moment,
    wait: wait.bounded ? 'tries' : 'answer',
    ...(owner ? { target: owner.name } : absentProxy(scene.recognition, wait.port)),
    ...(owner && asksBehind(scene, wait, owner) ? { asksBehind: true } : {}),
  };
}

/** A client of a database that asks through a proxy waits for the database; that a port is open says only that the proxy is up. */
function asksBehind({ recognition }: Scene, { text }: LoopbackWait, owner: PodContainer): boolean {
  return DATABASE_CLIENT.test(text) && recognition.program(owner)?.direction === 'outbound' && !DATABASES.test(imageName(owner));
}

/** A loop goes only if it does nothing but wait for this sidecar. */
function removalOf(scene: Scene, source: Source, wait: LoopbackWait): Pick<Leftover, 'places' | 'doomed' | 'stays' | 'unwrapped'> {
  if (isMixed(scene, source, wait)) {
    return { places: [], stays: 'it also waits for something else, or does more than wait' };
  }
  const { node, waiter, decides } = wait;
  if (node === undefined) {
    return waiter?.command === undefined ? { places: [] } : wordsBefore(source, waiter.command);
  }
  if (node.type === 'Command' && waiter?.command !== undefined) {
    return { places: spanBefore(scene, source, node, waiter.command) };
  }
  return decides || isUsedAfterward(source.script!.text, node) ? { places: [] } : removing(source.script!, new Set([node]));
}

/** The words of a program that waits, before the command that it starts; what starts the program itself stays. */
function wordsBefore({ container, command: { words, paths } }: Source, command: number): Pick<Leftover, 'places' | 'unwrapped'> {
  const first = words.length - withoutStarter(words).length;
  const real = first + command;
  return {
    places: paths.slice(first, real).map(path => ({ path })),
    unwrapped: { container: container.name, words: [...words.slice(0, first), ...words.slice(real)] },
  };
}

/** The same in a script. The places in a script inside of a word are not those of its text. */
function spanBefore(scene: Scene, source: Source, node: SimpleCommand, command: number): Place[] {
  const words = wordNodes(node);
  const call = scene.callsOf(source).find(one => one.node === node);
  const first = words.length - (call?.words.length ?? 0);
  const [from, real] = [words[first], words[first + command]];
  const { text, place } = source.script!;
  const stands = (word: typeof from | undefined) => word !== undefined && text.slice(word.pos, word.end) === word.text;
  return stands(from) && stands(real) ? [{ ...place, span: { start: from.pos, end: real.pos } }] : [];
}

/** Not for what the container started itself, and not for the app whose helper it is. */
function isForAnother(scene: Scene, { container, script }: Source, { port, node }: LoopbackWait): boolean {
  const { recognition } = scene;
  const owner = ownerOfPort(recognition, container, port);
  const startsOwn = node !== undefined && script!.tree.commands.some(statement => statement.background && statement.command.pos < node.pos);
  // The words of a program that waits name the port, too.
  const isOwn = node === undefined ? declaresPort(container, port) : servesPort(container, port);
  if (isOwn || (startsOwn && !owner)) {
    return false;
  }
  if (container.role === ContainerRole.INIT) {
    return true;
  }
  const program = recognition.program(container);
  const follows = program !== undefined && !isShellImage(program) && FOLLOWERS.has(program.direction);
  const hasOthers = recognition.pod.containers.length > 1 || proxyOfPort(port) !== undefined;
  return !follows && hasOthers && !(owner && isPayload(scene, owner, container));
}

/** Whether a container is what the pod is for: a database that keeps its data, or what a Service leads to. */
function isPayload({ recognition: { pod, surroundings } }: Scene, owner: PodContainer, waiting: PodContainer): boolean {
  const keeps = DATABASES.test(imageName(owner)) && pod.job === undefined && listOf(owner.spec.volumeMounts).some(mount => {
    const volume = listOf(pod.spec.volumes).find(one => one.name === mount.name);
    return volume === undefined ? pod._found.workload.stateful === true : volume.persistentVolumeClaim !== undefined;
  });
  const served = new Set(surroundings.services(pod).flatMap(service => listOf(service.spec?.ports).map(port => port.targetPort ?? port.port)));
  const isServed = (container: PodContainer) => listOf(container.spec.ports).some(port => served.has(port.containerPort) || served.has(port.name));
  return keeps || (isServed(owner) && !isServed(waiting) && waiting.role === ContainerRole.MAIN && pod.mains[0] === owner);
}
