import { sortOwnKeys } from './json';
import { isObject, JsonObject, listOf } from '../data/json';
import { closedByRedirect } from '../knowledge/meshes/closed-gates';
import { withPorts } from '../knowledge/meshes/excluded-ports';
import { containersToAdd, Injection } from '../knowledge/meshes/injection';
import { MeshFacts } from '../knowledge/meshes/mesh-facts';
import { hasToken, TokenNeed } from '../knowledge/meshes/pod-needs';
import { MeshMembership } from '../meshes/membership';

/** A mesh of which nothing is known but that it needs a token. */
const PLAIN_TOKEN: TokenNeed = { without: 'its proxy does not start', certain: true };

/** Changes a pod template so that the containers of a mesh run in it: the defaults of cdk8s-plus keep some of them from running. */
export function cureForMesh(template: any, membership: MeshMembership, facts: MeshFacts | undefined, injection: Injection): void {
  if (membership.needsToken) {
    giveToken(template, facts?.token ?? PLAIN_TOKEN);
  }
  if (containersToAdd(template.spec, injection).some(({ container }) => needsRoot(container))) {
    moveNonRoot(template.spec);
  }
  if (membership.cni && facts?.inbound) {
    openGates(template, facts, injection);
  }
}

/** The app gets no token that it did not have, where the mesh can do without the mount. */
function giveToken(template: any, need: TokenNeed): void {
  const { instead } = need;
  if (hasToken(need, template)) {
    return;
  }
  if (!instead || template.metadata?.annotations?.[instead.key] !== undefined) {
    template.spec.automountServiceAccountToken = true;
    return;
  }
  annotate(template, instead.key, instead.value);
  if (instead.read === 'volume') {
    const volume = { name: instead.value, projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } };
    template.spec.volumes = [...listOf(template.spec.volumes), volume];
  }
}

/** Whether the kubelet refuses a container in a pod that says runAsNonRoot. */
function needsRoot({ securityContext }: JsonObject): boolean {
  return securityContext?.runAsUser === 0 && securityContext.runAsNonRoot !== false;
}

/** What the pod says for all containers, each of its own containers says for itself. */
function moveNonRoot(spec: any): void {
  if (spec.securityContext?.runAsNonRoot !== true) {
    return;
  }
  for (const list of ['initContainers', 'containers'].filter(name => Array.isArray(spec[name]))) {
    spec[list] = listOf(spec[list]).map(withNonRoot);
  }
  const { runAsNonRoot: _, ...rest } = spec.securityContext;
  spec.securityContext = rest;
}

function withNonRoot(container: JsonObject): JsonObject {
  const own = isObject(container.securityContext) ? container.securityContext : {};
  return own.runAsNonRoot === undefined ? { ...container, securityContext: sortOwnKeys({ ...own, runAsNonRoot: true }) } : container;
}

/** The redirection leaves out the ports of gates that open before the proxy is up. */
function openGates(template: any, facts: MeshFacts, injection: Injection): void {
  const { excluded } = facts.inbound!;
  const ports = closedByRedirect(facts, template, injection).map(({ port }) => port);
  if (ports.length > 0) {
    annotate(template, excluded, withPorts(template.metadata?.annotations?.[excluded], ports));
  }
}

function annotate(template: any, key: string, value: string): void {
  template.metadata = { ...template.metadata, annotations: sortOwnKeys({ ...template.metadata?.annotations, [key]: value }) };
}
