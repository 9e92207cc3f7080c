import { Finding, Severity } from './finding';
import { finding } from './rule';

const RULE = {
  id: 'NS203',
  name: 'order-cycle',
  severity: Severity.ERROR,
  title: 'Sidecars that wait for each other never start',
};

/** The finding about sidecars that wait for each other; the cycle begins and ends with the same name. */
export function orderCycle(cycle: readonly string[]): Finding {
  return finding(RULE, {
    message: `${cycle.slice(0, -1).map((name, index) => `'${name}' starts after '${cycle[index + 1]}'`).join(', ')}: none of them can start`,
    fix: "take one 'startsAfter' back",
  });
}

/** The finding about a sidecar that waits for something the pod does not have. */
export function unknownPredecessor(sidecar: string, wanted: string, known: readonly string[]): Finding {
  return finding(RULE, {
    container: sidecar,
    message: `sidecar '${sidecar}' starts after init container '${wanted}', which the pod does not have`,
    fix: known.length > 0 ? `name one of ${known.map(name => `'${name}'`).join(', ')}` : 'the pod has no init containers, so leave it out',
  });
}
