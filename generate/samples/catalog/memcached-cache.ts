import { Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const web = new kplus.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  const cache = new catalog.MemcachedCache(web, 'cache', {
    maxMemory: Size.mebibytes(256),
    maxItemSize: Size.mebibytes(4),
    threads: 2,
  });
  cache.connect();
}
