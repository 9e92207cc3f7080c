import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { namedSidecarPort } from '../../../src/rules/platform/named-sidecar-port';
import { podManifest, sidecar, TestContainer } from '../../simulator/pods';
import { offenses, says } from '../check';

const SERVICE = { kind: 'Service', metadata: { name: 'shop' }, spec: { selector: { app: 'web' }, ports: [{ port: 443, targetPort: 'https' }] } };
const POLICY = { kind: 'NetworkPolicy', metadata: { name: 'in' }, spec: { podSelector: { matchLabels: { app: 'web' } }, ingress: [{ ports: [{ port: 'https' }] }] } };
const PROXY = sidecar('proxy', { ports: [{ name: 'https', containerPort: 8443 }] });

function web(main: TestContainer = { name: 'web' }, inits: TestContainer[] = [PROXY]): PodModel {
  return PodModel.fromManifest({ ...podManifest([main], inits), metadata: { name: 'web', labels: { app: 'web' } } });
}

test('a Service that asks an old target for the port of a sidecar by name offends', () => {
  expect(says(namedSidecarPort, web(), { kubernetes: '1.32', beside: [SERVICE] })).toEqual([
    "NS607 the Service 'shop' refers to port 'https' of sidecar 'proxy' by name, which Kubernetes 1.32 does not find, so the Service has no endpoint for it: "
    + 'set its targetPort to 8443, or target 1.33 or newer',
  ]);
});

test('a NetworkPolicy does on every target, but only as something to know', () => {
  const found = offenses(namedSidecarPort, web(), { beside: [POLICY] });

  expect(found).toEqual([{
    container: 'proxy',
    at: { path: ['spec', 'initContainers', 0, 'ports', 0, 'name'] },
    message: "the NetworkPolicy 'in' refers to port 'https' of sidecar 'proxy' by name, which not every network plugin finds",
    fix: 'write the number 8443',
    severity: Severity.INFO,
    changes: POLICY,
  }]);
});

test('a newer target does not, nor a number, nor a name that the app has too', () => {
  const byNumber = { ...SERVICE, spec: { ...SERVICE.spec, ports: [{ port: 443, targetPort: 8443 }, { port: 80 }] } };

  expect(says(namedSidecarPort, web(), { beside: [SERVICE] })).toEqual([]);
  expect(says(namedSidecarPort, web(), { kubernetes: '1.32', beside: [byNumber] })).toEqual([]);
  expect(says(namedSidecarPort, web({ name: 'web', ports: [{ name: 'https', containerPort: 443 }] }), { kubernetes: '1.32', beside: [SERVICE, POLICY] })).toEqual([]);
});

test('ports of main containers are no concern', () => {
  expect(says(namedSidecarPort, web({ name: 'web', ports: [{ name: 'https', containerPort: 443 }] }, []), { kubernetes: '1.32', beside: [SERVICE] })).toEqual([]);
});
