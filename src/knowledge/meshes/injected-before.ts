import { MeshFacts } from './mesh-facts';
import { follow, JsonObject, listOf } from '../../data/json';
import { repositoryOf } from '../known-programs';

/** Whether the proxy in a pod that was injected already is native. */
export function standsNative({ proxy }: MeshFacts, template: JsonObject): boolean {
  return listOf(follow(template, ['spec', 'initContainers'])).some(({ name }) => name === proxy.container);
}

/** The containers of a mesh's injector in a pod that it has changed already, by name; none in a pod that is as its user wrote it. */
export function injectedBefore({ proxy, reserved, injectedMark }: MeshFacts, template: JsonObject): string[] {
  const containers = [...listOf(follow(template, ['spec', 'initContainers'])), ...listOf(follow(template, ['spec', 'containers']))];
  const present = containers.find(({ name }) => name === proxy.container);
  if (!present || (proxy.patchImage !== undefined && present.image === proxy.patchImage)) {
    return [];
  }
  const isMarked = follow(template, ['metadata', injectedMark.on === 'label' ? 'labels' : 'annotations', injectedMark.key]) !== undefined;
  return isMarked || (typeof present.image === 'string' && proxy.program.repositories.test(repositoryOf(present.image)))
    ? containers.map(({ name }) => String(name)).filter(name => reserved.containerNames.includes(name))
    : [];
}
