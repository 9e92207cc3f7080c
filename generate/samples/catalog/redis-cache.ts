import { Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const cache = new catalog.RedisCache(web, 'cache', {
    maxMemory: Size.mebibytes(256),
    eviction: catalog.RedisEviction.ALLKEYS_LFU,
    config: { 'lazyfree-lazy-eviction': 'yes', 'tcp-keepalive': 60 },
  });
  cache.connect();
}
