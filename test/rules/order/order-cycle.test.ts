import { Finding, findingText, Severity } from '../../../src/rules/engine/finding';
import { connectedTooEarly, mainAsInit, orderCycle, sidecarAsInit, unknownPredecessor } from '../../../src/rules/order/order-cycle';

test.each<[string, Finding, string]>([
  ['a cycle', orderCycle(['a', 'b', 'a']), "NS203 'a' starts after 'b', 'b' starts after 'a', so none of them can start: remove one 'startsAfter' call"],
  ['an unknown init container', unknownPredecessor('cache', 'seed', ['migrate']),
    "NS203 sidecar 'cache' starts after init container 'seed', which the pod does not have: name one of 'migrate'"],
  ['an init container where there are none', unknownPredecessor('cache', 'seed', []),
    "NS203 sidecar 'cache' starts after init container 'seed', which the pod does not have: remove the 'startsAfterInit' call, because the pod has no init containers"],
  ['a sidecar as an init container', sidecarAsInit('a', 'b'),
    "NS203 sidecar 'a' starts after init container 'b', which is a sidecar: call 'startsAfter' with that sidecar, instead of 'startsAfterInit'"],
  ['a main container as an init container', mainAsInit('a', 'web'),
    "NS203 sidecar 'a' starts after init container 'web', which is a main container, and main containers start after all sidecars: "
    + "remove the 'startsAfterInit' call, or name an init container"],
  ['a container that is too early', connectedTooEarly('migrate', 'db', false),
    "NS203 'migrate' connects to sidecar 'db', which starts after it: make 'db' start first, or do not connect 'migrate'"],
])('%s stops synth and says', (_name, finding, text) => {
  expect(findingText(finding)).toBe(text);
  expect(finding.severity).toBe(Severity.ERROR);
});
