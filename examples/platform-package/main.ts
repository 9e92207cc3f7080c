import { App, Chart, Duration } from 'cdk8s';
import { SidecarJob } from 'cdk8s-sidecars';
import { AcmeApp, AcmeService } from './src'; // in an app of a team: from '@acme/platform'

export function build(): App {
  const app = new AcmeApp();
  const chart = new Chart(app, 'shop', { disableResourceNameHashes: true });

  new AcmeService(chart, 'orders', { team: 'shop', image: 'ghcr.io/acme/orders:1.4.2', port: 8080, shutdown: Duration.seconds(15) });
  new SidecarJob(chart, 'export', { // not a class of Acme, but in the mesh and with logs all the same
    containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
    activeDeadline: Duration.hours(1),
  });
  return app;
}

if (require.main === module) {
  build().synth();
}
