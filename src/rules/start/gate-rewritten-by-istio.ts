import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const gateRewrittenByIstio: Rule = {
  id: 'NS106',
  name: 'gate-rewritten-by-istio',
  severity: Severity.ERROR,
  title: 'Istio that is not native rewrites the startup probe of a native sidecar into one that never passes',
  why: "Istio points HTTP, TCP and gRPC probes at its own agent in 'istio-proxy'. While that is an ordinary container it only starts after all init containers, so the gate of a native "
    + 'sidecar asks a server that waits for the gate: the pod never starts.',
  fix: "Make Istio's proxy native, or use a command as the gate, or switch the rewriting of probes off for the pod.",
  example: {
    wrong: `# in a mesh of Istio that is not native
initContainers:
- name: cache
  image: memcached:1.6.45-alpine
  restartPolicy: Always
  startupProbe: { httpGet: { path: /healthz, port: 8081 }, periodSeconds: 1 }`,
    right: `# in a mesh of Istio that is not native
initContainers:
- name: cache
  image: memcached:1.6.45-alpine
  restartPolicy: Always
  startupProbe: { exec: { command: [nc, -z, localhost, "11211"] }, periodSeconds: 1 }`,
  },
  since: '0.1.0',
  needs: 'sidecar',
  check: ({ pod }: RuleContext): RuleOffence[] => MESHES.flatMap(({ name, proxy: { container: proxy }, probes, nativeSwitches: [newest] }) => {
    if (!probes || !pod.mains.some(main => main.name === proxy)) {
      return [];
    }
    const native = newest ? `make the proxy native (${newest.key}: "true")` : 'make the proxy native';
    return pod.sidecars.filter(sidecar => probes.isRewritten(sidecar.spec.startupProbe)).map(sidecar => ({
      container: sidecar.name,
      at: atContainer(pod, sidecar, 'startupProbe'),
      message: `${name} rewrites the gate of sidecar '${sidecar.name}' to a server in '${proxy}', which as an ordinary container only starts once the gate is open: the pod never starts`,
      fix: `${native}, or let a command be the gate, or set ${probes.annotation.key}: "false"`,
    }));
  }),
};
