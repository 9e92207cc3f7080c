import { hookOf } from '../../kubernetes/hooks';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/** Replaces a sleep program that an init container copies into the pod with the sleep action of the kubelet. */
export function replaceSmuggledSleeps(draft: Draft): void {
  for (const { container, text, dedicatedContainers } of draft.recognition.leftovers('smuggled-sleep')) {
    if (staysAccepted(draft, 'NS512', container, `the copied sleep program of '${container}' (${text}) stays`)) {
      dedicatedContainers?.forEach(name => draft.dropped.delete(name));
      continue;
    }
    const seconds = hookOf(draft.pod.container(container), 'preStop')?.seconds;
    if (seconds === undefined || !Number.isInteger(seconds) || !draft.options.kubernetes.supports(KubernetesFeature.PRE_STOP_SLEEP)) {
      dedicatedContainers?.forEach(name => draft.dropped.delete(name));
      draft.note('NS512', `the preStop hook of '${container}' runs a sleep program that an init container copies into the pod (${text}): on Kubernetes 1.30 or newer, use preStop: {sleep: {seconds: N}} instead`);
      continue;
    }
    draft.add({
      kind: 'set',
      path: [...draft.pathOf(draft.pod.container(container)), 'lifecycle', 'preStop'],
      value: { sleep: { seconds } },
      rule: 'NS512',
      why: 'Kubernetes has a built-in sleep action for hooks',
    });
    draft.removed.push(`copied sleep program of '${container}' (${text})`);
  }
}
