import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

const CLOSING = MESHES.filter(({ probes }) => probes?.closesGates);

export const gateRewrittenByIstio: Rule = {
  id: 'NS106',
  name: 'gate-rewritten-by-istio',
  severity: Severity.ERROR,
  title: 'A startup probe that a mesh redirects to an ordinary proxy container never passes',
  why: "Istio redirects HTTP, TCP and gRPC probes to its agent in 'istio-proxy'. As an ordinary container, 'istio-proxy' starts only after all init containers. "
    + 'The startup probe of a native sidecar then waits for a server that waits for the probe, and the pod never starts.',
  fix: 'Make the mesh proxy native, use an exec probe, or turn off probe rewriting for the pod.',
  example: {
    wrong: `# Istio injects its proxy as an ordinary container
initContainers:
- name: cache
  image: memcached:1.6.45-alpine
  restartPolicy: Always
  startupProbe: { httpGet: { path: /healthz, port: 8081 }, periodSeconds: 1 }`,
    right: `# Istio injects its proxy as an ordinary container
initContainers:
- name: cache
  image: memcached:1.6.45-alpine
  restartPolicy: Always
  startupProbe: { exec: { command: [nc, -z, localhost, "11211"] }, periodSeconds: 1 }`,
  },
  since: '0.1.0',
  needs: 'sidecar',
  check: ({ pod }: RuleContext): RuleOffense[] => CLOSING.flatMap(({ name, proxy: { container: proxy }, probes, nativeSwitches: [newest] }) => {
    if (!probes || !pod.mains.some(main => main.name === proxy)) {
      return [];
    }
    const native = newest ? `make the proxy native (${newest.key}: "true")` : 'make the proxy native';
    return pod.sidecars.filter(sidecar => probes.isRewritten(sidecar.spec.startupProbe, pod.metadata.annotations ?? {})).map(sidecar => ({
      container: sidecar.name,
      at: atContainer(pod, sidecar, 'startupProbe'),
      message: `${name} redirects the startup probe of sidecar '${sidecar.name}' to '${proxy}', an ordinary container that starts only after that probe passes, so the pod never starts`,
      fix: `${native}, use an exec probe, or set ${probes.annotation.key}: "${probes.annotation.off}"`,
    }));
  }),
};
