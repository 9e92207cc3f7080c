import { privilegedPort } from '../../../src/rules/start/privileged-port';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const web = (port: number, securityContext: object = { runAsUser: 101 }) => ({ name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: port }], securityContext });

test('a port below 1024 offends where the user is not root, in the container or in the pod', () => {
  const message = "NS118 'web' runs as user 101 and listens on port 80, which not every container runtime allows to a non-root user: "
    + 'listen on a port from 1024 on and use 80 as the port of the Service, or set the sysctl net.ipv4.ip_unprivileged_port_start of the pod to 0';

  expect(says(privilegedPort, podOf([web(80)], [sidecar('proxy')]))).toEqual([message]);
  expect(says(privilegedPort, podOf([web(80, {})], [sidecar('proxy')], { securityContext: { runAsUser: 101 } }))).toEqual([message]);
});

test('a higher port does not, nor one that the pod allows', () => {
  expect(says(privilegedPort, podOf([web(1024)], [sidecar('proxy')]))).toEqual([]);
  expect(says(privilegedPort, podOf([web(80)], [sidecar('proxy')], { securityContext: { sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }] } }))).toEqual([]);
});

test('root, and a user that the manifest does not show, are no concern', () => {
  expect(says(privilegedPort, podOf([web(80, { runAsUser: 0 })], [sidecar('proxy')]))).toEqual([]);
  expect(says(privilegedPort, podOf([web(80, {})], [sidecar('proxy')]))).toEqual([]);
});

test('a pod without a sidecar is no concern', () => {
  expect(says(privilegedPort, podOf([web(80)]))).toEqual([]);
});
