import type { MembershipMark } from './mesh-facts';
import { NamespaceFacts } from './pod-needs';
import { words } from './values';
import { follow, JsonObject } from '../../data/json';

/** The label by which a Namespace joins the default control plane, or refuses all of them. */
export const ISTIO_INJECTION = 'istio-injection';
/** The label that chooses one of several control planes, and by that the mesh. */
export const ISTIO_REVISION = 'istio.io/rev';
/** The label by which a pod or a Namespace joins without a sidecar. */
export const ISTIO_MODE = 'istio.io/dataplane-mode';
export const ISTIO_AMBIENT = 'ambient';

/** An ambient pod that does not ask for a sidecar gets none. */
export const ISTIO_AMBIENT_MARK: MembershipMark = { on: 'label', key: ISTIO_MODE, read: words([], [ISTIO_AMBIENT]) };

/** The webhooks choose by the Namespace first: its labels win over those of the pod. */
export const ISTIO_NAMESPACE: NamespaceFacts = {
  labels: {},
  refusal: (namespace, pod) => {
    const [injection, revision] = [ISTIO_INJECTION, ISTIO_REVISION].map(key => label(namespace, key));
    const wanted = label(pod, ISTIO_REVISION);
    if (injection === 'disabled') {
      return { why: `has the label ${ISTIO_INJECTION}: disabled, which wins over the labels of the pod`, fix: 'remove that label' };
    }
    const chosen = injection === 'enabled' ? 'default' : revision;
    return wanted !== undefined && chosen !== undefined && wanted !== chosen
      ? { why: `chooses the revision '${chosen}', which wins over '${wanted}' of the pod`, fix: `label the Namespace with ${ISTIO_REVISION}: ${wanted} instead` }
      : undefined;
  },
};

function label(object: JsonObject, key: string): string | undefined {
  const value = follow(object, ['metadata', 'labels', key]);
  return value === undefined || value === null ? undefined : String(value);
}
