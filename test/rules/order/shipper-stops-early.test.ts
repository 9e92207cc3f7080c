import { shipperStopsEarly } from '../../../src/rules/order/shipper-stops-early';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web' };
const VOLUMES = { volumes: [{ name: 'logs', emptyDir: {} }, { name: 'other', emptyDir: {} }] };
const mount = (name: string, readOnly = false) => ({ volumeMounts: [{ name, mountPath: '/logs', ...(readOnly ? { readOnly } : {}) }] });
const PROXY = sidecar('proxy', { image: 'envoyproxy/envoy:v1.31.0', ...mount('logs') });
const SHIPPER = sidecar('shipper', { image: 'fluent/fluent-bit:3.2', ...mount('logs', true) });

test('a shipper behind the sidecar whose files it reads offends', () => {
  expect(says(shipperStopsEarly, podOf([WEB], [PROXY, SHIPPER], VOLUMES))).toEqual([
    "NS206 shipper 'shipper' stops before 'proxy', whose files it reads, so lines that are written during shutdown are lost: list 'shipper' before 'proxy'",
  ]);
});

test('before it, it does not', () => {
  expect(says(shipperStopsEarly, podOf([WEB], [SHIPPER, PROXY], VOLUMES))).toEqual([]);
});

test('nor does one that shares nothing with it, or whose neighbor only reads', () => {
  expect(says(shipperStopsEarly, podOf([WEB], [{ ...PROXY, ...mount('other') }, SHIPPER], VOLUMES))).toEqual([]);
  expect(says(shipperStopsEarly, podOf([WEB], [{ ...PROXY, ...mount('logs', true) }, SHIPPER], VOLUMES))).toEqual([]);
});

test('what the app writes is no concern: it stops before any sidecar', () => {
  expect(says(shipperStopsEarly, podOf([{ ...WEB, ...mount('logs') }], [sidecar('other'), SHIPPER], VOLUMES))).toEqual([]);
});
