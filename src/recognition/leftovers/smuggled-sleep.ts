import { Leftover } from './leftover';
import { Finder, Scene } from './scene';
import { hookPath, programName, Source } from './sources';
import { volumeFile } from './volumes';
import { ContainerRole } from '../../kubernetes/pod';
import { baseName } from '../commands';

/** Finds preStop hooks that run a sleep program which an init container copies into the pod. */
export const findSmuggledSleeps: Finder = scene => scene.sources
  .filter(source => source.moment === 'preStop' && /sleep|busybox/.test(source.text))
  .flatMap(source => inHook(scene, source));

function inHook(scene: Scene, source: Source): Leftover[] {
  const words = source.command.words;
  const sleeps = words.some(word => /(^|\/)sleep$|\bsleep \d/.test(word));
  const path = words.flatMap(word => /(?:^|\s)(\/\S*\/(?:sleep|busybox)\S*)/.exec(word)?.[1] ?? [])[0];
  const file = path && sleeps ? volumeFile(source.container, path) : undefined;
  if (!file) {
    return [];
  }
  const copiers = scene.sources.filter(other => other.container.role === ContainerRole.INIT && scene.callsOf(other).some(({ words: copy }) =>
    /^(cp|install|mv)$/.test(programName(copy)) && copy.slice(1).some(word => volumeFile(other.container, word)?.volume === file.volume)
      && copy.some(word => baseName(word) === baseName(path!) || /busybox/.test(word))));
  if (copiers.length === 0) {
    return [];
  }
  const [copier] = copiers;
  const copiesOnly = scene.callsOf(copier).every(({ words: call }) => /^(cp|install|mv|chmod|mkdir|echo|set)$/.test(programName(call)));
  return [{
    kind: 'smuggled-sleep',
    container: source.container.name,
    text: path!,
    places: [hookPath(scene.recognition, source)],
    moment: 'preStop',
    ...(copiesOnly ? { dedicatedContainers: [copier.container.name] } : {}),
  }];
}
