import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, PodLifecycle } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'shop', { disableResourceNameHashes: true });

  const orders = new kplus.Deployment(chart, 'orders', {
    containers: [{ name: 'orders', image: 'ghcr.io/acme/orders:1.4.2', portNumber: 8080 }],
  });
  new catalog.CloudSqlProxy(orders, 'db', { instance: 'acme:europe-west1:orders', port: 5432 });
  PodLifecycle.of(orders, { shutdown: Duration.seconds(15) });
  return app;
}

if (require.main === module) {
  build().synth();
}
