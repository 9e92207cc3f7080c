import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, SidecarImages } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  SidecarImages.of(chart).mirror('registry.acme.com/mirror');
  SidecarImages.of(chart).pullPolicy(kplus.ImagePullPolicy.ALWAYS);

  const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  new catalog.RedisCache(web, 'cache');
}
