import { isObject, JsonObject } from '../../data/json';
import { isLoopback } from '../../knowledge/programs/address';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { gateText, settingText } from '../../recognition/gates/gate-text';
import { reachOf } from '../../recognition/gates/reach';
import { Severity } from '../engine/finding';
import { atPort } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;
const EFFECT = { startupProbe: 'never passes', readinessProbe: 'never passes', livenessProbe: 'always fails' } as const;

export const probeOnLoopback: Rule = {
  id: 'NS103',
  name: 'probe-on-loopback',
  severity: Severity.ERROR,
  title: 'A network probe cannot reach a port that is bound to loopback, or that nothing opens',
  why: 'The kubelet sends httpGet, tcpSocket and grpc probes to the IP address of the pod, not to its loopback address. If the startup probe of a native sidecar never passes, the app never starts.',
  fix: 'Switch the health port on, bind it to all addresses, or use an exec probe.',
  example: {
    wrong: `image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
args: [--health-check, acme:europe-west1:orders]   # listens on localhost:9090
startupProbe:
  httpGet: { path: /startup, port: 9090 }`,
    right: `image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]
startupProbe:
  httpGet: { path: /startup, port: 9801 }`,
  },
  since: '0.1.0',
  needs: 'networkProbe',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => PROBES.flatMap(name => {
    const probe: unknown = container.spec[name];
    const reach = isObject(probe) && !probe.exec ? reachOf(context.recognition, container, probe) : undefined;
    return reach?.why === undefined ? [] : [{
      container: container.name,
      at: atPort(context.pod, container, name),
      message: `the ${name} of '${container.name}' checks port ${reach.port} of the pod, but ${reach.why}, so the probe ${EFFECT[name]}`,
      fix: hasLoopbackHost(probe as JsonObject) ? "remove 'host', so that the kubelet probes the pod" : fixOf(context, container, reach.isShut),
      // A mesh may redirect probes to its proxy, which can reach loopback.
      ...(name === 'startupProbe' && container.role === ContainerRole.SIDECAR && !context.mesh ? {} : { severity: Severity.WARNING }),
    }];
  })),
};

/** The loopback of the node is not that of the pod. */
function hasLoopbackHost({ httpGet, tcpSocket }: JsonObject): boolean {
  const host: unknown = httpGet?.host ?? tcpSocket?.host;
  return typeof host === 'string' && isLoopback(host);
}

function fixOf({ recognition }: RuleContext, container: PodContainer, isShut = false): string {
  const gate = recognition.gate(container);
  return gate.known ? `use ${gateText(gate.probe)}${settingText(gate.settings)}`
    : isShut ? 'switch it on there, on all addresses, or remove the probe' : 'bind the port to all addresses, or use an exec probe';
}
