import { ApiObject, Duration, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import { catalog, PodLifecycle } from '../../src';

const INITS = '/spec/template/spec/initContainers';

/** A Deployment with a sidecar and an init container of its own, and what patches it. */
function patched(...patches: JsonPatch[]) {
  const chart = chartIn();
  const web = deploymentIn(chart, { initContainers: [{ name: 'migrate', image: 'ghcr.io/acme/migrate:3.1.0' }] });
  addSidecar(web);
  ApiObject.of(web).addJsonPatch(...patches);
  return { chart, web };
}

describe('JSON patches see the manifest as it is written', () => {
  test('with the sidecar as the first init container', () => {
    const { chart } = patched(JsonPatch.replace(`${INITS}/0/image`, 'ghcr.io/acme/cache:1.7.0'));

    const pod = synthPod(chart);
    expect(pod.container('cache').spec.image).toBe('ghcr.io/acme/cache:1.7.0');
    expect(pod.container('migrate').spec.image).toBe('ghcr.io/acme/migrate:3.1.0');
  });

  test('also where the workload has no init container of its own', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart);
    addSidecar(web);
    web.addJsonPatch(JsonPatch.replace(`${INITS}/0/image`, 'ghcr.io/acme/cache:1.7.0'));

    expect(synthPod(chart).container('cache').spec.image).toBe('ghcr.io/acme/cache:1.7.0');
  });

  test('and can replace what synth wrote', () => {
    const { chart, web } = patched(
      JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 90),
      JsonPatch.add('/spec/template/metadata/annotations/team', 'shop'),
    );

    expect(synthPod(chart).gracePeriodSeconds).toBe(90);
    expect(synthPod(chart).metadata.annotations.team).toBe('shop');
    expect(PodLifecycle.of(web).gracePeriod.toSeconds()).toBe(90);
  });

  test('and stay those of the object: a second synth writes the same', () => {
    const { chart } = patched(JsonPatch.add(`${INITS}/-`, { name: 'warm', image: 'ghcr.io/acme/warm:1.0.0' }));

    const first = synthPod(chart).manifest;
    expect(first.spec.template.spec.initContainers.map((init: any) => init.name)).toEqual(['cache', 'migrate', 'warm']);
    expect(synthPod(chart).manifest).toEqual(first);
  });

  test('and the checks judge the result', () => {
    const { chart, web } = patched(JsonPatch.remove(`${INITS}/0/startupProbe`), JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 1));

    expect(PodLifecycle.of(web).findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['NS101', 'NS301']));
    expect(refusals(chart).join()).toContain('NS301');
  });
});

describe('refused', () => {
  test('a patch that does not fit: the sentence names the patch and the workload', () => {
    const { chart } = patched(JsonPatch.replace(`${INITS}/7/image`, 'x'));

    expect(() => synthPod(chart)).toThrow(/^the JSON patch 'replace \/spec\/template\/spec\/initContainers\/7\/image' does not fit the manifest of 'shop\/web\/Resource' \(.+\): patches see the manifest as it is written, with its sidecars, so compare the path with the YAML$/);
  });

  test('a patch that removes a sidecar by replacing the list', () => {
    const { chart } = patched(JsonPatch.add(INITS, [{ name: 'other', image: 'ghcr.io/acme/other:1.0.0' }]));

    expect(refusals(chart)).toEqual([
      "[shop/web] a JSON patch of 'shop/web' removes the sidecar 'cache': to add an init container, use the path '/spec/template/spec/initContainers/-'",
    ]);
  });

  describe('a patch that takes away what a sidecar is connected to', () => {
    const MAINS = '/spec/template/spec/containers';
    const HINT = "to change a container, use paths below it, for example '/spec/template/spec/containers/0/image'; to give it another name, do so where you create it";

    function connected(patch: JsonPatch) {
      const { chart, web } = patched(patch);
      new catalog.RedisCache(web, 'redis').connect();
      PodLifecycle.of(web, { shutdown: Duration.seconds(7) });
      return refusals(chart);
    }

    test('by replacing the container', () => {
      expect(connected(JsonPatch.replace(MAINS, [{ name: 'x', image: 'ghcr.io/acme/x:1.0.0' }]))).toEqual([
        "[shop/web] a JSON patch of 'shop/web' removes the container 'web', which sidecar 'redis' is connected to, and which the annotation 'kubectl.kubernetes.io/default-container' names"
        + `, and which the annotation 'cdk8s-sidecars/shutdown-seconds' names: ${HINT}`,
      ]);
    });

    test('by renaming it, also if nothing is connected', () => {
      const { chart } = patched(JsonPatch.replace(`${MAINS}/0/name`, 'x'));

      expect(refusals(chart).join()).toContain("a JSON patch of 'shop/web' removes the container 'web', which the annotation 'kubectl.kubernetes.io/default-container' names");
    });

    test('by replacing it with one of its name, without the variables', () => {
      expect(connected(JsonPatch.replace(MAINS, [{ name: 'web', image: 'ghcr.io/acme/web:1.0.0' }])).join()).toContain(
        "a JSON patch of 'shop/web' removes all that sidecar 'redis' adds to the container 'web' (REDIS_HOST, REDIS_PORT, REDIS_URL): patch single fields of the container, or do not connect it");
    });

    test('but one of its variables can go', () => {
      expect(connected(JsonPatch.remove(`${MAINS}/0/env/0`))).toEqual([]);
    });
  });

  test('a patch that removes the pod template', () => {
    const { chart } = patched(JsonPatch.remove('/spec/template'));

    expect(refusals(chart).join()).toContain("Deployment 'shop-web'");
  });
});

test('an object without sidecars is patched by cdk8s alone', () => {
  const chart = chartIn();
  const config = new kplus.ConfigMap(chart, 'config', { data: { a: '1' } });
  addSidecar(deploymentIn(chart));
  ApiObject.of(config).addJsonPatch(JsonPatch.replace('/data/a', '2'));

  expect(ApiObject.of(config).toJson().data).toEqual({ a: '2' });
});
