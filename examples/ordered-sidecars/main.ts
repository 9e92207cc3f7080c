import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const orders = new kplus.Deployment(new Chart(app, 'orders', { disableResourceNameHashes: true }), 'api', {
    initContainers: [{ name: 'migrate', image: 'ghcr.io/acme/orders:3.1.0', args: ['migrate', 'up'] }],
    containers: [{ name: 'api', image: 'ghcr.io/acme/orders:3.1.0', portNumber: 8080 }],
  });
  const db = new NativeSidecar(orders, 'db', {
    image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    args: ['--port=5432', '--auto-iam-authn', '--health-check', '--http-address=0.0.0.0', '--http-port=9801', 'acme:europe-west1:orders'],
    startup: StartupGate.httpGet('/startup', 9801),
    shutdown: Duration.seconds(2),
  });
  const metrics = new NativeSidecar(orders, 'metrics', {
    image: 'quay.io/prometheuscommunity/postgres-exporter:v0.17.1',
    envVariables: { DATA_SOURCE_NAME: kplus.EnvValue.fromValue('postgresql://orders%40acme.iam@127.0.0.1:5432/orders?sslmode=disable') },
    startup: StartupGate.httpGet('/', 9187),
  });
  metrics.startsAfter(db);
  metrics.startsAfterInit('migrate');
  return app;
}

if (require.main === module) {
  build().synth();
}
