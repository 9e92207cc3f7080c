import { wording } from '../../data/wording';
import { Finding, Severity } from '../engine/finding';
import { finding, RuleText } from '../engine/rule';

/** The only order rule that applies to constructs alone: a manifest lists its containers, and a list has no cycle. */
export const ORDER_CYCLE: RuleText = {
  id: 'NS203',
  name: 'order-cycle',
  severity: Severity.ERROR,
  title: 'Sidecars that wait for each other never start',
  why: 'The kubelet starts init containers and sidecars one after another. If two sidecars must each start after the other, neither can be first. '
    + 'A sidecar also cannot start after an init container that the pod does not have, and an init container that ends before a sidecar starts cannot use it.',
  fix: "Remove one 'startsAfter' or 'startsAfterInit' call, or name an init container of the pod.",
  example: {
    wrong: 'db.startsAfter(cache);\ncache.startsAfter(db);',
    right: 'cache.startsAfter(db);',
  },
  since: '0.1.0',
};

/** The finding about sidecars that wait for each other; the cycle begins and ends with the same name. */
export function orderCycle(cycle: readonly string[]): Finding {
  return finding(ORDER_CYCLE, {
    message: `${cycle.slice(0, -1).map((name, index) => `'${name}' starts after '${cycle[index + 1]}'`).join(', ')}, so none of them can start`,
    fix: wording`remove one 'startsAfter' call`,
  });
}

/** The finding about a sidecar that starts after an init container that the pod does not have. */
export function unknownPredecessor(sidecar: string, wanted: string, known: readonly string[]): Finding {
  return finding(ORDER_CYCLE, {
    container: sidecar,
    message: `sidecar '${sidecar}' starts after init container '${wanted}', which the pod does not have`,
    fix: known.length > 0 ? `name one of ${known.map(name => `'${name}'`).join(', ')}` : wording`remove the 'startsAfterInit' call, because the pod has no init containers`,
  });
}

/** The finding about a sidecar that starts after a main container as if that were an init container. */
export function mainAsInit(sidecar: string, wanted: string): Finding {
  return finding(ORDER_CYCLE, {
    container: sidecar,
    message: `sidecar '${sidecar}' starts after init container '${wanted}', which is a main container, and main containers start after all sidecars`,
    fix: wording`remove the 'startsAfterInit' call, or name an init container`,
  });
}

/** The finding about a sidecar that starts after another sidecar as if that were an init container. */
export function sidecarAsInit(sidecar: string, wanted: string): Finding {
  return finding(ORDER_CYCLE, {
    container: sidecar,
    message: `sidecar '${sidecar}' starts after init container '${wanted}', which is a sidecar`,
    fix: wording`call 'startsAfter' with that sidecar, instead of 'startsAfterInit'`,
  });
}

/** The finding about a container that connects to a sidecar that starts after it. */
export function connectedTooEarly(container: string, sidecar: string, startsAfterInit: boolean): Finding {
  return finding(ORDER_CYCLE, {
    container: sidecar,
    message: `'${container}' connects to sidecar '${sidecar}', which starts after it`,
    fix: startsAfterInit ? wording`remove the 'startsAfterInit' call by which '${sidecar}' waits for '${container}', or do not connect '${container}'` : `make '${sidecar}' start first, or do not connect '${container}'`,
  });
}
