import { listOf } from '../../data/json';
import { aboutShared } from '../../data/shared-value';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { isLeftOpen, RejectedField, rejectedFields } from '../../kubernetes/rejected-fields';
import { rejectedResize } from '../../kubernetes/rejected-resize';
import { rejectedRestartRules } from '../../kubernetes/rejected-restart-rules';
import { rejectedStopSignal } from '../../kubernetes/stop-signals';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const rejectedField: Rule = {
  id: 'NS616',
  name: 'rejected-field',
  severity: Severity.ERROR,
  title: 'The API server rejects a pod with an invalid field',
  why: 'The API server validates ports, port names, environment variables, users, resources, mounts, restart rules, resize policies and stop signals. It rejects the whole workload if one of them is invalid, or if a container mounts a volume that the pod does not have.',
  fix: 'Correct the field.',
  example: {
    wrong: `- name: web
  ports: [{ name: web-application-port, containerPort: 8080 }]`,
    right: `- name: web
  ports: [{ name: http, containerPort: 8080 }]`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => [
    ...[...aboutShared(container.spec, 'rejected fields', () => rejectedFields(container.spec)), ...newerFields(context, container)].map(({ path, problem, fix }) => ({
      container: container.name,
      message: `'${container.name}' ${problem}, which the API server rejects`,
      fix,
      at: atContainer(context.pod, container, ...path),
    })),
    ...unknownMounts(context.pod, container),
  ]),
};

/** Fields that the API server validates only where it has them: NS602 reports the others. */
function newerFields({ pod, kubernetes }: RuleContext, container: PodContainer): RejectedField[] {
  const { restartPolicyRules: rules, resizePolicy: resize, lifecycle } = container.spec;
  return [
    ...(rules !== undefined && kubernetes.supports(KubernetesFeature.CONTAINER_RESTART_POLICY) ? rejectedRestartRules(container.spec) : []),
    ...(resize !== undefined && kubernetes.supports(KubernetesFeature.CONTAINER_RESIZE) ? rejectedResize(pod, container, kubernetes) : []),
    ...(lifecycle && kubernetes.supports(KubernetesFeature.STOP_SIGNAL) ? rejectedStopSignal(pod, container) : []),
  ];
}

/** Only the kinds of Kubernetes itself: others may have their volumes elsewhere. */
function unknownMounts(pod: PodModel, container: PodContainer): RuleOffense[] {
  if (!pod._found.workload.alwaysHasPod || !Array.isArray(container.spec.volumeMounts)) {
    return [];
  }
  const claims = listOf(pod.manifest.spec?.volumeClaimTemplates).map(claim => claim.metadata?.name);
  const known = [...listOf(pod.spec.volumes).map(({ name }) => name), ...claims];
  const mounts = listOf(container.spec.volumeMounts).filter(({ name }) => typeof name === 'string' && !isLeftOpen(name) && !known.includes(name));
  // A volume that is mounted twice is one mistake.
  return mounts.filter((mount, index) => mounts.findIndex(other => other.name === mount.name) === index).map(mount => ({
    container: container.name,
    message: `'${container.name}' mounts the volume '${mount.name}', which the pod does not have, so the API server rejects it`,
    fix: known.length > 0 ? `mount one of ${quoted(known)}, or add the volume` : 'add the volume',
    at: atContainer(pod, container, 'volumeMounts', container.spec.volumeMounts.indexOf(mount), 'name'),
  }));
}
