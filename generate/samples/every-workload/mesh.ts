import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Mesh, WorkloadMixin } from 'cdk8s-sidecars';

export function sample(chart: Chart): void {
  WorkloadMixin.mesh(Mesh.linkerd({ version: '2.20' }), { batch: false }).applyTo(chart);

  new kplus.k8s.KubePod(chart, 'web', { spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] } });
}
