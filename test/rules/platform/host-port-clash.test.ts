import { hostPortClash } from '../../../src/rules/platform/host-port-clash';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const ports = (...list: object[]) => ({ ports: list });

test('a sidecar and the app that want one port of the node offend', () => {
  const pod = podOf([{ name: 'web', ...ports({ containerPort: 8080, hostPort: 443 }) }], [sidecar('proxy', ports({ containerPort: 8443, hostPort: 443, protocol: 'TCP' }))]);

  expect(says(hostPortClash, pod)).toEqual([
    "NS604 'proxy' and 'web' both request host port 443, and only one container of a node can have it: give one of them another hostPort, or remove it",
  ]);
});

test('another protocol, address or number does not', () => {
  const pod = podOf([{ name: 'web', ...ports({ containerPort: 53, hostPort: 53, protocol: 'UDP' }, { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' }) }],
    [sidecar('dns', ports({ containerPort: 53, hostPort: 53 }, { containerPort: 80, hostPort: 80, hostIP: '10.0.0.2' }))]);

  expect(says(hostPortClash, pod)).toEqual([]);
});

test('plain init containers are over by then, and ports of the pod alone are no concern', () => {
  const same = ports({ containerPort: 8080, hostPort: 8080 });

  expect(says(hostPortClash, podOf([{ name: 'web', ...same }], [{ name: 'init', ...same }]))).toEqual([]);
  expect(says(hostPortClash, podOf([{ name: 'web', ...ports({ containerPort: 8080 }) }, { name: 'api', ...ports({ containerPort: 8080 }) }]))).toEqual([]);
});
