import { listOf } from '../../data/json';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { securityField } from '../../kubernetes/security-context';
import { Severity } from '../engine/finding';
import { atItem } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { hasSidecar } from '../has-sidecar';

/** The first port that every user may listen on. */
const FIRST_FREE_PORT = 1024;

const PORT_START = 'net.ipv4.ip_unprivileged_port_start';

export const privilegedPort: Rule = {
  id: 'NS118',
  name: 'privileged-port',
  severity: Severity.INFO,
  title: 'Not every node lets a non-root user listen on a port below 1024',
  why: 'Linux reserves the ports below 1024 for root. containerd from 2.0 on allows them to every user in a pod; CRI-O and older versions of containerd do not, and the program exits with '
    + "'Permission denied'. On the network of the node (hostNetwork), no runtime allows them. The capability NET_BIND_SERVICE does not help a non-root user.",
  fix: 'Listen on a port from 1024 on, and use the lower one only in the Service. Or set the sysctl net.ipv4.ip_unprivileged_port_start of the pod to 0.',
  example: {
    wrong: `- name: web
  ports: [{ containerPort: 80 }]
  securityContext: { runAsUser: 101 }`,
    right: `- name: web
  ports: [{ containerPort: 8080 }]
  securityContext: { runAsUser: 101 }`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => (hasSidecar(context) ? ownContainers(context) : []).flatMap(container => {
    const user = securityField(context.pod, container, 'runAsUser');
    const port = typeof user === 'number' && user > 0 ? privilegedPortOf(context.pod, container) : undefined;
    return port === undefined ? [] : [{
      container: container.name,
      message: `'${container.name}' runs as user ${user} and listens on port ${port}, which not every container runtime allows to a non-root user`,
      fix: `listen on a port from ${FIRST_FREE_PORT} on and use ${port} as the port of the Service, or set the sysctl ${PORT_START} of the pod to 0`,
      at: atItem(context.pod, container, 'ports', ({ containerPort }) => containerPort === port, 'containerPort'),
    }];
  }),
};

function privilegedPortOf({ spec }: PodModel, container: PodContainer): number | undefined {
  const start = listOf(spec.securityContext?.sysctls).find(({ name }) => name === PORT_START)?.value;
  const first = start === undefined ? FIRST_FREE_PORT : Number(start);
  return listOf(container.spec.ports).map(({ containerPort }) => containerPort).find(port => typeof port === 'number' && port > 0 && port < first);
}
