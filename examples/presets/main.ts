import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, PodLifecycle } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const api = new kplus.Deployment(new Chart(app, 'orders', { disableResourceNameHashes: true }), 'api', {
    containers: [{ name: 'api', image: 'ghcr.io/acme/orders:3.1.0', portNumber: 8080 }],
  });
  new catalog.CloudSqlProxy(api, 'db', { instance: 'acme:europe-west1:orders' }).connect();
  new catalog.FluentBit(api, 'logs', {
    outputs: [{ plugin: 'loki', options: { host: 'loki.observability', port: 3100, labels: 'app=orders' } }],
  }).connect();
  PodLifecycle.of(api);
  return app;
}

if (require.main === module) {
  build().synth();
}
