import { App, Chart, Duration } from 'cdk8s';
import { NativeSidecar, PodFailureAction, PodFailureRule, SidecarJob, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'orders', { disableResourceNameHashes: true });

  const job = new SidecarJob(chart, 'export', {
    containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
    activeDeadline: Duration.hours(1),
    podFailureRules: [
      PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, [64]), // wrong arguments: a retry would not help
      PodFailureRule.onDisruption(PodFailureAction.IGNORE), // a drained node is not the export's fault
    ],
  });
  new NativeSidecar(job, 'db', {
    image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    args: ['--port=5432', '--health-check', '--http-address=0.0.0.0', '--http-port=9801', 'acme:europe-west1:orders'],
    startup: StartupGate.httpGet('/startup', 9801),
    shutdown: Duration.seconds(2),
  });
  return app;
}

if (require.main === module) {
  build().synth();
}
