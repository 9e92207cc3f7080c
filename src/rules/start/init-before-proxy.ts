import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { eachMesh, Offense, ownContainers, quoted, Rule, RuleContext } from '../engine/rule';

export const initBeforeProxy: Rule = {
  id: 'NS108',
  name: 'init-before-proxy',
  severity: Severity.WARNING,
  title: 'An init container that runs before the mesh proxy is outside the mesh',
  why: 'Some meshes list their native proxy after the init containers of the pod. The traffic of those init containers is not encrypted, and mesh policies may reject it. '
    + 'With the CNI plugin of the mesh, they have no network at all.',
  fix: 'Do work that needs the mesh in the app, or change the init container so that it does not need the mesh.',
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
  check: (context: RuleContext): Offense[] => eachMesh(context).flatMap(mesh => {
    const { pod } = context;
    const proxy = pod.sidecars.find(sidecar => mesh.injected.includes(sidecar.name));
    if (!proxy) {
      return [];
    }
    const order = pod.containers.map(container => container.name);
    const early = ownContainers(context)
      .filter(container => container.role === ContainerRole.INIT && order.indexOf(container.name) < order.indexOf(proxy.name))
      .map(container => container.name);
    return early.length > 0 ? [{
      container: early[0],
      message: `${mesh.name} starts '${proxy.name}' after the init containers, so ${quoted(early)} ${early.length > 1 ? 'run' : 'runs'} outside the mesh, or without a network if the mesh uses its CNI plugin`,
      fix: 'do this work in the app, or without the mesh',
    }] : [];
  }),
};
