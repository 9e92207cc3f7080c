import { Duration } from 'cdk8s';
import { Mesh } from '../../../src/meshes/mesh';
import { Severity } from '../../../src/rules/engine/finding';
import { drainLongerThanGrace } from '../../../src/rules/stop/drain-longer-than-grace';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { LINKERD_LEGACY } from '../meshes';

const WEB = podOf([{ name: 'web' }]);

test('an ordinary proxy that drains longer than the pod has offends', () => {
  expect(saysInMesh(drainLongerThanGrace, LINKERD_LEGACY, WEB)).toEqual([
    "NS305 'linkerd-proxy' may drain for 120 s, but the grace period is 30 s, so the kubelet kills it before the drain ends: "
    + "shorten 'drain' of the mesh, or increase terminationGracePeriodSeconds",
  ]);
});

test('one that just fits does not', () => {
  const mesh = Mesh.linkerd({ version: '2.20', nativeSidecar: false, drain: Duration.seconds(30) });
  const patient = podOf([{ name: 'web' }], [], { terminationGracePeriodSeconds: 120 });

  expect([...saysInMesh(drainLongerThanGrace, mesh, WEB), ...saysInMesh(drainLongerThanGrace, LINKERD_LEGACY, patient)]).toEqual([]);
});

test('native proxies, which NS301 judges, and apps are no concern', () => {
  const native = Mesh.linkerd({ version: '2.20', drain: Duration.minutes(2) });

  expect([...saysInMesh(drainLongerThanGrace, native, WEB), ...says(drainLongerThanGrace, WEB, { stops: { web: { shutdown: 60 } } })]).toEqual([]);
});

const VECTOR = { image: 'timberio/vector:0.57.0-alpine' };

test('a known program that drains longer by itself is a warning, native or not', () => {
  const message = "'logs' may drain for 60 s, but the grace period is 30 s, so the kubelet kills it before the drain ends";
  const expected = { container: 'logs', message, fix: 'lower --graceful-shutdown-limit-secs, or increase terminationGracePeriodSeconds', severity: Severity.WARNING };

  expect(offenses(drainLongerThanGrace, podOf([{ name: 'web' }, { name: 'logs', ...VECTOR }]))).toEqual([expected]);
  expect(offenses(drainLongerThanGrace, podOf([{ name: 'web' }], [sidecar('logs', VECTOR)]))).toEqual([expected]);
});

test('one that is told to be quicker, or that has more time, does not', () => {
  const quick = sidecar('logs', { ...VECTOR, args: ['--graceful-shutdown-limit-secs=15'] });
  const patient = podOf([{ name: 'web' }], [sidecar('logs', VECTOR)], { terminationGracePeriodSeconds: 90 });

  expect([...says(drainLongerThanGrace, podOf([{ name: 'web' }], [quick])), ...says(drainLongerThanGrace, patient)]).toEqual([]);
  expect(says(drainLongerThanGrace, podOf([{ name: 'web' }], [sidecar('logs', VECTOR)]), { stops: { logs: { shutdown: 16 } } })).toEqual([]);
});
