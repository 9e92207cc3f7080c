import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { Offence, ownContainers, quoted, Rule, RuleContext } from '../engine/rule';

export const initBeforeProxy: Rule = {
  id: 'NS108',
  name: 'init-before-proxy',
  severity: Severity.WARNING,
  title: 'An init container that runs before the mesh is up is not in the mesh',
  why: "Some meshes put their native proxy behind the pod's own init containers. What those do is then outside of the mesh: not encrypted, not allowed by its policies, and with the "
    + "mesh's CNI plugin without a network at all.",
  fix: 'Do work that needs the mesh in the app, or in a way that does not need the mesh.',
  example: {
    wrong: `metadata:
  annotations: { dapr.io/enabled: "true", dapr.io/enable-native-sidecar: "true" }
spec:
  initContainers:
  - name: migrate
    image: ghcr.io/acme/migrate:1.0.0    # calls another service through Dapr`,
    right: `metadata:
  annotations: { dapr.io/enabled: "true", dapr.io/enable-native-sidecar: "true" }
spec:
  containers:
  - name: web
    image: ghcr.io/acme/web:1.4.2
    args: [--migrate-first]`,
  },
  since: '0.1.0',
  check: (context: RuleContext): Offence[] => {
    const { pod, mesh } = context;
    const proxy = mesh && pod.sidecars.find(sidecar => mesh.injected.includes(sidecar.name));
    if (!proxy) {
      return [];
    }
    const order = pod.containers.map(container => container.name);
    const early = ownContainers(context)
      .filter(container => container.role === ContainerRole.INIT && order.indexOf(container.name) < order.indexOf(proxy.name))
      .map(container => container.name);
    return early.length > 0 ? [{
      container: early[0],
      message: `${mesh.name} puts '${proxy.name}' behind the init containers, so ${quoted(early)} ${early.length > 1 ? 'run' : 'runs'} before it: outside of the mesh, and with its CNI plugin without a network`,
      fix: 'do that work in the app, or without the mesh',
    }] : [];
  },
};
