import { healthPortClashes, storePortClashes } from './health-port-clash';
import { NAME_CLASH } from './name-clash';
import { listOf } from '../../data/json';
import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atItem } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

/** NS604 where a manifest shows it: host ports, and ports of known programs. Names are clear from the manifest too, but a pod with two containers of one name cannot be read at all. */
export const hostPortClash: Rule = {
  ...NAME_CLASH,
  id: 'NS604',
  severity: Severity.ERROR,
  check: (context: RuleContext): RuleOffense[] => {
    const { pod } = context;
    const users = new Map<string, string>();
    const offenses: RuleOffense[] = [];
    for (const container of pod.containers) {
      const { name, role, spec } = container;
      for (const port of role === ContainerRole.INIT || !spec.ports ? [] : listOf(spec.ports).filter(one => one.hostPort)) {
        const protocol = port.protocol ?? 'TCP';
        const key = `${port.hostIP ?? ''} ${port.hostPort} ${protocol}`;
        const other = users.get(key);
        users.set(key, name);
        if (other !== undefined && other !== name) {
          offenses.push({
            container: name,
            at: atItem(pod, container, 'ports', one => one === port, 'hostPort'),
            message: `'${other}' and '${name}' both request host port ${port.hostPort}${protocol === 'TCP' ? '' : `/${protocol}`}, and only one container of a node can have it`,
            fix: 'give one of them another hostPort, or remove it',
          });
        }
      }
    }
    return [...offenses, ...healthPortClashes(context), ...storePortClashes(context)];
  },
};
