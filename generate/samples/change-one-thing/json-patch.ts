import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  new catalog.RedisCache(web, 'cache');
  ApiObject.of(web).addJsonPatch(
    JsonPatch.replace('/spec/template/spec/initContainers/0/startupProbe/failureThreshold', 120),
    JsonPatch.add('/spec/template/spec/priorityClassName', 'shop-critical'),
  );
}
