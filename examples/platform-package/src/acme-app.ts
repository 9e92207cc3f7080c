import { App } from 'cdk8s';
import { catalog, KubernetesVersion, Mesh, PodLifecycle, Severity, SidecarImages, WorkloadMixin } from 'cdk8s-sidecars';

/** An app as everyone at Acme deploys it: its workloads get what the company requires, whichever class they have. */
export class AcmeApp extends App {
  constructor() {
    super();
    PodLifecycle.target(this, KubernetesVersion.of('1.34'));
    SidecarImages.of(this).mirror('registry.acme.com/mirror');
    WorkloadMixin.mesh(Mesh.linkerd({ version: '2.20' })).applyTo(this);
    WorkloadMixin.sidecar('logs', {
      addSidecar: (workload, id) => new catalog.FluentBit(workload, id, { outputs: [{ plugin: 'loki', options: { host: 'loki.observability' } }] }),
    }, { exceptLabels: { 'acme.com/logs': 'none' } }).applyTo(this);
    WorkloadMixin.checks({ failOn: Severity.WARNING }).applyTo(this);
  }
}
