import { redirectedGates } from '../../knowledge/meshes/closed-gates';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { Severity } from '../engine/finding';
import { atPort } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const gateBehindCni: Rule = {
  id: 'NS120',
  name: 'gate-behind-cni',
  severity: Severity.ERROR,
  title: 'A startup probe that a CNI plugin redirects to a proxy which is not up yet never passes',
  why: 'The CNI plugin of a mesh redirects the traffic of the pod before the first container starts, also the probes of the kubelet. Consul starts its proxy after your '
    + 'sidecars, and so does every mesh whose proxy is an ordinary container. The startup probe of a sidecar then waits for the proxy, and the proxy waits for the probe.',
  fix: 'Exclude the port of the probe from the redirection with the annotation of the mesh, or use an exec probe.',
  example: {
    wrong: `# check --mesh consul@2.0+cni
metadata:
  annotations: { consul.hashicorp.com/connect-inject: "true", consul.hashicorp.com/enable-consul-dataplane-as-sidecar: "true" }
spec:
  initContainers:
  - name: cache
    image: memcached:1.6.45-alpine
    restartPolicy: Always
    startupProbe: { tcpSocket: { port: 11211 }, periodSeconds: 1 }`,
    right: `# check --mesh consul@2.0+cni
metadata:
  annotations:
    consul.hashicorp.com/connect-inject: "true"
    consul.hashicorp.com/enable-consul-dataplane-as-sidecar: "true"
    consul.hashicorp.com/transparent-proxy-exclude-inbound-ports: "11211"
spec:
  initContainers:
  - name: cache
    image: memcached:1.6.45-alpine
    restartPolicy: Always
    startupProbe: { tcpSocket: { port: 11211 }, periodSeconds: 1 }`,
  },
  since: '0.1.0',
  needs: 'mesh',
  check: ({ pod, mesh }: RuleContext): RuleOffense[] => {
    const facts = mesh?.cni ? meshNamed(mesh.name) : undefined;
    const order = pod.containers.map(({ name }) => name);
    const proxy = facts ? order.indexOf(facts.proxy.container) : -1;
    const gates = facts && proxy >= 0 ? redirectedGates(facts, pod._found.template, ({ name }) => order.indexOf(name) < proxy) : [];
    return gates.map(({ container, port }) => ({
      container,
      at: atPort(pod, pod.container(container), 'startupProbe'),
      message: `the startup probe of sidecar '${container}' checks port ${port}, which the CNI plugin of ${facts!.name} redirects to '${facts!.proxy.container}', and that starts only after the probe passes, so the pod never starts`,
      fix: `set ${facts!.inbound!.excluded}: "${port}", or use an exec probe`,
    }));
  },
};
