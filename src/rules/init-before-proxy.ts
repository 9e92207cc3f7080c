import { Severity } from './finding';
import { Offence, ownContainers, quoted, Rule, RuleContext } from './rule';
import { ContainerRole } from '../lifecycle/pod';

export const initBeforeProxy: Rule = {
  id: 'NS108',
  name: 'init-before-proxy',
  severity: Severity.WARNING,
  title: 'An init container that runs before the mesh is up is not in the mesh',
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
