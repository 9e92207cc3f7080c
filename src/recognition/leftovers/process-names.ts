import { imageName } from './loopback';
import { grouped } from '../../data/grouped';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { PodContainer } from '../../kubernetes/pod';
import { baseName } from '../commands';
import type { RecognizedPod } from '../recognized';

/** The processes of programs that are not called as their image is. */
const PROCESSES: readonly { readonly image: RegExp; readonly process: RegExp }[] = [
  { image: /gce-proxy|cloud-?sql/, process: /^cloud[-_]sql[-_]proxy/ },
  { image: /^vault/, process: /^vault/ },
];

/** How the processes of the containers of a pod are called. */
interface ProcessNames {
  /** The containers with a process of just that name. */
  readonly byName: ReadonlyMap<string, readonly PodContainer[]>;
  /** The others, with how the names of their processes begin. */
  readonly byPattern: readonly { readonly container: PodContainer; readonly matches: (name: string) => boolean }[];
}

/** The containers that have processes of some names, in the order of the pod. */
export function ownersOf(recognition: RecognizedPod, names: readonly string[]): readonly PodContainer[] {
  const { byName, byPattern } = recognition.once(namesIn, recognition.pod);
  const distinct = [...new Set(names)];
  const owners = new Set([
    ...distinct.flatMap(name => byName.get(plain(name)) ?? []),
    ...byPattern.filter(({ matches }) => distinct.some(matches)).map(({ container }) => container),
  ]);
  return owners.size < 2 ? [...owners] : recognition.pod.containers.filter(container => owners.has(container));
}

function namesIn(recognition: RecognizedPod): ProcessNames {
  const { containers } = recognition.pod;
  const named = containers.flatMap(container => plainNames(container).map(name => ({ name, container })));
  return {
    byName: new Map([...grouped(named, ({ name }) => name)].map(([name, all]) => [name, all.map(({ container }) => container)])),
    byPattern: containers.flatMap(container => {
      const patterns = patternsOf(recognition, container);
      return patterns.length === 0 ? [] : [{ container, matches: (name: string) => patterns.some(matches => matches(name)) }];
    }),
  };
}

/** What the first process of a container may be called: as the container, its image, or its command. */
function plainNames(container: PodContainer): string[] {
  const [program] = [container.spec.command, container.spec.args].flatMap(words => Array.isArray(words) ? words.map(String) : []);
  const names = [container.name, imageName(container), ...(program !== undefined && !/sh$/.test(program) ? [baseName(program)] : [])];
  return names.filter(name => name.length > 2).map(plain);
}

function patternsOf(recognition: RecognizedPod, container: PodContainer): ((name: string) => boolean)[] {
  const image = imageName(container);
  const known = PROCESSES.filter(one => one.image.test(image) || one.image.test(container.name));
  const program = recognition.program(container);
  const proxies = MESHES.map(({ proxy }) => proxy).filter(proxy => proxy.container === container.name || proxy.program === program);
  return [
    ...known.map(({ process }) => (name: string) => process.test(name)),
    ...proxies.flatMap(({ processes }) => processes.map(process => (name: string) => name.startsWith(process))),
  ];
}

function plain(name: string): string {
  return name.replace(/_/g, '-').toLowerCase();
}
