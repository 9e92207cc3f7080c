import { FEATURES } from '../../src/kubernetes/features';
import { appRestartWaitsForSidecars, stopsInOrder, waitsForUnstartedSidecars } from '../../src/kubernetes/kubelet-behavior';
import { BugId, hasBug, KnownBug } from '../../src/kubernetes/kubelet-bugs';
import { KubernetesFeature } from '../../src/kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';

const MINORS = Array.from({ length: 18 }, (_, index) => `1.${20 + index}`);
const FIRST_AND_LAST = MINORS.flatMap(minor => [`${minor}.0`, minor]);

/** Every bug that some known release has. */
const BUGS = new Map<string, KnownBug>(
  MINORS.flatMap(minor => Array.from({ length: 10 }, (_, patch) => KubernetesVersion.of(`${minor}.${patch}`)))
    .flatMap(version => version.knownBugs.map(bug => [bug.id, bug])),
);

function ids(version: string): string[] {
  return KubernetesVersion.of(version).knownBugs.map(bug => bug.id);
}

describe('the bugs of a version', () => {
  test('a bug says what it is, whom it concerns, since when it is gone and where to read on', () => {
    expect(KubernetesVersion.of('1.30.3').knownBugs).toContainEqual({
      id: 'stop-waits-for-absent-sidecar',
      summary: 'a sidecar receives no stop signal until the grace period is over if the sidecar after it is not running',
      affects: '1.29.0 to 1.29.7, 1.30.0 to 1.30.3',
      fixedIn: ['1.29.8', '1.30.4', '1.31.0'],
      reference: 'kubernetes#125935',
    });
  });

  test('a version without a patch is its newest patch, so what a patch repaired does not count', () => {
    expect(ids('1.29.8')).toContain('init-stuck-in-created');
    expect(ids('1.29')).not.toContain('init-stuck-in-created');
    expect(ids('1.29')).toContain('stop-order-panic');
  });

  test('a version before sidecars has none of their bugs', () => {
    expect(ids('1.27')).toEqual(['restart-blocked-by-stopping-sibling', 'forced-stop-gets-full-grace']);
  });

  test('in the newest version remains what nobody has repaired', () => {
    expect(ids('1.37')).toEqual([
      'restart-blocked-by-stopping-sibling', 'sidecar-probes-while-stopping', 'sidecar-not-restarted-while-stopping', 'kubelet-restart-opens-gate',
    ]);
  });

  test('changing what was returned changes nothing for the next one', () => {
    const version = KubernetesVersion.of('1.29.0');
    version.knownBugs[0].fixedIn.push('1.99.0');
    version.knownBugs.pop();

    expect(version.knownBugs).toEqual(KubernetesVersion.of('1.29.0').knownBugs);
    expect(version.knownBugs[0].fixedIn).not.toContain('1.99.0');
  });

  test.each<[BugId, string, string[]]>([
    ['restart-blocked-by-stopping-sibling', '1.20 and later', []],
    ['no-stop-order', '1.28', ['1.29.0']],
    ['sidecar-killed-before-app', '1.28 to 1.31', ['1.32.0']],
    ['init-restart-order', '1.28.0 to 1.28.1', ['1.28.2', '1.29.0']],
    ['startup-probe-lost', '1.28.0 to 1.33.5, 1.34.0 to 1.34.1', ['1.33.6', '1.34.2', '1.35.0']],
    ['init-stuck-in-created', '1.29.0 to 1.29.8, 1.30.0 to 1.30.4, 1.31.0', ['1.29.9', '1.30.5', '1.31.1', '1.32.0']],
    ['kubelet-restart-opens-gate', '1.35.4 and later', []],
    ['exec-probes-dead-while-stopping', '1.35, 1.36.3 to the last 1.36', ['1.37.0']],
  ])('%s affects %s', (id, affects, fixedIn) => {
    expect(BUGS.get(id)).toMatchObject({ affects, fixedIn });
  });

  test('a bug that came back is not taken for repaired', () => {
    const having = ['1.34.9', '1.35.0', '1.35', '1.36.0', '1.36.2', '1.36.3', '1.36', '1.37.0']
      .filter(version => hasBug(KubernetesVersion.of(version), 'exec-probes-dead-while-stopping'));

    expect(having).toEqual(['1.35.0', '1.35', '1.36.3', '1.36']);
  });
});

describe.each([...BUGS.values()].map(bug => [bug.id, bug] as const))('%s', (id, bug) => {
  test('is told in a sentence that can stand inside another one', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(bug.summary).toMatch(/^([a-z]|CPUs).*[^.]$/);
    expect(bug.reference).toMatch(/^(kubernetes|enhancements)#\d+$/);
  });

  test('is gone in the releases that repair it, and not in the patch before', () => {
    const repairing = bug.fixedIn.filter(release => !release.startsWith('1.38'));
    const patches = repairing.map(release => release.split('.').map(Number)).filter(([,, patch]) => patch > 0);

    expect(repairing.filter(release => ids(release).includes(id))).toEqual([]);
    expect(patches.filter(([major, minor, patch]) => !ids(`${major}.${minor}.${patch - 1}`).includes(id))).toEqual([]);
  });
});

test.each<[KubernetesFeature, BugId]>([
  [KubernetesFeature.ORDERED_STOP, 'no-stop-order'],
  [KubernetesFeature.NAMED_SIDECAR_PORTS, 'sidecar-port-name-in-services'],
])('%s comes in the release that ends %s', (feature, id) => {
  expect(BUGS.get(id)?.fixedIn).toEqual([`${FEATURES[feature].onByDefault}.0`]);
});

describe('what a kubelet does', () => {
  const minorsWhere = (behavior: (version: KubernetesVersion) => boolean) =>
    FIRST_AND_LAST.filter(version => behavior(KubernetesVersion.of(version)));

  test('sidecars stop in order from 1.29 on', () => {
    expect(minorsWhere(stopsInOrder)).toEqual(FIRST_AND_LAST.slice(FIRST_AND_LAST.indexOf('1.29.0')));
  });

  test('an app waits for the last sidecar again from 1.29 to 1.36', () => {
    expect(minorsWhere(appRestartWaitsForSidecars)).toEqual(FIRST_AND_LAST.slice(FIRST_AND_LAST.indexOf('1.29.0'), FIRST_AND_LAST.indexOf('1.37.0')));
  });

  test.each([
    ['1.28', false],
    ['1.29.0', true],
    ['1.29.7', true],
    ['1.29.8', false],
    ['1.29', false],
    ['1.30.0', true],
    ['1.30.3', true],
    ['1.30.4', false],
    ['1.30', false],
    ['1.31.0', false],
  ])('in %s a stop waits for sidecars that do not run: %s', (version, expected) => {
    expect(waitsForUnstartedSidecars(KubernetesVersion.of(version))).toBe(expected);
  });
});
