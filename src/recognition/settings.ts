import { baseName, ShellScript } from './commands';
import { commandsIn, nodesOf, wordNodes } from './leftovers/shell-walk';
import { expanded } from './leftovers/sources';
import { withoutPrinted } from './printed-text';
import type { RecognizedPod } from './recognized';
import { resolver, withoutComments } from './script-text';
import { grouped } from '../data/grouped';
import { isObject, JsonObject, listOf } from '../data/json';
import { aboutShared } from '../data/shared-value';
import { PodContainer } from '../kubernetes/pod';

/** A setting of a container: a variable, a flag, a plain word of its command, or a script. */
export interface Setting {
  /** The variable's or the flag's name; empty for a plain word and for a script. */
  readonly name: string;
  readonly value: string;
  readonly isScript: boolean;
}

const FLAG = /^--?([\w.-]+)=([^]*)$/;

/** All settings of a container in its manifest, and in the ConfigMaps of the same input that it takes its variables from. */
export function settingsOf(recognition: RecognizedPod, container: PodContainer): readonly Setting[] {
  return recognition.once(settingsHere, container);
}

/** Without ConfigMaps, the container alone decides. */
function settingsHere(recognition: RecognizedPod, container: PodContainer): readonly Setting[] {
  return recognition.surroundings.hasConfigMaps ? readSettings(recognition, container) : aboutShared(container.spec, 'settings', () => readSettings(recognition, container));
}

function readSettings(recognition: RecognizedPod, container: PodContainer): readonly Setting[] {
  const known = new Map([...variablesOf(recognition, container)].flatMap(([name, value]) => value === undefined ? [] : [[name, value] as const]));
  const ofContainer = [...known].map(([name, value]): Setting => ({ name, value, isScript: false }));
  const ofCommands = recognition.commands(container).flatMap(command => words(command.words, command.script, container, known));
  return [...ofContainer, ...ofCommands];
}

/** The texts of the ConfigMaps of the same input that a container mounts. */
export function mountedTexts(recognition: RecognizedPod, container: PodContainer): readonly string[] {
  return recognition.surroundings.hasConfigMaps ? recognition.once(readMountedTexts, container) : [];
}

function readMountedTexts({ pod, surroundings }: RecognizedPod, container: PodContainer): readonly string[] {
  const mounts = grouped(listOf(container.spec.volumeMounts), mount => mount.name);
  return listOf(pod.spec.volumes).flatMap(volume => {
    const mounted = mounts.get(volume.name) ?? [];
    const sources = mounted.length > 0 ? [volume.configMap, ...listOf(volume.projected?.sources).map(source => source.configMap)] : [];
    return sources.flatMap(source => typeof source?.name === 'string' ? textsOf(surroundings.configMap(pod, source.name), source.items, mounted) : []);
  });
}

/** The names of the ConfigMaps that a container mounts and that are not part of the input. */
export function unseenConfigMaps({ pod, surroundings }: RecognizedPod, container: PodContainer): string[] {
  const mounted = new Set(listOf(container.spec.volumeMounts).map(({ name }) => name));
  return listOf(pod.spec.volumes).filter(({ name }) => mounted.has(name))
    .flatMap(({ configMap, projected }) => [configMap, ...listOf(projected?.sources).map(source => source.configMap)])
    .flatMap(source => typeof source?.name === 'string' && surroundings.configMap(pod, source.name) === undefined ? [source.name] : []);
}

/**
 * The variables of a container as the kubelet sets them, undefined for one whose value is not in the input; one that `env` sets counts more than one of the same name from a
 * whole ConfigMap.
 */
export function variablesOf(recognition: RecognizedPod, container: PodContainer): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string>();
  const unseen = new Set<string>();
  const { env, envFrom } = container.spec;
  for (const { configMapRef, prefix = '' } of listOf(envFrom)) {
    const name: unknown = configMapRef?.name;
    const data = typeof name === 'string' ? recognition.surroundings.configMap(recognition.pod, name)?.data : undefined;
    for (const [key, value] of Object.entries(isObject(data) ? data : {})) {
      found.set(`${prefix}${key}`, String(value));
    }
  }
  for (const { name, value: told, valueFrom } of listOf(env)) {
    const value: unknown = valueFrom === undefined ? String(told ?? '') : keyOf(recognition, valueFrom?.configMapKeyRef);
    if (typeof value === 'string') {
      found.set(String(name), expanded(value, container, found));
    } else {
      found.delete(String(name));
      unseen.add(String(name));
    }
  }
  return new Map([...found, ...[...unseen].filter(name => !found.has(name)).map(name => [name, undefined] as const)]);
}

