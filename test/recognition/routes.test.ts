import { helpers, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }] };
const VPN = {
  name: 'vpn',
  image: 'lscr.io/linuxserver/wireguard:1.0.20210914',
  securityContext: { privileged: true },
  volumeMounts: [{ name: 'conf', mountPath: '/config/wg_confs/wg0.conf', subPath: 'wg0.conf' }],
};
const volumes = [{ name: 'conf', secret: { secretName: 'tunnel' } }];

test('WireGuard with a mounted configuration is the client of a VPN', () => {
  expect(running([WEB, VPN], { volumes }).helper('vpn')).toMatchObject({ direction: 'outbound', why: 'it sends the traffic of the pod through a VPN (/config/wg_confs/wg0.conf)' });
});

test.each<[string, object]>([
  ['PEERS', { env: [{ name: 'PEERS', value: '3' }] }],
  ['SERVERURL', { env: [{ name: 'SERVERURL', value: 'vpn.example.com' }] }],
  ['its port', { ports: [{ containerPort: 51820, protocol: 'UDP' }] }],
])('WireGuard as a server is no helper, and no tunnel: %s', (_what, own) => {
  const pod = running([WEB, { ...VPN, ...own }], { volumes });

  expect([helpers(pod), unclearTies(pod)]).toEqual([[], []]);
});

test('nor is one with the configuration of a server, or without any', () => {
  const configured = (text: string) => running([WEB, { ...VPN }], {
    volumes: [{ name: 'conf', configMap: { name: 'wg' } }],
    beside: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'wg' }, data: { 'wg0.conf': text } }, service(8080)],
  }).helper('vpn')?.direction;

  expect(configured('[Interface]\nListenPort = 51820\n[Peer]\nPublicKey = x\n')).toBeUndefined();
  expect(configured('[Interface]\nAddress = 10.0.0.2/32\n[Peer]\nEndpoint = vpn.example.com:51820\n')).toBe('outbound');
  expect(running([WEB, { ...VPN, volumeMounts: [] }]).helper('vpn')).toBeUndefined();
});

describe('the client of a VPN beside nothing but what observes it', () => {
  const EXPORTER = { name: 'metrics', ports: [{ containerPort: 9586 }] };
  const OPENVPN = { name: 'vpn', image: 'dperson/openvpn-client:latest', securityContext: { privileged: true }, env: [{ name: 'OPENVPN_USER', value: 'acme' }] };
  const GLUETUN = { name: 'vpn', image: 'qmcgaw/gluetun:v3.38', securityContext: { capabilities: { add: ['NET_ADMIN'] } } };

  test.each<[string, { name: string }, string]>([
    ['WireGuard', VPN, 'mindflavor/prometheus-wireguard-exporter:3.6.6'],
    ['WireGuard, with an abbreviation', VPN, 'ghcr.io/acme/wg-metrics:1'],
    ['a known client', OPENVPN, 'kumina/openvpn-exporter:latest'],
    ['a known client that it asks', GLUETUN, 'ghcr.io/acme/gluetun-exporter:1'],
    ['a known client, with an unknown image', GLUETUN, 'ghcr.io/acme/gluetun-monitor:1'],
  ])('is the app: %s', (_name, client, image) => {
    const pod = running([client, { ...EXPORTER, image, env: [{ name: 'GLUETUN_URL', value: 'http://localhost:8000' }] }], { volumes });

    expect([pod.helper('vpn'), unclearTies(pod)]).toEqual([undefined, []]);
  });

  test('is a helper beside the app, and beside an exporter of something else', () => {
    const exporter = { ...EXPORTER, image: 'mindflavor/prometheus-wireguard-exporter:3.6.6' };

    expect(helpers(running([VPN, exporter, WEB], { volumes }))).toEqual(['vpn: outbound', 'metrics: observer']);
    expect(running([VPN, { ...EXPORTER, image: 'ghcr.io/acme/orders-exporter:1' }], { volumes }).helper('vpn')).toMatchObject({ direction: 'outbound' });
  });
});
