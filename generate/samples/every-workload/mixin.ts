import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, WorkloadMixin } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  const logs = WorkloadMixin.sidecar('logs', {
    addSidecar: (workload, id) => new catalog.FluentBit(workload, id, { outputs: [{ plugin: 'stdout' }] }),
  }, { kinds: ['Deployment', 'StatefulSet'], exceptLabels: { 'acme.com/logs': 'none' } });
  logs.applyTo(chart); // with constructs 10.5 and newer also: chart.with(logs)

  // Created later, and gets the sidecar too.
  new kplus.Deployment(chart, 'web', { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
}
