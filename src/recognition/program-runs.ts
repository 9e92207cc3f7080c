import type { Recognition } from './recognition';
import { ProgramRun } from '../knowledge/programs/program-run';
import { isObject, JsonObject } from '../lifecycle/manifest';
import { PodContainer } from '../lifecycle/pod';

/** How a container runs its program. */
export function runOf(recognition: Recognition, container: PodContainer): ProgramRun {
  const { spec } = container;
  const run = recognition.commands(container).find(({ moment }) => moment === 'run');
  // A script is only parsed, and files are only looked for, when a fact depends on them.
  let words: readonly string[] | undefined;
  let files: readonly string[] | undefined;
  return new ProgramRun({
    image: String(spec.image ?? ''),
    get words() {
      words ??= run?.script ? scriptWords(run.script.tree) : run?.words ?? [];
      return words;
    },
    hasCommand: Array.isArray(spec.command) && spec.command.length > 0,
    inScript: run?.script !== undefined,
    variables: variablesOf(spec.env),
    files: () => {
      files ??= filesOf(recognition, container);
      return files;
    },
    hasMounts: entries(spec.volumeMounts).length > 0,
    ports: portsOf(container),
    freePort: wanted => freePort(recognition, container, wanted),
  });
}

/** The ports that a container declares. */
export function portsOf({ spec }: PodContainer): number[] {
  return entries(spec.ports).map(({ containerPort }) => containerPort).filter(port => typeof port === 'number');
}

/** The words of every command in a script. */
function scriptWords(tree: unknown): string[] {
  const words: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
    } else if (isObject(node)) {
      if (node.type === 'Command') {
        words.push(...[node.name, ...node.suffix ?? []].flatMap(word => typeof word?.value === 'string' ? [word.value] : []));
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(tree);
  return words;
}

function variablesOf(env: unknown): Map<string, string | undefined> {
  return new Map(entries(env).map(({ name, value, valueFrom }) => [String(name), valueFrom === undefined ? String(value ?? '') : undefined]));
}

/** The texts of the ConfigMaps that a container mounts. */
function filesOf({ pod, surroundings }: Recognition, { spec }: PodContainer): string[] {
  const mounted = new Set(entries(spec.volumeMounts).map(({ name }) => name));
  return entries(pod.spec.volumes)
    .filter(volume => mounted.has(volume.name))
    .flatMap(volume => [volume.configMap, ...entries(volume.projected?.sources).map(source => source.configMap)])
    .flatMap(source => {
      const data = isObject(source) ? surroundings.configMap(pod, String(source.name))?.data : undefined;
      return isObject(data) ? Object.values(data).filter(text => typeof text === 'string') : [];
    });
}

/** The wanted port is moved on where another container declares it, and by one for each earlier container of the same program. */
function freePort(recognition: Recognition, container: PodContainer, wanted: number): number {
  const { containers } = recognition.pod;
  const program = recognition.program(container);
  const earlier = containers.slice(0, containers.indexOf(container)).filter(other => recognition.program(other) === program).length;
  const taken = new Set(containers.flatMap(portsOf));
  let port = wanted + earlier;
  while (taken.has(port)) {
    port++;
  }
  return port;
}

function entries(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
