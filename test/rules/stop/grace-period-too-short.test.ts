import { Severity } from '../../../src/rules/engine/finding';
import { gracePeriodTooShort } from '../../../src/rules/stop/grace-period-too-short';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';
import { annotated } from '../meshes';

const SAID = { web: { preStop: 5, shutdown: 20 }, proxy: { shutdown: 10 } };

test('a grace period that is shorter than what is said offends, with the sum', () => {
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }], [sidecar('proxy')]), { stops: SAID })).toEqual([
    'NS301 the grace period is 30 s, but stopping in order takes 35 s (web pre-stop 5 s + web shutdown 20 s + proxy shutdown 10 s = 35 s, plus 2 s of margin: 37 s): '
    + 'set terminationGracePeriodSeconds to 37 or more, omit it, or shorten the longest step',
  ]);
});

test('one that just fits does not', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('proxy')], { terminationGracePeriodSeconds: 35 });

  expect(says(gracePeriodTooShort, pod, { stops: SAID })).toEqual([]);
});

test('the sum says of whom nothing is said', () => {
  const pod = podOf([{ name: 'web' }, { name: 'worker' }], [sidecar('proxy')]);

  expect(says(gracePeriodTooShort, pod, { stops: { web: { preStop: 5 }, proxy: { shutdown: 40 } } })).toEqual([
    'NS301 the grace period is 30 s, but stopping in order takes 45 s (web pre-stop 5 s + proxy shutdown 40 s = 45 s, plus 2 s of margin: 47 s) '
    + "plus the undeclared shutdown time of 'web', 'worker': "
    + 'set terminationGracePeriodSeconds to 47 plus that time, omit it, or shorten the longest step',
  ]);
});

test('neither does the default where nobody says anything, written or not', () => {
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }], [sidecar('proxy')]))).toEqual([]);
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }], [sidecar('proxy')], { terminationGracePeriodSeconds: 30 }))).toEqual([]);
});

test('a pod without sidecars is no concern', () => {
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }]), { stops: { web: { shutdown: 60 } } })).toEqual([]);
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }], [], { terminationGracePeriodSeconds: 1 }))).toEqual([]);
});

describe('where nobody says how long the containers need, a short grace period', () => {
  const SHORT = { terminationGracePeriodSeconds: 5 };
  const FIX = 'set terminationGracePeriodSeconds to the time that all of them need together, or omit it (the default is 30 s)';

  test('offends beside native sidecars', () => {
    const pod = podOf([{ name: 'web' }], [sidecar('proxy'), sidecar('logs')], SHORT);

    expect(says(gracePeriodTooShort, pod)).toEqual([
      `NS301 the grace period is only 5 s, and 'web' and then 'logs', 'proxy' stop one after another, so the kubelet kills containers that need longer: ${FIX}`,
    ]);
    expect(offenses(gracePeriodTooShort, pod)[0].severity).toBe(Severity.WARNING);

    const longer = podOf([{ name: 'web' }], [sidecar('proxy')], { terminationGracePeriodSeconds: 10 });
    expect(offenses(gracePeriodTooShort, longer)[0].severity).toBe(Severity.INFO);
  });

  test('offends also if code declares what is known about a program, which the manifest does not repeat', () => {
    const pod = podOf([{ name: 'web' }], [sidecar('git', { image: 'registry.k8s.io/git-sync/git-sync:v4.7.1' })], SHORT);

    expect(says(gracePeriodTooShort, pod, { stops: { git: { shutdown: 2 } } })).toEqual(says(gracePeriodTooShort, pod));
    expect(says(gracePeriodTooShort, pod, { stops: { git: { shutdown: 2 }, web: { shutdown: 2 } } })).toEqual([]);
    expect(says(gracePeriodTooShort, pod)).toHaveLength(1);
  });

  test('is worth knowing beside the proxy of a mesh, or a known helper', () => {
    const meshed = annotated({ 'linkerd.io/inject': 'enabled' }, SHORT);
    const helped = podOf([{ name: 'web' }, { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3' }], [], SHORT);

    const found = [meshed, helped].flatMap(pod => offenses(gracePeriodTooShort, pod));
    expect(found.map(({ message, severity }) => [message, severity])).toEqual([
      ["the grace period is only 5 s, and 'web' and the Linkerd proxy share it, so the kubelet kills containers that need longer", Severity.INFO],
      ["the grace period is only 5 s, and the app and 'db' share it, so the kubelet kills containers that need longer", Severity.INFO],
    ]);
  });

  test('does not beside a helper that need not outlive the app', () => {
    const manager = { name: 'manager', image: 'acme/operator:1', args: ['--metrics-bind-address=127.0.0.1:8080'] };
    const front = { name: 'kube-rbac-proxy', image: 'quay.io/brancz/kube-rbac-proxy:v0.18.0', args: ['--upstream=http://127.0.0.1:8080/'] };

    expect(offenses(gracePeriodTooShort, podOf([front, manager], [], SHORT))).toEqual([]);
  });

  test('does not beside equals, in a Job, or where somebody says that it is enough', () => {
    const pod = podOf([{ name: 'web' }], [sidecar('proxy')], SHORT);

    expect(says(gracePeriodTooShort, podOf([{ name: 'web' }, { name: 'api' }], [], SHORT))).toEqual([]);
    expect(says(gracePeriodTooShort, jobOf([{ name: 'work' }], [sidecar('proxy')], SHORT))).toEqual([]);
    expect(says(gracePeriodTooShort, pod, { stops: { web: { shutdown: 1 }, proxy: { shutdown: 1 } } })).toEqual([]);
  });
});
