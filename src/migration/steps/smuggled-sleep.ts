import { KubernetesFeature } from '../../kubernetes/features';
import { hookOf } from '../../kubernetes/hooks';
import { Draft } from '../draft';

/** Lets the kubelet sleep, instead of a program that an init container copied into the pod. */
export function replaceSmuggledSleeps(draft: Draft): void {
  for (const { container, text, accomplices } of draft.recognition.leftovers('smuggled-sleep')) {
    const seconds = hookOf(draft.pod.container(container), 'preStop')?.seconds;
    if (seconds === undefined || !Number.isInteger(seconds) || !draft.options.kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
      accomplices?.forEach(name => draft.dropped.delete(name));
      draft.note('NS512', `the pre-stop hook of '${container}' sleeps with a program that was copied into the pod (${text}): from Kubernetes 1.30 on write preStop: {sleep: {seconds: N}}`);
      continue;
    }
    draft.add({
      kind: 'set',
      path: [...draft.pathOf(draft.pod.container(container)), 'lifecycle', 'preStop'],
      value: { sleep: { seconds } },
      rule: 'NS512',
      why: 'the kubelet can sleep by itself',
    });
    draft.removed.push(`copied sleep program of '${container}' (${text})`);
  }
}
