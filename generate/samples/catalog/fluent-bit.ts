import { Chart, Duration } from 'cdk8s';
import { catalog, SidecarJob } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const job = new SidecarJob(chart, 'export', {
    containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.4.2' }],
    activeDeadline: Duration.hours(1),
  });

  new catalog.FluentBit(job, 'logs', {
    inputs: [{ parser: { format: catalog.FluentBitFormat.JSON } }],
    podFields: true,
    filters: [{ plugin: 'grep', options: { exclude: 'level debug' } }],
    outputs: [{ plugin: 'loki', options: { host: 'loki.observability', labels: 'app=export' } }],
  });
}
