import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, Workloads } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  new kplus.Deployment(chart, 'web', { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  new kplus.Job(chart, 'export', { containers: [{ image: 'ghcr.io/acme/export:1.0.0' }] });

  for (const workload of Workloads.below(chart, { batch: false })) {
    new catalog.RedisCache(workload, 'cache');
  }
}
