import { ApiObject, Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn } from './support';
import { LifecycleTesting, PodLifecycle } from '../../src';

/** How often something is rendered. */
class Renders {
  public count = 0;

  public readonly value = Lazy.any({ produce: () => { this.count++; return 'ClusterFirst'; } }) as string;
}

describe('a second question about a chart', () => {
  test('renders only the workload that it is about', () => {
    const chart = chartIn();
    kubeDeploymentIn(chart);
    const renders = new Renders();
    kubeDeploymentIn(chart, { dnsPolicy: renders.value }, 'other');
    LifecycleTesting.pod(chart, 'shop-web');
    const before = renders.count;

    LifecycleTesting.pod(chart, 'shop-web');

    expect([before > 0, renders.count - before]).toEqual([true, 0]);
  });

  test.each<[string, (web: kplus.Deployment) => void, (manifest: any) => unknown, unknown]>([
    ['a field', web => web.podMetadata.addLabel('tier', 'front'), manifest => manifest.spec.template.metadata.labels.tier, 'front'],
    ['a container', web => web.addContainer({ image: 'ghcr.io/acme/two:1' }), manifest => manifest.spec.template.spec.containers.length, 2],
    ['a sidecar', web => addSidecar(web), manifest => manifest.spec.template.spec.initContainers?.length, 1],
    ['an option', web => PodLifecycle.of(web).acknowledge('NS304', 'a test'), manifest => manifest.metadata.annotations?.['acknowledge.cdk8s-sidecars/NS304'], 'a test'],
    ['a JSON patch', web => ApiObject.of(web).addJsonPatch(JsonPatch.replace('/spec/replicas', 7)), manifest => manifest.spec.replicas, 7],
  ])('sees %s that was added to it', (_, change, read, expected) => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    deploymentIn(chart, {}, 'other');
    LifecycleTesting.pod(chart, 'shop-web');

    change(web);

    expect(read(LifecycleTesting.pod(chart, 'shop-web').manifest)).toEqual(expected);
    expect(LifecycleTesting.pod(chart, 'shop-web').manifest).toEqual(Testing.synth(chart).find(({ metadata }) => metadata.name === 'shop-web'));
  });

  test('throws when a sidecar makes another workload invalid, and when the workload itself becomes invalid', () => {
    const chart = chartIn();
    deploymentIn(chart);
    const cache = addSidecar(deploymentIn(chart, {}, 'other'));
    LifecycleTesting.pod(chart, 'shop-web');

    cache.startsAfterInit('migrate');

    expect(() => LifecycleTesting.pod(chart, 'other')).toThrow('NS203');
    addSidecar(deploymentIn(chart, {}, 'third')).startsAfterInit('migrate');
    expect(() => LifecycleTesting.pod(chart, 'shop-web')).toThrow('NS203');
  });

  test('sees a workload that was added or removed', () => {
    const chart = chartIn();
    deploymentIn(chart);
    LifecycleTesting.pod(chart, 'web');

    deploymentIn(chart, {}, 'web-admin');
    expect(() => LifecycleTesting.pod(chart, 'web')).toThrow("chart 'shop' has 2 workloads that match 'web'");
    chart.node.tryRemoveChild('web-admin');

    expect(LifecycleTesting.pod(chart, 'web').title).toBe('Deployment/shop-web');
  });

  test('sees a name that a patch of another workload changes', () => {
    const chart = chartIn();
    deploymentIn(chart);
    const other = deploymentIn(chart, {}, 'other');
    LifecycleTesting.pod(chart, 'web');

    ApiObject.of(other).addJsonPatch(JsonPatch.replace('/metadata/name', 'webber'));

    expect(() => LifecycleTesting.pod(chart, 'web')).toThrow("chart 'shop' has 2 workloads that match 'web'");
  });

  test('synthesizes all of a chart that writes its manifests itself', () => {
    class Renaming extends Chart {
      public names = ['first', 'second'];

      public toJson(): any[] {
        const name = this.names.shift();
        return super.toJson().map(manifest => ({ ...manifest, metadata: { ...manifest.metadata, name } }));
      }
    }
    const chart = new Renaming(Testing.app(), 'shop');
    deploymentIn(chart);

    expect([LifecycleTesting.pod(chart, 'Deployment').name, LifecycleTesting.pod(chart, 'Deployment').name]).toEqual(['first', 'second']);
  });
});
