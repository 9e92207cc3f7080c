import { noteNewWarnings } from './new-warnings';
import { isObject } from '../../data/json';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';
import { firstFilesOf } from '../../recognition/renewed-folders';
import { Draft } from '../draft';

/** API groups of custom resources; those of OpenShift do not count. */
const CUSTOM = /^(?!.*\.openshift\.io\/)[^/.]*\.[^/]*\//;

/** Notes what the user has to do for the moved containers, because no edit of the manifest can. */
export function notesForMoved(draft: Draft, gated: ReadonlySet<string>, recognizeResult: () => Recognition): void {
  if (draft.moved.length > 0 && CUSTOM.test(String(draft.pod.manifest.apiVersion))) {
    draft.note(null, `${draft.pod.title} is a custom resource: check that its CRD allows restartPolicy in initContainers; an older CRD drops the field, and the pod then waits forever for the sidecar to exit`);
  }
  const moved = new Set(draft.moved);
  const stopsAtOnce = draft.pod.mains.some(main => !moved.has(main) && !main.spec.lifecycle?.preStop);
  for (const container of draft.moved) {
    const users = draft.options.kubernetes.supports(KubernetesFeature.NAMED_SIDECAR_PORTS) ? [] : usersOfNamedPorts(draft, container);
    if (users.length > 0) {
      draft.note('NS607', `${users.join(', ')} refer to a port of '${container.name}' by name: before Kubernetes 1.33 the names of sidecar ports do not work everywhere, so use the port number there`);
    }
    const { direction, isUnclear } = draft.recognition.helper(container.name) ?? {};
    const first = direction === 'content' && gated.has(container.name) ? firstFilesOf(draft.recognition, container) : undefined;
    if (first && !draft.recognition.leftovers('twin').some(({ target }) => target === container.name)) {
      draft.note('NS509', `init container '${first.init.name}' writes the first files to volume '${first.volume}', and the app now waits for '${container.name}', which brings them too: remove '${first.init.name}' if it does nothing else`);
    }
    if (direction === 'inbound' && !draft.pod.runsToCompletion && stopsAtOnce) {
      draft.note('NS310', `the app now stops before '${container.name}', which ${isUnclear ? 'may still forward' : 'still forwards'} requests to it: give the app a preStop hook that sleeps for 5 s, unless it keeps serving after SIGTERM`);
    }
  }
  noteNewWarnings(draft, recognizeResult);
}

function usersOfNamedPorts(draft: Draft, container: PodContainer): string[] {
  const { surroundings, pod } = draft.recognition;
  const ports: unknown[] = Array.isArray(container.spec.ports) ? container.spec.ports : [];
  const names = new Set(ports.flatMap(port => isObject(port) && port.name ? [String(port.name)] : []));
  if (names.size === 0) {
    return [];
  }
  return [...surroundings.services(pod), ...surroundings.podMonitors(pod), ...surroundings.networkPolicies(pod)]
    .filter(object => mentions(object.spec, names))
    .map(object => `${object.kind}/${object.metadata?.name}`);
}

function mentions(value: unknown, names: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) {
    return value.some(one => mentions(one, names));
  }
  return isObject(value)
    && Object.entries(value).some(([key, inner]) => (/^(targetPort|port)$/.test(key) && names.has(String(inner)) && typeof inner === 'string') || mentions(inner, names));
}
