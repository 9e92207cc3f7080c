import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES, SidecarSupport } from '../../src/kubernetes/features';
import { KubernetesFeature } from '../../src/kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';

describe('reading a version', () => {
  test.each([
    ['1.33', 33, undefined, '1.33'],
    ['v1.33', 33, undefined, '1.33'],
    ['1.33.0', 33, 0, '1.33.0'],
    ['v1.33.2', 33, 2, '1.33.2'],
    ['1.33.2-gke.100', 33, 2, '1.33.2'],
    ['v1.33.0+k3s1', 33, 0, '1.33.0'],
    ['v1.35.5-eks-4ff7d9a', 35, 5, '1.35.5'],
    ['1.37.0-rc.1+build.7', 37, 0, '1.37.0'],
    ['1.20', 20, undefined, '1.20'],
    ['1.37', 37, undefined, '1.37'],
  ])('%s is understood', (text, minor, patch, name) => {
    const version = KubernetesVersion.of(text);

    expect(version.major).toBe(1);
    expect(version.minor).toBe(minor);
    expect(version.patch).toBe(patch);
    expect(`${version}`).toBe(name);
  });

  test.each(['', 'banana', '1', '1.', '1.33.', '1.33.2.1', '1.33-gke', '1.33.2-', '1.33.2-_', ' 1.33', '1.33\n', 'V1.33', '1.033', '1.-3', '>=1.33', '1.33.99999999999'])(
    '%j is refused, it is no version', text => {
      expect(() => KubernetesVersion.of(text)).toThrow(`Kubernetes version '${text}' is not a version: write it like 1.33 or 1.33.2`);
    });

  test.each(['1.19.16', '1.3', '0.33'])('%s is refused, it is too old', text => {
    expect(() => KubernetesVersion.of(text)).toThrow(`Kubernetes version '${text}' is not supported: the oldest supported version is 1.20`);
  });

  test.each([['1.99', '1.99'], ['v1.38.0-gke.1', '1.38.0'], ['2.33', '2.33']])('%s is treated as the newest known version, and the version says so', (text, newer) => {
    const version = KubernetesVersion.of(text);

    expect(version.toString()).toBe('1.37');
    expect(version.newerThanKnown).toBe(newer);
    expect(version.compareTo(KubernetesVersion.of('1.37'))).toBe(0);
    expect(KubernetesVersion.of('1.37.4').newerThanKnown).toBeUndefined();
  });

  test('without a word 1.33 is meant, the first version with stable sidecars', () => {
    expect(KubernetesVersion.DEFAULT.toString()).toBe('1.33');
    expect(KubernetesVersion.DEFAULT.sidecars).toBe(SidecarSupport.STABLE);
    expect(KubernetesVersion.of('1.32').sidecars).not.toBe(SidecarSupport.STABLE);
  });
});

describe('comparing versions', () => {
  test('versions sort by number, and a minor stands for its newest patch', () => {
    const sorted = ['1.33', '1.29.10', '1.30', '1.29.9', '1.33.13', '1.29'].map(KubernetesVersion.of)
      .sort((a, b) => a.compareTo(b));

    expect(sorted.map(String)).toEqual(['1.29.9', '1.29.10', '1.29', '1.30', '1.33.13', '1.33']);
  });

  test('a version is equal to itself, with and without a patch', () => {
    expect(KubernetesVersion.of('1.33').compareTo(KubernetesVersion.DEFAULT)).toBe(0);
    expect(KubernetesVersion.of('v1.33.2').compareTo(KubernetesVersion.of('1.33.2-gke.100'))).toBe(0);
  });

  test.each([
    ['1.29', '1.29', true],
    ['1.29.0', '1.29', true],
    ['1.29', '1.29.8', true],
    ['1.29.7', '1.29.8', false],
    ['1.29.8', '1.29.8', true],
    ['1.30.0', '1.29.8', true],
    ['1.28', '1.29', false],
    ['1.37', '1.38', false],
    ['1.20', '1.9', true],
    ['1.37', '2.0', false],
  ])('%s is at least %s: %s', (version, bound, expected) => {
    expect(KubernetesVersion.of(version).isAtLeast(bound)).toBe(expected);
  });

  test('a version cannot be compared with something else', () => {
    expect(() => KubernetesVersion.DEFAULT.isAtLeast('latest')).toThrow("Kubernetes version 'latest' is not a version: write it like 1.33 or 1.33.2");
  });
});

describe('what a version can do', () => {
  test.each([
    ['1.27.16', SidecarSupport.NONE],
    ['1.28.0', SidecarSupport.ALPHA],
    ['1.28', SidecarSupport.ALPHA],
    ['1.29.0', SidecarSupport.BETA],
    ['1.32', SidecarSupport.BETA],
    ['1.33.0', SidecarSupport.STABLE],
    ['1.37', SidecarSupport.STABLE],
  ])('sidecars in %s are %s', (version, expected) => {
    expect(KubernetesVersion.of(version).sidecars).toBe(expected);
  });

  test.each([
    [KubernetesFeature.NATIVE_SIDECARS, '1.28', '1.29'],
    [KubernetesFeature.ORDERED_STOP, '1.28', '1.29'],
    [KubernetesFeature.PRE_STOP_SLEEP, '1.29', '1.30'],
    [KubernetesFeature.PRE_STOP_SLEEP_ZERO, '1.32', '1.33'],
    [KubernetesFeature.NAMED_SIDECAR_PORTS, '1.32', '1.33'],
    [KubernetesFeature.CONTAINER_RESIZE, '1.32', '1.33'],
    [KubernetesFeature.POD_LEVEL_RESOURCES, '1.33', '1.34'],
    [KubernetesFeature.CONTAINER_RESTART_POLICY, '1.34', '1.35'],
    [KubernetesFeature.GRPC_PROBE, '1.23', '1.24'],
    [KubernetesFeature.PROBE_GRACE_PERIOD, '1.24', '1.25'],
  ])('%s: not in %s, on in the first %s', (feature, last, first) => {
    expect(KubernetesVersion.of(last).supports(feature)).toBe(false);
    expect(KubernetesVersion.of(`${first}.0`).supports(feature)).toBe(true);
  });

  test('a stop signal of one\'s own is on in no version that is known', () => {
    expect(KubernetesVersion.of('1.37').supports(KubernetesFeature.STOP_SIGNAL)).toBe(false);
  });

  test.each(Object.entries(FEATURES))('%s does not become stable before it is on, nor on before it exists', (_, history) => {
    const ages = [history.alpha, history.onByDefault, history.stable].filter(age => age !== undefined);

    expect(ages).not.toHaveLength(0);
    expect(ages).toEqual([...ages].sort());
    expect(history.stable === undefined || history.onByDefault !== undefined).toBe(true);
  });
});

test('every exported feature is read: its fields are judged, or code asks for it', () => {
  const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('kubernetes/features.ts'))
    .map(file => readFileSync(join('src', file), 'utf8'))
    .join('\n');
  const unread = Object.entries(KubernetesFeature).filter(([name, id]) => !FEATURES[id].fields && !code.includes(`KubernetesFeature.${name}`));

  expect(unread).toEqual([]);
});
