import { JsonObject } from '../../data/json';
import { joiningByRequest } from '../../knowledge/meshes/membership';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { hasToken, TokenNeed } from '../../knowledge/meshes/pod-needs';
import { Severity } from '../engine/finding';
import { atPodSpec } from '../engine/place';
import { eachMesh, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const meshNeedsToken: Rule = {
  id: 'NS621',
  name: 'mesh-needs-token',
  severity: Severity.ERROR,
  title: 'Some meshes need the service account token of the pod',
  why: 'With automountServiceAccountToken: false, the default of cdk8s-plus, the proxy of Kuma cannot authenticate, daprd exits, and Consul with ACLs rejects the pod.',
  fix: 'Mount the token, or set what the mesh takes instead.',
  example: {
    wrong: `metadata:
  annotations: { dapr.io/enabled: "true", dapr.io/app-id: orders }
spec:
  automountServiceAccountToken: false`,
    right: `metadata:
  annotations: { dapr.io/enabled: "true", dapr.io/app-id: orders, dapr.io/disable-builtin-k8s-secret-store: "true" }
spec:
  automountServiceAccountToken: false`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod, mesh } = context;
    const joined = eachMesh(context).filter(({ isInjectedBefore }) => !isInjectedBefore);
    const satisfied = joined.filter(({ needsToken }) => needsToken === false).map(({ name }) => name);
    const meshes = new Set([...joined.flatMap(({ name }) => meshNamed(name) ?? []), ...joiningByRequest(pod, mesh).map(({ facts }) => facts)]);
    const isWithout = (token: TokenNeed) => !hasToken(token, { metadata: pod.metadata, spec: withAccount(context) });
    return [...meshes].filter(({ name }) => !satisfied.includes(name)).flatMap(({ name, token }) => token && isWithout(token) ? [{
      at: atPodSpec(pod, 'automountServiceAccountToken'),
      message: `the pod joins ${name}, but mounts no service account token: ${token.without}`,
      fix: fixOf(token),
      ...(token.certain ? {} : { severity: Severity.WARNING }),
    }] : []);
  },
};

/** The pod's spec with the answer of its service account, where the pod gives none. */
function withAccount({ pod, recognition }: RuleContext): JsonObject {
  const { automountServiceAccountToken = recognition.surroundings.serviceAccount(pod)?.automountServiceAccountToken } = pod.spec;
  return { ...pod.spec, automountServiceAccountToken };
}

function fixOf({ instead }: TokenNeed): string {
  const mount = 'set automountServiceAccountToken: true';
  return instead === undefined ? mount
    : `${mount}, or ${instead.read === 'volume' ? `add a volume with a projected token and name it in ${instead.key}` : `set ${instead.key}: "${instead.value}"`}`;
}
