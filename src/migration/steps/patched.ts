import { quoted } from '../../rules/engine/rule';
import { Draft } from '../draft';

/** Why a pod that a patch of the same input completes is not changed: the patch would no longer find its container; undefined when no patch is concerned. */
export function patchRefusal({ pod, moved, dropped, recognition: { surroundings } }: Draft): string | undefined {
  const gone = [...moved.map(container => container.name), ...dropped];
  if (gone.length === 0) {
    return undefined;
  }
  const patches = surroundings.patches(pod);
  const named = gone.filter(name => patches.some(patch => patch.containers.includes(name)));
  if (named.length > 0) {
    return `is not changed, because a patch in the same input names ${quoted(named)} as a container, and would add it again: migrate the output of 'kustomize build', or change both by hand`;
  }
  const replaced = pod.containers.map(({ name }) => name).filter(name => patches.some(patch => patch.replaced.includes(name)));
  if (replaced.length > 0) {
    return `is not changed, because a patch in the same input replaces the command or the arguments of ${quoted(replaced)}, on which the changes depend: `
      + "migrate the output of 'kustomize build', or change both by hand";
  }
  return patches.some(patch => patch.byPosition)
    ? "is not changed, because a patch in the same input finds its containers by their position, which would change: migrate the output of 'kustomize build', or change both by hand"
    : undefined;
}
