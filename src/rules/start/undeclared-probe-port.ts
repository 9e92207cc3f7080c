import { isObject, listOf } from '../../data/json';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { PodContainer } from '../../kubernetes/pod';
import { isMentioned } from '../../recognition/port-mentions';
import { Severity } from '../engine/finding';
import { atPort } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;
/** What happens when the kubelet cannot resolve the name of a port: it drops the result of the probe. */
const UNRESOLVED = { startupProbe: 'never passes', readinessProbe: 'never passes, so the pod is never ready', livenessProbe: 'never checks anything' } as const;

export const undeclaredProbePort: Rule = {
  id: 'NS115',
  name: 'undeclared-probe-port',
  severity: Severity.ERROR,
  title: 'A probe needs a port on which its container listens',
  why: 'The kubelet looks up the name of a port among the ports of the same container. The API server does not check it, and the probe never gets a result. A port number that nothing in the manifest mentions is '
    + 'often a default: cdk8s-plus probes port 80 if neither the probe nor the container specifies a port.',
  fix: 'Declare the port in the same container, or write the number of a port on which it listens.',
  example: {
    wrong: `ports: [{ name: http, containerPort: 8080 }]
startupProbe:
  httpGet: { path: /ready, port: health }`,
    right: `ports: [{ name: http, containerPort: 8080 }]
startupProbe:
  httpGet: { path: /ready, port: http }`,
  },
  since: '0.1.0',
  needs: 'networkProbe',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).flatMap(container => PROBES.flatMap((name): RuleOffense[] => {
    const port = probedPort(container.spec[name]);
    const common = () => ({ container: container.name, at: atPort(context.pod, container, name) });
    if (typeof port === 'string' && !/^\d+$/.test(port) && !port.includes('{')) {
      return listOf(container.spec.ports).some(one => one.name === port) ? [] : [{
        ...common(),
        severity: name === 'livenessProbe' ? Severity.WARNING : Severity.ERROR,
        message: `the ${name} of '${container.name}' checks the port '${port}', which '${container.name}' does not declare, so the probe ${UNRESOLVED[name]}`,
        fix: `${namesOf(container)}or write the number of the port`,
      }];
    }
    return port === undefined || isMentioned(context.recognition, container, Number(port)) || isRewritten(context, container.spec[name]) ? [] : [{
      ...common(),
      severity: Severity.INFO,
      message: `the ${name} of '${container.name}' checks port ${port}, and nothing in the manifest shows that '${container.name}' listens there`,
      fix: 'check that it does and declare the port under ports, or write the right port',
    }];
  })),
};

/** Whether the injector of a mesh has sent a probe to its proxy, which listens on that port. */
function isRewritten({ pod }: RuleContext, probe: unknown): boolean {
  return MESHES.some(({ probes }) => probes?.isRewritten(probe, pod.metadata.annotations ?? {}));
}

function probedPort(probe: unknown): unknown {
  return isObject(probe) ? probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port ?? undefined : undefined;
}

function namesOf({ spec }: PodContainer): string {
  const names = listOf(spec.ports).flatMap(port => (typeof port.name === 'string' ? [`'${port.name}'`] : []));
  return names.length > 0 ? `use ${names.join(' or ')}, add the name to ports, ` : 'add the name to ports, ';
}
