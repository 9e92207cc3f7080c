import { isObject, JsonObject } from '../../data/json';
import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { InboundFacts, isRedirected, probedPort } from '../../knowledge/meshes/pod-needs';
import { PROBES } from '../../knowledge/meshes/probe-rewriting';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { atPort } from '../engine/place';
import { ownContainers, RuleContext, RuleOffense } from '../engine/rule';

type ProbeName = typeof PROBES[number];

/** The probes of the pod's own native sidecars that the proxy of its mesh answers, or refuses to. */
export function meetsProxy(context: RuleContext): RuleOffense[] {
  const { pod, mesh } = context;
  const facts = mesh && meshNamed(mesh.name);
  const inbound: InboundFacts | undefined = facts?.inbound;
  const annotations = annotationsFor(context);
  return !facts || !inbound ? [] : ownContainers(context).filter(({ role }) => role === ContainerRole.SIDECAR).flatMap(sidecar =>
    PROBES.flatMap(name => {
      const port = probedPort(sidecar.spec[name], sidecar.spec);
      const said = port !== undefined && isRedirected(inbound, annotations, port) ? wordsAbout(context, facts, inbound, sidecar, name) : undefined;
      return said ? [{
        container: sidecar.name,
        at: atPort(pod, sidecar, name),
        message: `the ${name} of sidecar '${sidecar.name}' ${said.message}`,
        fix: `${said.fix}, or set ${inbound.excluded}: "${port}"`,
      }] : [];
    }));
}

/** What the injector reads: the annotations of the pod, and those of its Namespace. */
function annotationsFor({ pod, mesh }: RuleContext): JsonObject {
  return { ...mesh?.inherited, ...pod.metadata.annotations };
}

function wordsAbout(
  context: RuleContext, { proxy, name: meshName }: MeshFacts, { meets, policy }: InboundFacts, { name, spec }: PodContainer, probe: ProbeName,
): { readonly message: string; readonly fix: string } | undefined {
  const { pod, mesh } = context;
  const order = pod.containers.map(container => container.name);
  const isUp = order.indexOf(proxy.container) >= 0 && order.indexOf(proxy.container) < order.indexOf(name);
  if (meets === 'accepts' && probe === 'startupProbe' && isUp && isObject(spec[probe].tcpSocket)) {
    return { message: `opens a TCP connection, which '${proxy.container}' accepts even before '${name}' listens, so the probe passes too early`, fix: 'use an HTTP or exec probe' };
  }
  const said = policy && annotationsFor(context)[policy.key];
  if (policy?.onlyPlainHttp.includes(said) && (isUp || probe !== 'startupProbe') && !isPlainHttp(spec[probe])) {
    return { message: `is not authorized under the policy ${said}: ${meshName} authorizes only plain HTTP probes by itself`, fix: 'use a plain HTTP or exec probe' };
  }
  // The startup probe has passed before the init container of the mesh redirects the traffic; with a CNI plugin, another rule reports it.
  return meets === 'authenticates' && probe !== 'startupProbe' && mesh ? atAuthenticating(proxy.container, spec[probe]) : undefined;
}

/** The kubelet only opens and closes a TCP connection, so it never gets to the point where the proxy asks who it is. */
function atAuthenticating(proxy: string, probe: JsonObject): { readonly message: string; readonly fix: string } {
  return isObject(probe.tcpSocket)
    ? { message: `opens a TCP connection, which '${proxy}' accepts, so the probe says nothing about the sidecar`, fix: 'use an exec probe' }
    : { message: `meets '${proxy}', which asks for a client certificate that the kubelet does not have, so the probe fails`, fix: 'use an exec probe' };
}

function isPlainHttp({ httpGet }: JsonObject): boolean {
  return isObject(httpGet) && (httpGet.scheme ?? 'HTTP') === 'HTTP';
}