/** Whether a container takes variables from a Secret, or from a ConfigMap that is not part of the input: then it may have any. */
export function mayHaveMoreVariables({ pod, surroundings }: RecognizedPod, { spec }: PodContainer): boolean {
  return listOf(spec.envFrom).some(({ configMapRef }) => typeof configMapRef?.name !== 'string' || surroundings.configMap(pod, configMapRef.name) === undefined);
}

/** The text of one key of a ConfigMap of the same input. */
function keyOf({ pod, surroundings }: RecognizedPod, reference: unknown): unknown {
  const data = isObject(reference) && typeof reference.name === 'string' ? surroundings.configMap(pod, reference.name)?.data : undefined;
  return isObject(data) && isObject(reference) ? data[String(reference.key)] : undefined;
}

function words(list: readonly string[], script: ShellScript | undefined, container: PodContainer, known: ReadonlyMap<string, string>): Setting[] {
  return list.flatMap((word, index) => {
    if (word === script?.text) {
      return scriptSettings(script, resolver(script, container, known));
    }
    return [wordSetting(expanded(word, container, known), list[index - 1] ?? '')];
  });
}

function wordSetting(word: string, before: string): Setting {
  const flag = FLAG.exec(word);
  return flag
    ? { name: flag[1], value: flag[2], isScript: false }
    : { name: /^--?[\w.-]+$/.test(before) ? before.replace(/^-+/, '') : '', value: word, isScript: false };
}

/** The flags that the commands of a script give to programs, and the rest of its text. */
function scriptSettings(script: ShellScript, resolve: (text: string) => string): Setting[] {
  let rest = withoutPrinted(script);
  if (!MAY_HOLD_FLAGS.test(script.text)) {
    return [{ name: '', value: resolve(withoutComments(rest)), isScript: true }];
  }
  const flags: Setting[] = [];
  for (const command of commandsIn(nodesOf(script.tree))) {
    const parts = wordNodes(command);
    if (CLIENT.test(baseName(parts[0]?.value ?? ''))) {
      continue;
    }
    parts.forEach(({ value, pos, end }, index) => {
      const setting = wordSetting(value, parts[index - 1]?.value ?? '');
      const isFlagged = setting.name.length > 1 && setting.value !== '' && value.startsWith('-') === (setting.value !== value);
      // The places in a script inside of a word are not those of this text.
      if (index > 0 && isFlagged && script.text.slice(pos, end).includes(value)) {
        flags.push({ ...setting, value: resolve(setting.value) });
        rest = rest.slice(0, pos) + ' '.repeat(end - pos) + rest.slice(end);
      }
    });
  }
  return [...flags, { name: '', value: resolve(withoutComments(rest)), isScript: true }];
}

/** A flag with an address or a port: nothing else is worth parsing a script for. */
const MAY_HOLD_FLAGS = /\s--?[\w.-]+[= ]\S*\d{2,5}/;
/** Programs whose flags name what they call. */
export const CLIENT = /^(curl|wget|nc|ncat|netcat|telnet|pg_isready|psql|mysql|mysqladmin|mariadb|mariadb-admin|redis-cli|mongo|mongosh|grpcurl|grpc[-_]health[-_]probe|dockerize|wait-for.*|wait-on|az|aws|vault|consul|etcdctl|kubectl|docker)$/;

/** The texts of a ConfigMap, or those that the mounts take out of it by their `subPath`. */
function textsOf(configMap: JsonObject | undefined, items: unknown, mounts: readonly JsonObject[]): string[] {
  const keys = mounts.every(({ subPath }) => typeof subPath === 'string')
    ? new Set(mounts.map(({ subPath }) => listOf(items).find(item => item.path === subPath)?.key ?? subPath))
    : undefined;
  return Object.entries(isObject(configMap?.data) ? configMap.data : {})
    .flatMap(([key, text]) => typeof text === 'string' && (!keys || keys.has(key)) ? [text] : []);
}
