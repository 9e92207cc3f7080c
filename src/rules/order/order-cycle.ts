import { Finding, Severity } from '../engine/finding';
import { finding, RuleText } from '../engine/rule';

/** The one rule about order that only a construct can break: a manifest is a list, and a list has no cycle. */
export const ORDER_CYCLE: RuleText = {
  id: 'NS203',
  name: 'order-cycle',
  severity: Severity.ERROR,
  title: 'Sidecars that wait for each other never start',
  why: 'Init containers and sidecars start one after the other, so of two that each want to be behind the other none could ever be first. '
    + 'The same holds for a sidecar that wants to be behind an init container which the pod does not have.',
  fix: "Take one 'startsAfter' or 'startsAfterInit' back, or name an init container that is there.",
  example: {
    wrong: 'db.startsAfter(cache);\ncache.startsAfter(db);',
    right: 'cache.startsAfter(db);',
  },
  since: '0.1.0',
};

/** The finding about sidecars that wait for each other; the cycle begins and ends with the same name. */
export function orderCycle(cycle: readonly string[]): Finding {
  return finding(ORDER_CYCLE, {
    message: `${cycle.slice(0, -1).map((name, index) => `'${name}' starts after '${cycle[index + 1]}'`).join(', ')}: none of them can start`,
    fix: "take one 'startsAfter' back",
  });
}

/** The finding about a sidecar that waits for something the pod does not have. */
export function unknownPredecessor(sidecar: string, wanted: string, known: readonly string[]): Finding {
  return finding(ORDER_CYCLE, {
    container: sidecar,
    message: `sidecar '${sidecar}' starts after init container '${wanted}', which the pod does not have`,
    fix: known.length > 0 ? `name one of ${known.map(name => `'${name}'`).join(', ')}` : 'the pod has no init containers, so leave it out',
  });
}
