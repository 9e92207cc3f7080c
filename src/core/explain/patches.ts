import { isPartialTemplate } from '../../recognition/partial';
import { InputProblem } from '../../yaml/problem';
import { LocatedPod } from '../pods';
import { World } from '../world';

/**
 * Whether a pod is only a part of one: a Kustomization names its file as a patch, or it lacks what a complete manifest has.
 *
 * Without an apiVersion it is a sketch, not a patch: a patch has one.
 */
export function isPatch({ pod, document }: LocatedPod, world: World): boolean {
  return world.arePatches(document.file) || (typeof pod.manifest.apiVersion === 'string' && isPartialTemplate(pod.manifest, pod._found));
}

/** Tells that the explained pod is a patch, or which patches of its workload the explanation does not include. */
export function notesOnPatches(chosen: LocatedPod, pods: readonly LocatedPod[], world: World): InputProblem[] {
  const note = ({ pod, document: { file } }: LocatedPod, effect: string): InputProblem =>
    ({ file, message: `${pod.title} is a patch, not a complete manifest, ${effect}: explain the output of 'kustomize build'` });
  if (isPatch(chosen, world)) {
    return [note(chosen, 'so the timeline lacks what it patches')];
  }
  return pods.filter(one => one.pod._workload === chosen.pod._workload && one.pod.namespace === chosen.pod.namespace && isPatch(one, world))
    .map(patch => note(patch, 'and the timeline does not include it'));
}
