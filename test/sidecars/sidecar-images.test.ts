import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, synthPod } from './support';
import { gallery } from '../../generate/catalog/gallery';
import { catalog, PodModel, SidecarImages } from '../../src';
import { programOfImage } from '../../src/knowledge/known-programs';

const MIRROR = 'registry.example.com/mirror';

/** The sidecar of a Deployment with a cache of the catalog, synthesized after the settings were made. */
function cacheAfter(configure: (chart: Chart) => void, props: catalog.RedisCacheProps = {}): kplus.k8s.Container {
  const chart = chartIn();
  new catalog.RedisCache(deploymentIn(chart), 'cache', props);
  configure(chart);
  return synthPod(chart).container('cache').spec as any;
}

describe('every preset below a scope', () => {
  const app = Testing.app();
  const exhibits = gallery(app);
  SidecarImages.of(app).mirror(MIRROR);
  SidecarImages.of(app).pullPolicy(kplus.ImagePullPolicy.ALWAYS);

  test.each(exhibits.map(exhibit => [exhibit.preset, exhibit] as const))('comes from the mirror, with its tag, and is still known: %s', (_, { chart, program }) => {
    const pods = Testing.synth(chart).flatMap(manifest => PodModel.allIn(manifest));
    const [, path] = /^[^/]+\/(.+)$/.exec(program.image)!;

    expect(pods).toHaveLength(2);
    for (const { spec } of pods.map(pod => pod.container('side'))) {
      expect([spec.image, spec.imagePullPolicy]).toEqual([`${MIRROR}/${path}`, 'Always']);
      expect(programOfImage(spec.image)).toBe(programOfImage(program.image));
    }
  });
});

describe('an image from a mirror', () => {
  test('has the path, the tag and the digest of the original', () => {
    const digest = `sha256:${'0'.repeat(64)}`;
    const chart = chartIn();
    const web = deploymentIn(chart);
    SidecarImages.of(chart).mirror(MIRROR, { explicitImages: true });
    const images = {
      'docker.io/fluent/fluent-bit:3': 'fluent/fluent-bit:3',
      'fluent/fluent-bit:3': 'fluent/fluent-bit:3',
      'redis': 'library/redis',
      'redis:8.2': 'library/redis:8.2',
      [`localhost:5000/a/b/c:1.0@${digest}`]: `a/b/c:1.0@${digest}`,
      [`${MIRROR}/acme/app:1.0`]: 'acme/app:1.0',
    };
    Object.keys(images).forEach((image, index) => addSidecar(web, `side-${index}`, { image }));

    const written = synthPod(chart).sidecars.map(({ spec }) => spec.image);

    expect(written).toEqual(Object.values(images).map(path => `${MIRROR}/${path}`));
  });

  test('keeps the registry in its path on request', () => {
    const { image } = cacheAfter(chart => SidecarImages.of(chart).mirror(MIRROR, { keepRegistry: true }));

    expect(image).toMatch(/^registry\.example\.com\/mirror\/docker\.io\/library\/redis:/);
  });

  test('comes from the mirror of its registry, if there is one', () => {
    const { image } = cacheAfter(chart => {
      SidecarImages.of(chart).mirror('registry.example.com/hub', { registry: 'docker.io' });
      SidecarImages.of(chart).mirror('registry.example.com/quay', { registry: 'quay.io' });
      SidecarImages.of(chart).mirror('registry.example.com/rest');
    });

    expect(image).toMatch(/^registry\.example\.com\/hub\/library\/redis:/);
  });

  test('comes from the mirror of the nearest scope', () => {
    const { image, imagePullPolicy } = cacheAfter(chart => {
      SidecarImages.of(chart.node.root).mirror('far.example.com');
      SidecarImages.of(chart.node.root).pullPolicy(kplus.ImagePullPolicy.ALWAYS);
      SidecarImages.of(chart.node.findChild('web')).mirror('near.example.com');
    });

    expect([image?.split('/')[0], imagePullPolicy]).toEqual(['near.example.com', 'Always']);
  });
});

describe('an explicit setting wins', () => {
  test('an image that the user gives stays, unless the mirror has those too', () => {
    const image = 'ghcr.io/acme/redis:8.2';

    expect(cacheAfter(chart => SidecarImages.of(chart).mirror(MIRROR), { image }).image).toBe(image);
    expect(cacheAfter(chart => SidecarImages.of(chart).mirror(MIRROR, { explicitImages: true }), { image }).image).toBe(`${MIRROR}/acme/redis:8.2`);
  });

  test('a pull policy that the user gives stays', () => {
    const given = { imagePullPolicy: kplus.ImagePullPolicy.NEVER };

    const { imagePullPolicy } = cacheAfter(chart => SidecarImages.of(chart).pullPolicy(kplus.ImagePullPolicy.ALWAYS), given);

    expect(imagePullPolicy).toBe('Never');
  });

  test('an overlay of the image is the last word', () => {
    const chart = chartIn();
    SidecarImages.of(chart).mirror(MIRROR);

    new catalog.RedisCache(deploymentIn(chart), 'cache').addOverlay({ image: 'ghcr.io/acme/redis:8.2' });

    expect(synthPod(chart).container('cache').spec.image).toBe('ghcr.io/acme/redis:8.2');
  });

  test('a sidecar that is no preset keeps its image and gets the pull policy', () => {
    const chart = chartIn();
    SidecarImages.of(chart).mirror(MIRROR);
    SidecarImages.of(chart).pullPolicy(kplus.ImagePullPolicy.ALWAYS);

    addSidecar(deploymentIn(chart));

    expect(synthPod(chart).container('cache').spec).toMatchObject({ image: 'ghcr.io/acme/cache:1.6.45', imagePullPolicy: 'Always' });
  });
});

test.each([
  ['', 'is empty'],
  ['https://registry.example.com', 'is a URL'],
  ['registry.example.com/', 'ends with a slash'],
  ['mirror', 'does not begin with the host of a registry'],
  ['registry example.com', 'does not begin with the host of a registry'],
  ['registry.example.com/Mirror', 'has a path that no image can have'],
])('a mirror that no image name can begin with is refused: %p', (mirror, problem) => {
  expect(() => SidecarImages.of(chartIn()).mirror(mirror)).toThrow(new Error(
    `the mirror is '${mirror}', which ${problem}: use a registry and an optional path, for example registry.example.com/mirror`));
  expect(() => SidecarImages.of(chartIn()).mirror(MIRROR, { registry: mirror })).toThrow(`'registry' of the mirror is '${mirror}', which ${problem}`);
});
