import { missingPrivilege } from '../../../src/rules/start/missing-privilege';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const drop = (more: object = {}, add: string[] = []) => ({ securityContext: { capabilities: { drop: ['ALL'], add }, ...more } });

test('an image that changes users offends without the capabilities for that', () => {
  expect(says(missingPrivilege, podOf([WEB], [sidecar('cache', { image: 'redis:8.2', ...drop() })]))).toEqual([
    "NS117 'cache' starts as root without capabilities, but Redis must change to another user, so it exits at startup: set runAsUser: 999, or add the capabilities CHOWN, SETGID and SETUID",
  ]);
  expect(says(missingPrivilege, podOf([{ name: 'web', image: 'nginx:1.28', ...drop({ runAsUser: 0 }, ['CHOWN']) }]))).toEqual([
    expect.stringMatching(/nginx must change to another user, so it exits at startup: set runAsUser: 101, or/),
  ]);
});

test('so does a Docker daemon that is not privileged, and a VPN client that may not change the network', () => {
  expect(says(missingPrivilege, podOf([WEB], [sidecar('docker', { image: 'docker:28-dind' }), sidecar('vpn', { image: 'qmcgaw/gluetun:v3.40' })]))).toEqual([
    "NS117 'docker' is not privileged, but Docker daemon only works in a privileged container: set privileged: true in its securityContext, or use a rootless image",
    "NS117 'vpn' does not add the capability NET_ADMIN, without which Gluetun cannot set up its network: add NET_ADMIN to the capabilities in its securityContext",
  ]);
});

test.each<[string, object]>([
  ['the user of the image', { image: 'redis:8.2', ...drop({ runAsUser: 999 }) }],
  ['the capabilities', { image: 'redis:8.2', ...drop({}, ['SETGID', 'CAP_SETUID']) }],
  ['an image with a user of its own', { image: 'haproxy:3.2', ...drop() }],
  ['a privileged daemon', { image: 'docker:28-dind', securityContext: { privileged: true } }],
  ['a rootless daemon', { image: 'docker:28-dind-rootless' }],
  ['a VPN client with the capability', { image: 'qmcgaw/gluetun:v3.40', ...drop({}, ['NET_ADMIN']) }],
])('%s does not', (_, container) => {
  expect(says(missingPrivilege, podOf([WEB], [sidecar('helper', container)]))).toEqual([]);
});

test('an unknown image is no concern', () => {
  expect(says(missingPrivilege, podOf([{ ...WEB, ...drop({ runAsUser: 0 }) }]))).toEqual([]);
});
