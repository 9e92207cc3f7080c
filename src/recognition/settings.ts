import type { RecognizedPod } from './recognized';
import { isObject, JsonObject, listOf } from '../data/json';
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
export function settingsOf(recognition: RecognizedPod, container: PodContainer): Setting[] {
  return [...variables(recognition, container), ...recognition.commands(container).flatMap(command => words(command.words, command.script?.text))];
}

/** The texts of the ConfigMaps of the same input that a container mounts. */
export function mountedTexts(recognition: RecognizedPod, container: PodContainer): string[] {
  const mounted = new Set(listOf(container.spec.volumeMounts).map(mount => mount.name));
  return listOf(recognition.pod.spec.volumes)
    .filter(volume => mounted.has(volume.name) && typeof volume.configMap?.name === 'string')
    .flatMap(volume => textsOf(recognition.surroundings.configMap(recognition.pod, volume.configMap.name)));
}


function variables(recognition: RecognizedPod, container: PodContainer): Setting[] {
  const found: Setting[] = [];
  const { env, envFrom } = container.spec;
  for (const entry of Array.isArray(env) ? env : []) {
    if (typeof entry?.value === 'string') {
      found.push({ name: String(entry.name), value: entry.value, isScript: false });
    }
  }
  for (const source of listOf(envFrom)) {
    const name: unknown = source.configMapRef?.name;
    const data = typeof name === 'string' ? recognition.surroundings.configMap(recognition.pod, name)?.data : undefined;
    for (const [key, value] of Object.entries(isObject(data) ? data : {})) {
      found.push({ name: key, value: String(value), isScript: false });
    }
  }
  return found;
}

function words(list: readonly string[], script: string | undefined): Setting[] {
  return list.map((word, index) => {
    if (word === script) {
      return { name: '', value: word, isScript: true };
    }
    const flag = FLAG.exec(word);
    if (flag) {
      return { name: flag[1], value: flag[2], isScript: false };
    }
    const before = list[index - 1] ?? '';
    return { name: /^--?[\w.-]+$/.test(before) ? before.replace(/^-+/, '') : '', value: word, isScript: false };
  });
}

function textsOf(configMap: JsonObject | undefined): string[] {
  return isObject(configMap?.data) ? Object.values(configMap.data).filter(text => typeof text === 'string') : [];
}
