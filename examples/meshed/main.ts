import { App, Chart, Duration } from 'cdk8s';
import { Mesh, MeshedDeployment, SidecarJob } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'shop', { disableResourceNameHashes: true });
  const mesh = Mesh.linkerd({ version: '2.20' });

  new MeshedDeployment(chart, 'checkout', {
    mesh,
    containers: [{ name: 'checkout', image: 'ghcr.io/acme/checkout:2.0.0', portNumber: 8080 }],
    shutdown: Duration.seconds(20), // the time that the app needs after SIGTERM; the proxy stops after it
  });
  new SidecarJob(chart, 'export', {
    mesh,
    containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
    activeDeadline: Duration.hours(1),
  });
  return app;
}

if (require.main === module) {
  build().synth();
}
