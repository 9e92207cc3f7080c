import { batch, helpers, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const SQL = { name: 'sql', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0', args: ['a:b:c'] };
const VPN = { name: 'vpn', image: 'qmcgaw/gluetun:v3.38', securityContext: { capabilities: { add: ['NET_ADMIN'] } } };
const CLIENT_OF_VPN = { name: 'vpn', image: 'acme/vpn-client:1', securityContext: { capabilities: { add: ['NET_ADMIN'] } }, env: [{ name: 'VPN_TYPE', value: 'wireguard' }] };
const PRIVATE_PROXY = { name: 'way', image: 'registry.acme.io/way:1', ports: [{ containerPort: 8888 }] };

const THROUGH_SQL = { name: 'app', env: [{ name: 'PGHOST', value: 'localhost' }] };
const THROUGH_PROXY = { name: 'app', env: [{ name: 'HTTP_PROXY', value: 'http://127.0.0.1:8888' }] };

const NAMES_LIKE_HELPERS = ['pdf-exporter', 'partner-sync', 'image-proxy', 'price-reloader', 'debt-collector', 'stock-watcher', 'health-monitor', 'orders'];

describe.each(NAMES_LIKE_HELPERS)('an app whose image is called %s', name => {
  const image = `registry.acme.io/${name}:3`;

  test('keeps the proxy that it calls', () => {
    expect(helpers(running([{ ...THROUGH_SQL, image }, SQL]))).toEqual(['sql: outbound']);
  });

  test('keeps the proxy of which no call is seen', () => {
    expect(helpers(running([{ name: 'app', image }, SQL]))).toEqual(['sql: outbound']);
  });

  test('keeps its VPN, known or not', () => {
    expect(helpers(running([{ ...THROUGH_PROXY, image }, VPN]))).toEqual(['vpn: outbound']);
    expect(helpers(running([{ ...THROUGH_PROXY, image }, CLIENT_OF_VPN]))).toEqual(['vpn: outbound']);
    expect(helpers(running([{ name: 'app', image }, CLIENT_OF_VPN]))).toEqual(['vpn: outbound']);
  });

  test('keeps the unknown proxy that HTTP_PROXY names', () => {
    expect(helpers(running([{ ...THROUGH_PROXY, image }, PRIVATE_PROXY]))).toEqual(['way: outbound']);
  });

  test('keeps its proxy in a Job', () => {
    expect(helpers(batch([{ ...THROUGH_SQL, image }, SQL]))).toEqual(['sql: outbound']);
  });

  test('keeps its proxy beside a third container', () => {
    const app = { name: 'app', image, env: [{ name: 'DATABASE_URL', value: 'postgres://localhost:5432/orders' }] };

    expect(helpers(running([app, { ...SQL, ports: [{ containerPort: 5432 }] }, { name: 'other', image: 'acme/other:1' }]))).toEqual(['sql: outbound']);
  });
});

describe('an image that is called an exporter', () => {
  test('observes the app beside it', () => {
    expect(helpers(running([{ name: 'x', image: 'acme/queue-exporter:1' }, { name: 'app', image: 'acme/orders:1' }]))).toEqual(['x: observer']);
  });

  test('is no app where it is a known exporter of the program beside it', () => {
    expect(helpers(running([{ name: 'x', image: 'prometheuscommunity/pgbouncer-exporter:v0.9' }, { name: 'pool', image: 'edoburu/pgbouncer:v1.25.2-p0' }], { beside: [service(5432)] })))
      .toEqual(['x: observer']);
  });
});

test('a call that a setting says is passed on is told as unclear where the caller receives nothing', () => {
  const gateway = { name: 'gateway', image: 'registry.acme.io/mtls-gateway:1', ports: [{ containerPort: 9000 }] };
  const told = (name: string, more: object = {}) =>
    unclearTies(running([{ name: 'worker', image: 'registry.acme.io/worker:1', env: [{ name, value: 'http://localhost:9000' }], ...more }, gateway])).map(({ seen }) => seen);

  expect(told('UPSTREAM_URL')).toEqual(["'worker' calls 'gateway' (localhost:9000)"]);
  expect(told('UPSTREAM_URL', { ports: [{ containerPort: 80 }] })).toEqual([]);
});
