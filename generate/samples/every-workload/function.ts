import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { forEachWorkload, PodLifecycle } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  forEachWorkload(chart, workload => PodLifecycle.of(workload, { shutdown: Duration.seconds(40) }), { names: ['*-api'] });

  new kplus.Deployment(chart, 'api', { containers: [{ image: 'ghcr.io/acme/api:1.4.2', portNumber: 8080 }] });
}
