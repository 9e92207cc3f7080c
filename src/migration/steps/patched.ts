import { PodModel } from '../../kubernetes/pod';
import { WorkloadPatch } from '../../recognition/patches';
import { quoted } from '../../rules/engine/rule';
import { Draft } from '../draft';

/** Why a pod that a patch of the same input completes is not changed: the patch would no longer find its container; undefined when no patch is concerned. */
export function patchRefusal({ pod, moved, dropped, recognition: { surroundings } }: Draft): string | undefined {
  const gone = [...moved.map(container => container.name), ...dropped];
  if (gone.length === 0) {
    return undefined;
  }
  const patches = surroundings.patches(pod);
  const [clash] = [...new Set(patches.map(({ by }) => by))].flatMap(by => {
    const effect = effectOf(patches.filter(patch => patch.by === by), gone, pod);
    return effect === undefined ? [] : [`a ${by} in the same input ${effect}`];
  });
  return clash && `is not changed, because ${clash}: migrate the output of 'kustomize build', or change both by hand`;
}

/** What happens between the changes and patches of one kind; undefined when they do not meet. */
function effectOf(patches: readonly WorkloadPatch[], gone: readonly string[], pod: PodModel): string | undefined {
  const named = gone.filter(name => patches.some(patch => patch.containers.includes(name)));
  if (named.length > 0) {
    return `names ${quoted(named)} as a container, and would ${patches[0].by === 'patch' ? 'add it again' : 'no longer find it'}`;
  }
  const replaced = pod.containers.map(({ name }) => name).filter(name => patches.some(patch => patch.replaced.includes(name)));
  if (replaced.length > 0) {
    return `replaces the command or the arguments of ${quoted(replaced)}, on which the changes depend`;
  }
  if (patches.some(patch => patch.byPosition)) {
    return 'finds its containers by their position, which would change';
  }
  return patches.some(patch => patch.isForAll) ? 'applies to all containers of a list, which would change' : undefined;
}
