import { InputProblem } from '../../yaml/problem';
import { LocatedPod } from '../pods';
import { World } from '../world';

/** Whether a pod comes from a patch. Without an apiVersion it is a sketch, which a reader may well want to see: a patch has one. */
export function isOfPatch({ pod, document }: LocatedPod, world: World): boolean {
  return typeof pod.manifest.apiVersion === 'string' && world.isPatch(pod.manifest, document.file);
}

/** Tells that the explained pod is a patch, or which patches of its workload the explanation does not include. */
export function notesOnPatches(chosen: LocatedPod, pods: readonly LocatedPod[], world: World): InputProblem[] {
  const note = ({ pod, document: { file } }: LocatedPod, effect: string): InputProblem =>
    ({ file, message: `${pod.title} is a patch, not a complete manifest, ${effect}: explain the output of 'kustomize build'` });
  if (isOfPatch(chosen, world)) {
    return [note(chosen, 'so the timeline lacks what it patches')];
  }
  return pods.filter(one => one.pod._workload === chosen.pod._workload && one.pod.namespace === chosen.pod.namespace && isOfPatch(one, world))
    .map(patch => note(patch, 'and the timeline does not include it'));
}
